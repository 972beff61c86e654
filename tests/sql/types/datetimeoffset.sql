-- docs/t-sql/data-types/datetimeoffset-transact-sql.md: the examples, the ranges, and the conversions to and from the other types.
DECLARE @d datetimeoffset(7) = '2007-05-08 12:35:29.1234567 +12:15';
SELECT CAST(@d AS time(7)) AS t, CAST(@d AS date) AS d, CAST(@d AS smalldatetime) AS s, CAST(@d AS datetime) AS dt, CAST(@d AS datetime2(7)) AS d2, @d AS dto; --> 12:35:29.1234567 | 2007-05-08 | 2007-05-08 12:35:00 | 2007-05-08 12:35:29.123 | 2007-05-08 12:35:29.1234567 | 2007-05-08 12:35:29.1234567 +12:15
GO
DECLARE @datetimeoffset datetimeoffset(4) = '1968-10-23 12:45:37.1234 +10:0';
SELECT @datetimeoffset AS d, CAST(@datetimeoffset AS date) AS date; --> 1968-10-23 12:45:37.1234 +10:00 | 1968-10-23
GO
DECLARE @datetimeoffset datetimeoffset(4) = '12-10-25 12:32:10 +01:00';
SELECT @datetimeoffset AS d, CAST(@datetimeoffset AS time(3)) AS t; --> 2025-12-10 12:32:10.0000 +01:00 | 12:32:10.000
GO
-- From the other types: the offset is +00:00.
SELECT CAST(CAST('1912-10-25' AS date) AS datetimeoffset(3)) AS d, CAST(CAST('12:10:16.123' AS time(3)) AS datetimeoffset(3)) AS t, CAST(CAST('2016-12-21T16:00' AS smalldatetime) AS datetimeoffset(0)) AS s; --> 1912-10-25 00:00:00.000 +00:00 | 1900-01-01 12:10:16.123 +00:00 | 2016-12-21 16:00:00 +00:00
GO
SELECT CAST(CAST('2016-12-21T16:00:00.123' AS datetime) AS datetimeoffset) AS d, CAST(CAST('1968-10-23 12:45:37.1237' AS datetime2(4)) AS datetimeoffset(2)) AS d2; --> 2016-12-21 16:00:00.1233333 +00:00 | 1968-10-23 12:45:37.12 +00:00
GO
-- Strings: without an offset, with one, with Z.
SELECT CAST('2020-01-01' AS datetimeoffset(0)) AS d, CAST('2020-01-01T10:00:00Z' AS datetimeoffset(0)) AS z, CAST('2020-01-01T10:00:00-05:30' AS datetimeoffset(0)) AS o; --> 2020-01-01 00:00:00 +00:00 | 2020-01-01 10:00:00 +00:00 | 2020-01-01 10:00:00 -05:30
GO
SELECT CAST('2020-01-01 10:00 +14:01' AS datetimeoffset);
--> Msg 241, Level 16, State 1, Line 1
--> Conversion failed when converting date and/or time from character string.
GO
-- Compared, sorted and grouped by the moment in UTC.
DECLARE @a datetimeoffset = '2020-01-01 12:00 +02:00', @b datetimeoffset = '2020-01-01 10:00 +00:00';
SELECT CASE WHEN @a = @b THEN 'equal' ELSE 'different' END AS c, DATEDIFF(hour, @a, @b) AS hours; --> equal | 0
GO
CREATE TABLE moments (id int, at datetimeoffset(0), later datetimeoffset);
INSERT moments VALUES (1, '2020-01-01 12:00 +02:00', NULL), (2, '2020-01-01 09:00 +00:00', '2020-01-01 09:00'), (3, '2020-01-01 10:00 +00:00', SYSDATETIMEOFFSET());
SELECT id, at FROM moments ORDER BY at, id;
--> 2 | 2020-01-01 09:00:00 +00:00
--> 1 | 2020-01-01 12:00:00 +02:00
--> 3 | 2020-01-01 10:00:00 +00:00
SELECT COUNT(DISTINCT at) AS n, MAX(later) AS later FROM moments;
--> 2 | 2026-01-01 00:00:00.0000000 +00:00
--> Warning: Null value is eliminated by an aggregate or other SET operation.
GO
-- As text: the styles that show a time show the offset.
DECLARE @d datetimeoffset(3) = '2007-05-08 12:35:29.123 +05:30';
SELECT CONVERT(varchar(40), @d) AS d, CONVERT(varchar(40), @d, 121) AS s121, CONVERT(varchar(40), @d, 126) AS s126, CONVERT(varchar(40), @d, 127) AS s127, CONVERT(varchar(40), @d, 101) AS s101; --> 2007-05-08 12:35:29.123 +05:30 | 2007-05-08 12:35:29.123 +05:30 | 2007-05-08T12:35:29.123+05:30 | 2007-05-08T07:05:29.123Z | 05/08/2007
GO
DECLARE @d datetimeoffset(0) = '2007-05-08 12:35:29 +05:30';
SELECT DATALENGTH(@d) AS d0, DATALENGTH(CAST(@d AS datetimeoffset(4))) AS d4, DATALENGTH(CAST(@d AS datetimeoffset(7))) AS d7; --> 8 | 9 | 10
GO
-- docs/t-sql/functions/: switchoffset, todatetimeoffset, datetimeoffsetfromparts -transact-sql.md.
CREATE TABLE dbo.test (ColDatetimeoffset datetimeoffset);
INSERT INTO dbo.test VALUES ('1998-09-20 7:45:50.71345 -5:00');
SELECT SWITCHOFFSET(ColDatetimeoffset, '-08:00') AS s, ColDatetimeoffset AS c FROM dbo.test; --> 1998-09-20 04:45:50.7134500 -08:00 | 1998-09-20 07:45:50.7134500 -05:00
GO
SELECT SWITCHOFFSET(CAST('2020-01-01 00:00 +00:00' AS datetimeoffset(0)), 90) AS minutes, SWITCHOFFSET(CAST(NULL AS datetimeoffset), '-08:00') AS n; --> 2020-01-01 01:30:00 +01:30 | NULL
GO
SELECT TODATETIMEOFFSET(CAST('2012-05-05 10:00' AS datetime2(0)), '-07:00') AS t, TODATETIMEOFFSET(CAST('2012-05-05 10:00' AS datetime2(0)), -120) AS m; --> 2012-05-05 10:00:00 -07:00 | 2012-05-05 10:00:00 -02:00
GO
SELECT SWITCHOFFSET(CAST('2020-01-01' AS datetimeoffset), '+15:00');
--> Msg 9812, Level 16, State 0, Line 1
--> The timezone provided to builtin function switchoffset is invalid.
GO
SELECT DATETIMEOFFSETFROMPARTS(2010, 12, 31, 14, 23, 23, 0, 12, 0, 7) AS Result; --> 2010-12-31 14:23:23.0000000 +12:00
GO
SELECT DATETIMEOFFSETFROMPARTS(2011, 8, 15, 14, 30, 00, 5, 12, 30, 1) AS a, DATETIMEOFFSETFROMPARTS(2011, 8, 15, 14, 30, 00, 50, 12, 30, 2) AS b, DATETIMEOFFSETFROMPARTS(2011, 8, 15, 14, 30, 00, 500, 12, 30, 3) AS c; --> 2011-08-15 14:30:00.5 +12:30 | 2011-08-15 14:30:00.50 +12:30 | 2011-08-15 14:30:00.500 +12:30
GO
SELECT DATETIMEOFFSETFROMPARTS(2011, 8, 15, 14, 30, 00, 5, 15, 0, 1) AS a;
--> Msg 289, Level 16, State 6, Line 1
--> Cannot construct data type datetimeoffset, some of the arguments have values which are not valid.
GO
-- docs/t-sql/functions/datepart-transact-sql.md: TZoffset is in minutes; datename- : as a text.
SELECT DATEPART(tzoffset, '2007-05-10 00:00:01.1234567 +05:10') AS tz, DATEPART(hour, '2007-05-10 13:00:01.1234567 +05:10') AS hour; --> 310 | 13
GO
SELECT DATENAME(tzoffset, CAST('2007-10-30 12:15:32.1234567 +05:10' AS datetimeoffset)) AS tz; --> +05:10
GO
SELECT DATEPART(tzoffset, CAST('2007-05-10' AS date));
--> Msg 9810, Level 16, State 2, Line 1
--> The datepart tzoffset is not supported by date function datepart for data type date.
GO
SELECT DATEADD(hour, 25, CAST('2020-02-28 23:30 -08:00' AS datetimeoffset(0))) AS a, DATETRUNC(day, CAST('2020-02-28 23:30 -08:00' AS datetimeoffset(0))) AS t, EOMONTH(CAST('2020-02-28 23:30 -08:00' AS datetimeoffset(0))) AS e; --> 2020-03-01 00:30:00 -08:00 | 2020-02-28 00:00:00 -08:00 | 2020-02-29
GO
-- docs/t-sql/queries/at-time-zone-transact-sql.md.
SELECT CAST('2022-03-27T01:01:00' AS datetime2(0)) AT TIME ZONE 'UTC' AS u, CAST('2022-03-27T01:01:00' AS datetime2(0)) AT TIME ZONE 'UTC' AT TIME ZONE 'India Standard Time' AS i; --> 2022-03-27 01:01:00 +00:00 | 2022-03-27 06:31:00 +05:30
GO
SELECT CAST('2022-03-27T01:01:00' AS datetime2(0)) AT TIME ZONE 'Central European Standard Time' AS c; --> 2022-03-27 01:01:00 +01:00
GO
SELECT CAST(5 AS datetimeoffset);
--> Msg 529, Level 16, State 2, Line 1
--> Explicit conversion from data type int to datetimeoffset is not allowed.
GO
SELECT CAST('2020-01-01' AS datetimeoffset) + 1;
--> Msg 206, Level 16, State 2, Line 1
--> Operand type clash: datetimeoffset is incompatible with int
