-- docs/t-sql/functions/date-and-time-data-types-and-functions-transact-sql.md: the pages that it lists, example by example, and the rules beside them.
SELECT DATEADD(month, 1, '20240830') AS a, DATEADD(month, 1, '2024-08-31') AS b; --> 2024-09-30 00:00:00.000 | 2024-09-30 00:00:00.000
GO
DECLARE @datetime2 DATETIME2 = '2024-01-01 13:10:10.1111111';
SELECT DATEADD(quarter, 1, @datetime2) AS q, DATEADD(dayofyear, 365, @datetime2) AS dy, DATEADD(week, 5, @datetime2) AS w; --> 2024-04-01 13:10:10.1111111 | 2024-12-31 13:10:10.1111111 | 2024-02-05 13:10:10.1111111
SELECT DATEADD(hour, 23, @datetime2) AS h, DATEADD(millisecond, 1, @datetime2) AS ms, DATEADD(microsecond, 1, @datetime2) AS us, DATEADD(nanosecond, 150, @datetime2) AS ns; --> 2024-01-02 12:10:10.1111111 | 2024-01-01 13:10:10.1121111 | 2024-01-01 13:10:10.1111121 | 2024-01-01 13:10:10.1111113
GO
SELECT DATEADD(year, 2147483647, CAST('20240101' AS date));
--> Msg 517, Level 16, State 3, Line 1
--> Adding a value to a 'date' column caused an overflow.
GO
SELECT DATEDIFF(year, '2035-12-31 23:59:59.9999999', '2036-01-01 00:00:00.0000000') AS y, DATEDIFF(quarter, '2035-12-31 23:59:59.9999999', '2036-01-01 00:00:00.0000000') AS q, DATEDIFF(month, '2035-12-31 23:59:59.9999999', '2036-01-01 00:00:00.0000000') AS m, DATEDIFF(week, '2035-12-31 23:59:59.9999999', '2036-01-01 00:00:00.0000000') AS w; --> 1 | 1 | 1 | 0
GO
SELECT DATEDIFF(day, '2035-12-31 23:59:59.9999999', '2036-01-01 00:00:00.0000000') AS d, DATEDIFF(hour, '2035-12-31 23:59:59.9999999', '2036-01-01 00:00:00.0000000') AS h, DATEDIFF(second, '2035-12-31 23:59:59.9999999', '2036-01-01 00:00:00.0000000') AS s, DATEDIFF(microsecond, '2035-12-31 23:59:59.9999999', '2036-01-01 00:00:00.0000000') AS us; --> 1 | 1 | 1 | 1
GO
SELECT DATEDIFF(millisecond, '19000101', '20240101');
--> Msg 535, Level 16, State 0, Line 1
--> The datediff function resulted in an overflow. The number of dateparts separating two date/time instances is too large. Try to use datediff with a less precise datepart.
GO
SELECT DATEDIFF_BIG(millisecond, '19000101', '20240101') AS ms; --> 3913056000000
GO
SELECT DATEFROMPARTS(2010, 12, 31) AS Result; --> 2010-12-31
GO
SELECT DATEFROMPARTS(2010, 13, 31);
--> Msg 289, Level 16, State 1, Line 1
--> Cannot construct data type date, some of the arguments have values which are not valid.
GO
SELECT DATETIMEFROMPARTS(2010, 12, 31, 23, 59, 59, 0) AS Result, SMALLDATETIMEFROMPARTS(2010, 12, 31, 23, 59) AS Small; --> 2010-12-31 23:59:59.000 | 2010-12-31 23:59:00
GO
SELECT DATENAME(year, '12:10:30.123') AS y, DATENAME(month, '12:10:30.123') AS m, DATENAME(day, '12:10:30.123') AS d, DATENAME(weekday, '12:10:30.123') AS w; --> 1900 | January | 1 | Monday
GO
SELECT DATEPART(year, '2007-10-30 12:15:32.1234567') AS y, DATEPART(quarter, '2007-10-30') AS q, DATEPART(dayofyear, '2007-10-30') AS dy, DATEPART(week, '2007-10-30') AS w, DATEPART(weekday, '2007-10-30') AS dw; --> 2007 | 4 | 303 | 44 | 3
GO
SELECT DATEPART(millisecond, '00:00:01.1234567') AS ms, DATEPART(microsecond, '00:00:01.1234567') AS us, DATEPART(nanosecond, '00:00:01.1234567') AS ns; --> 123 | 123456 | 123456700
GO
SELECT DAY('2015-04-30 01:01:01.1234567') AS d, MONTH('2007-04-30T01:01:01.1234567 -07:00') AS m, YEAR('2010-04-30T01:01:01.1234567-07:00') AS y; --> 30 | 4 | 2010
GO
SELECT YEAR(0) AS y, MONTH(0) AS m, DAY(0) AS d; --> 1900 | 1 | 1
GO
DECLARE @date DATETIME = '12/1/2024';
SELECT EOMONTH(@date) AS a, EOMONTH(@date, -1) AS b, EOMONTH(@date, 1) AS c; --> 2024-12-31 | 2024-11-30 | 2025-01-31
GO
DECLARE @d datetime2 = '2021-12-08 11:30:15.1234567';
SELECT DATETRUNC(year, @d) AS y, DATETRUNC(quarter, @d) AS q, DATETRUNC(month, @d) AS m, DATETRUNC(week, @d) AS w; --> 2021-01-01 00:00:00.0000000 | 2021-10-01 00:00:00.0000000 | 2021-12-01 00:00:00.0000000 | 2021-12-05 00:00:00.0000000
SELECT DATETRUNC(iso_week, @d) AS w, DATETRUNC(hour, @d) AS h, DATETRUNC(millisecond, @d) AS ms, DATETRUNC(microsecond, @d) AS us; --> 2021-12-06 00:00:00.0000000 | 2021-12-08 11:00:00.0000000 | 2021-12-08 11:30:15.1230000 | 2021-12-08 11:30:15.1234560
GO
SELECT ISDATE('2009-05-12 10:19:41.177') AS a, ISDATE('2009-05-12 10:19:41.1771234') AS b, ISDATE('abc') AS c, ISDATE('04/15/2008') AS d, ISDATE('13/15/2008') AS e; --> 1 | 0 | 0 | 1 | 0
GO
SELECT CONVERT(varchar(30), CAST('2006-12-30 00:38:54.840' AS datetime), 9) AS s9, CONVERT(varchar(30), CAST('2006-12-30 00:38:54.840' AS datetime), 109) AS s109, CONVERT(varchar(30), CAST('2006-12-30 00:38:54.840' AS datetime), 22) AS s22; --> Dec 30 2006 12:38:54:840AM | Dec 30 2006 12:38:54:840AM | 12/30/06 12:38:54 AM
GO
SELECT CONVERT(varchar(30), CAST('2006-12-30 00:38:54.840' AS datetime), 127) AS s127, CONVERT(varchar(40), CAST('2006-12-30 14:38:54.1234567' AS datetime2), 109) AS d2; --> 2006-12-30T00:38:54.840 | Dec 30 2006  2:38:54.1234567PM
