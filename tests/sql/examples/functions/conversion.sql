-- The examples of pages of docs/t-sql/functions. A line after --> is a row that the page shows.
-- docs/t-sql/functions/cast-and-convert-transact-sql.md
DECLARE @myval decimal(5, 2) = 193.57;
SELECT CAST(CAST(@myval AS varbinary(20)) AS decimal(10, 5)) AS a, CONVERT(decimal(10, 5), CONVERT(varbinary(20), @myval)) AS b;
--> 193.57000 | 193.57000
SELECT CAST(10.6496 AS int) AS trunc1, CAST(-10.6496 AS int) AS trunc2, CAST(10.6496 AS numeric) AS round1, CAST(-10.6496 AS numeric) AS round2, CAST(10.3496847 AS money) AS m;
--> 10 | -10 | 11 | -11 | 10.3497
SELECT CAST(CAST(0x41 AS nvarchar) AS varbinary) AS a;
--> 0x4100
SELECT CAST(100 AS char(1)) AS short;
--> *
SELECT CONVERT(xml, '<root><child/></root>') AS a, CONVERT(xml, '<root>          <child/>         </root>', 1) AS b, CAST('<Name><FName>Carol</FName><LName>Elliot</LName></Name>' AS xml) AS c;
--> <root><child/></root> | <root>          <child/>         </root> | <Name><FName>Carol</FName><LName>Elliot</LName></Name>
SELECT CONVERT(xml, '<root>          <child/>         </root>') AS a;
--> <root><child/></root>
DECLARE @now datetime = '2006-04-18 09:58:04.570';
SELECT @now AS UnconvertedDateTime, CAST(@now AS nvarchar(30)) AS UsingCast, CONVERT(nvarchar(30), @now, 126) AS UsingConvertTo_ISO8601;
--> 2006-04-18 09:58:04.570 | Apr 18 2006  9:58AM | 2006-04-18T09:58:04.570
SELECT '2006-04-25T15:50:59.997' AS UnconvertedText, CAST('2006-04-25T15:50:59.997' AS datetime) AS UsingCast, CONVERT(datetime, '2006-04-25T15:50:59.997', 126) AS UsingConvertFrom_ISO8601;
--> 2006-04-25T15:50:59.997 | 2006-04-25 15:50:59.997 | 2006-04-25 15:50:59.997
SELECT RTRIM(CONVERT(char(8), 0x4E616d65, 0)) AS style0, CONVERT(char(8), 0x4E616d65, 1) AS style1, CONVERT(char(8), 0x4E616d65, 2) AS style2;
--> Name | 0x4E616D | 4E616D65
SELECT CONVERT(binary(8), 'Name', 0) AS style0, CONVERT(binary(4), '0x4E616D65', 1) AS style1, CONVERT(binary(4), '4E616D65', 2) AS style2;
--> 0x4E616D6500000000 | 0x4E616D65 | 0x4E616D65
GO
DECLARE @d datetime = '2019-08-23 13:39:17.090';
SELECT CONVERT(nvarchar, @d, 0) AS [0], CONVERT(nvarchar, @d, 1) AS [1], CONVERT(nvarchar, @d, 2) AS [2], CONVERT(nvarchar, @d, 3) AS [3], CONVERT(nvarchar, @d, 4) AS [4], CONVERT(nvarchar, @d, 5) AS [5], CONVERT(nvarchar, @d, 6) AS [6], CONVERT(nvarchar, @d, 7) AS [7];
--> Aug 23 2019  1:39PM | 08/23/19 | 19.08.23 | 23/08/19 | 23.08.19 | 23-08-19 | 23 Aug 19 | Aug 23, 19
SELECT CONVERT(nvarchar, @d, 8) AS [8], CONVERT(nvarchar, @d, 24) AS [24], CONVERT(nvarchar, @d, 108) AS [108], CONVERT(nvarchar, @d, 9) AS [9], CONVERT(nvarchar, @d, 109) AS [109], CONVERT(nvarchar, @d, 10) AS [10], CONVERT(nvarchar, @d, 11) AS [11], CONVERT(nvarchar, @d, 12) AS [12];
--> 13:39:17 | 13:39:17 | 13:39:17 | Aug 23 2019  1:39:17:090PM | Aug 23 2019  1:39:17:090PM | 08-23-19 | 19/08/23 | 190823
SELECT CONVERT(nvarchar, @d, 13) AS [13], CONVERT(nvarchar, @d, 113) AS [113], CONVERT(nvarchar, @d, 14) AS [14], CONVERT(nvarchar, @d, 114) AS [114], CONVERT(nvarchar, @d, 20) AS [20], CONVERT(nvarchar, @d, 120) AS [120], CONVERT(nvarchar, @d, 21) AS [21];
--> 23 Aug 2019 13:39:17:090 | 23 Aug 2019 13:39:17:090 | 13:39:17:090 | 13:39:17:090 | 2019-08-23 13:39:17 | 2019-08-23 13:39:17 | 2019-08-23 13:39:17.090
SELECT CONVERT(nvarchar, @d, 25) AS [25], CONVERT(nvarchar, @d, 121) AS [121], CONVERT(nvarchar, @d, 22) AS [22], CONVERT(nvarchar, @d, 23) AS [23], CONVERT(nvarchar, @d, 101) AS [101], CONVERT(nvarchar, @d, 102) AS [102], CONVERT(nvarchar, @d, 103) AS [103], CONVERT(nvarchar, @d, 104) AS [104];
--> 2019-08-23 13:39:17.090 | 2019-08-23 13:39:17.090 | 08/23/19  1:39:17 PM | 2019-08-23 | 08/23/2019 | 2019.08.23 | 23/08/2019 | 23.08.2019
SELECT CONVERT(nvarchar, @d, 105) AS [105], CONVERT(nvarchar, @d, 106) AS [106], CONVERT(nvarchar, @d, 107) AS [107], CONVERT(nvarchar, @d, 110) AS [110], CONVERT(nvarchar, @d, 111) AS [111], CONVERT(nvarchar, @d, 112) AS [112], CONVERT(nvarchar, @d, 126) AS [126], CONVERT(nvarchar, @d, 127) AS [127];
--> 23-08-2019 | 23 Aug 2019 | Aug 23, 2019 | 08-23-2019 | 2019/08/23 | 20190823 | 2019-08-23T13:39:17.090 | 2019-08-23T13:39:17.090
SELECT CONVERT(nvarchar, @d, 130) AS [130], CONVERT(nvarchar, @d, 131) AS [131];
--> 22 ذو الحجة 1440  1:39:17:090P | 22/12/1440  1:39:17:090PM
SELECT CONVERT(datetime, '22/12/1440  1:39:17:090PM', 131) AS a, CONVERT(date, N'22 ذو الحجة 1440', 130) AS b;
--> 2019-08-23 13:39:17.090 | 2019-08-23
GO
DECLARE @string varchar(10) = 1;
SELECT @string + ' is a string.' AS Result;
--> 1 is a string.
DECLARE @notastring int = '1';
SELECT @notastring + '1' AS Result;
--> 2
GO
DECLARE @notastring int;
SET @notastring = '1';
SELECT @notastring + ' is not a string.' AS Result;
--> Msg 245, Level 16, State 1, Line 3
--> Conversion failed when converting the varchar value ' is not a string.' to data type int.
GO
-- docs/t-sql/functions/parse-transact-sql.md, docs/t-sql/functions/try-parse-transact-sql.md
SELECT PARSE('Monday, 13 December 2010' AS datetime2 USING 'en-US') AS Result;
--> 2010-12-13 00:00:00.0000000
SELECT PARSE('€345,98' AS money USING 'de-DE') AS Result;
--> 345.9800
SET LANGUAGE 'English';
SELECT PARSE('12/16/2010' AS datetime2) AS Result;
--> 2010-12-16 00:00:00.0000000
SELECT TRY_PARSE('Jabberwokkie' AS datetime2 USING 'en-US') AS Result;
--> NULL
SELECT IIF(TRY_PARSE('01/01/2011' AS datetime2) IS NULL, 'True', 'False') AS Result;
--> False
GO
-- docs/t-sql/functions/try-cast-transact-sql.md, docs/t-sql/functions/try-convert-transact-sql.md
SELECT CASE WHEN TRY_CAST('test' AS float) IS NULL THEN 'Cast failed' ELSE 'Cast succeeded' END AS a, CASE WHEN TRY_CONVERT(float, 'test') IS NULL THEN 'Cast failed' ELSE 'Cast succeeded' END AS b;
--> Cast failed | Cast failed
SET DATEFORMAT dmy;
SELECT TRY_CAST('12/31/2010' AS datetime2) AS a, TRY_CONVERT(datetime2, '12/31/2010') AS b;
--> NULL | NULL
SET DATEFORMAT mdy;
SELECT TRY_CAST('12/31/2010' AS datetime2) AS a, TRY_CONVERT(datetime2, '12/31/2010') AS b;
--> 2010-12-31 00:00:00.0000000 | 2010-12-31 00:00:00.0000000
GO
SELECT TRY_CAST(4 AS xml) AS Result;
--> Explicit conversion from data type int to xml is not allowed.
GO
SELECT TRY_CONVERT(xml, 4) AS Result;
--> Explicit conversion from data type int to xml is not allowed.
GO
