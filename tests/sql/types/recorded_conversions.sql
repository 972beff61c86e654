-- Recorded answers of SQL Server, beside docs/t-sql/functions/cast-and-convert-transact-sql.md (styles, truncation) and docs/t-sql/data-types/datetime-transact-sql.md.
SELECT CAST(1.23456789e0 AS varchar(3));
--> Msg 232, Level 16, State 2, Line 2
--> Arithmetic overflow error for type varchar, value = 1.234568.
GO
SELECT CAST(CAST(1.5 AS real) AS char(2));
--> Msg 232, Level 16, State 2, Line 1
--> Arithmetic overflow error for type varchar, value = 1.500000.
GO
SELECT CAST(1.23456789e0 AS nvarchar(3));
--> Msg 8115, Level 16, State 2, Line 1
--> Arithmetic overflow error converting expression to data type nvarchar.
GO
SELECT CAST('abcdef' AS real);
--> Msg 8114, Level 16, State 5, Line 1
--> Error converting data type varchar to real.
GO
SELECT CAST('abcdef' AS smalldatetime);
--> Msg 295, Level 16, State 3, Line 1
--> Conversion failed when converting character string to smalldatetime data type.
GO
SELECT CAST('0001-01-01 00:00 +01:00' AS datetimeoffset);
--> Msg 8114, Level 16, State 31, Line 1
--> Error converting data type varchar to datetimeoffset.
GO
-- Only whole bytes are written.
SELECT CONVERT(varchar(3), 0x0A0B, 1) AS a, CONVERT(varchar(5), 0x0A0B, 1) AS b, CONVERT(varchar(3), 0x0A0B, 2) AS c, CONVERT(varchar(9), 0x0A0B, 1) AS d; --> 0x | 0x0A | 0A | 0x0A0B
-- A time never becomes the next day.
SELECT CAST('23:59:59.9999999' AS time(0)) AS a, CAST(CAST('23:59:59.9999999' AS time) AS time(3)) AS b, CAST('2024-01-01 23:59:59.9999999' AS datetime2(0)) AS c; --> 23:59:59 | 23:59:59.999 | 2024-01-02 00:00:00
GO
-- Styles that show only a part that the value lacks.
SELECT CONVERT(varchar(30), CAST('2024-01-02' AS date), 108);
--> Msg 8114, Level 16, State 5, Line 2
--> Error converting data type date to varchar.
GO
SELECT CONVERT(varchar(30), CAST('2024-01-02' AS date), 114);
--> Msg 281, Level 16, State 1, Line 1
--> 114 is not a valid style number when converting from date to a character string.
GO
SELECT CONVERT(varchar(30), CAST('10:00' AS time), 101);
--> Msg 8114, Level 16, State 5, Line 1
--> Error converting data type time to varchar.
GO
SELECT CONVERT(varchar(30), CAST('10:00' AS time), 23);
--> Msg 8114, Level 16, State 5, Line 1
--> Error converting data type time to varchar.
GO
SELECT CONVERT(varchar(30), SYSDATETIME(), 15);
--> Msg 281, Level 16, State 1, Line 1
--> 15 is not a valid style number when converting from datetime2 to a character string.
GO
SELECT TRY_CONVERT(varchar(30), CAST('2024-01-02' AS date), 108) AS a, TRY_CONVERT(varchar(30), CAST('10:00' AS time), 15) AS b; --> NULL | NULL
-- The sign before the fraction follows the type; styles 22, 130 and 131 keep the blank before an hour.
DECLARE @d datetime = '2024-01-02 03:04:05.123', @s smalldatetime = '2024-01-02 03:04', @t time = '03:04:05.1234567', @m datetime2(3) = '2024-01-02 03:04:05.123';
SELECT CONVERT(varchar(30), @d, 109) AS a, CONVERT(varchar(30), @m, 109) AS b, CONVERT(varchar(30), @t, 109) AS c, CONVERT(varchar(30), @d, 114) AS d, CONVERT(varchar(30), @m, 113) AS e, CONVERT(varchar(30), @s, 121) AS f; --> Jan  2 2024  3:04:05:123AM | Jan  2 2024  3:04:05.123AM | 3:04:05.1234567AM | 03:04:05:123 | 02 Jan 2024 03:04:05.123 | 2024-01-02 03:04:00.000
SELECT '[' + CONVERT(varchar(30), @t, 22) + ']' AS a, '[' + CONVERT(varchar(30), @t, 0) + ']' AS b, CONVERT(varchar(30), @d, 26) AS c, CONVERT(varchar(30), @d, 34) AS d, CONVERT(varchar(30), @d, 115) AS e; --> [ 3:04:05 AM] | [3:04AM] | 2024-02-01 03:04:05.123 | 02-01-2024 | 030405
GO
-- A style whose form has no separators reads no date with separators.
SELECT CONVERT(date, '2024/05/13', 112);
--> Msg 9807, Level 16, State 0, Line 2
--> The input character string does not follow style 112, either change the input character string or use a different style.
GO
SELECT CONVERT(datetime, '2024/05/13', 112);
--> Msg 241, Level 16, State 1, Line 1
--> Conversion failed when converting date and/or time from character string.
GO
SELECT CONVERT(date, '20240513', 112) AS a, CONVERT(datetime, '13 May 2024', 112) AS b, TRY_CONVERT(date, '2024/05/13', 106) AS c; --> 2024-05-13 | 2024-05-13 00:00:00.000 | NULL
-- For datetime and smalldatetime, the time may stand anywhere; a Z needs the form with a T.
SELECT CAST('10:11 1/2/2024' AS datetime) AS a, CAST('1/2 10:11 /2024' AS smalldatetime) AS b, CAST('1-2/2024' AS datetime) AS c, CAST('2024-01-02T03:04:05Z' AS datetime) AS d; --> 2024-01-02 10:11:00.000 | 2024-01-02 10:11:00 | 2024-01-02 00:00:00.000 | 2024-01-02 03:04:05.000
GO
SELECT CAST('2024-01-02 03:04:05Z' AS datetime);
--> Msg 241, Level 16, State 1, Line 1
--> Conversion failed when converting date and/or time from character string.
GO
SELECT CAST('10:11 1/2/2024' AS datetime2);
--> Msg 241, Level 16, State 1, Line 1
--> Conversion failed when converting date and/or time from character string.
GO
