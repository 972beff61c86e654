-- The examples of pages of docs/t-sql/functions. A line after --> is a row that the page shows.
-- docs/t-sql/functions/date-bucket-transact-sql.md
DECLARE @date datetime2 = '2020-04-15 21:22:11';
SELECT DATE_BUCKET(WEEK, 1, @date) AS a;
--> 2020-04-13 00:00:00.0000000
SELECT DATE_BUCKET(WEEK, 2, @date) AS a, DATE_BUCKET(WEEK, 3, @date) AS b, DATE_BUCKET(WEEK, 4, @date) AS c, DATE_BUCKET(WEEK, 6, @date) AS d;
--> 2020-04-13 00:00:00.0000000 | 2020-04-13 00:00:00.0000000 | 2020-04-13 00:00:00.0000000 | 2020-04-13 00:00:00.0000000
SELECT DATE_BUCKET(WEEK, 5, @date) AS a;
--> 2020-04-06 00:00:00.0000000
SELECT DATE_BUCKET(WEEK, 5, CAST('2020-06-15 21:22:11' AS datetime2), CAST('2019-01-01 00:00:00' AS datetime2)) AS a;
--> 2020-06-09 00:00:00.0000000
GO
DECLARE @date datetime2 = '2020-04-30 00:00:00';
SELECT DATE_BUCKET(DAY, 2147483648, @date);
--> Msg 8115, Level 16, State 2, Line 2
--> Arithmetic overflow error converting expression to data type int.
GO
DECLARE @date datetime2 = '2020-04-30 00:00:00';
SELECT DATE_BUCKET(DAY, -1, @date);
--> Msg 9834, Level 16, State 1, Line 2
--> Invalid bucket width value passed to DATE_BUCKET function. Only positive values are allowed.
GO
DECLARE @date datetime2 = '2020-04-30 21:21:21';
SELECT 'Week', DATE_BUCKET(WEEK, 1, @date) UNION ALL SELECT 'Day', DATE_BUCKET(DAY, 1, @date) UNION ALL SELECT 'Hour', DATE_BUCKET(HOUR, 1, @date)
UNION ALL SELECT 'Minutes', DATE_BUCKET(MINUTE, 1, @date) UNION ALL SELECT 'Seconds', DATE_BUCKET(SECOND, 1, @date);
--> Week | 2020-04-27 00:00:00.0000000
--> Day | 2020-04-30 00:00:00.0000000
--> Hour | 2020-04-30 21:00:00.0000000
--> Minutes | 2020-04-30 21:21:00.0000000
--> Seconds | 2020-04-30 21:21:21.0000000
GO
DECLARE @days int = 365, @datetime datetime2 = '2000-01-01 01:01:01.1110000';
SELECT DATE_BUCKET(DAY, @days, @datetime) AS a;
--> 1999-12-08 00:00:00.0000000
GO
-- docs/t-sql/functions/dateadd-transact-sql.md
SELECT DATEADD(month, 1, '20060830') AS a, DATEADD(month, 1, '2006-08-31') AS b;
--> 2006-09-30 00:00:00.000 | 2006-09-30 00:00:00.000
GO
SELECT DATEADD(year, 2147483648, '20060731');
--> Msg 8115, Level 16, State 2, Line 1
--> Arithmetic overflow error converting expression to data type int.
GO
SELECT DATEADD(year, -2147483649, '20060731');
--> Msg 8115, Level 16, State 2, Line 1
--> Arithmetic overflow error converting expression to data type int.
GO
SELECT DATEADD(year, 2147483647, '20060731');
--> Msg 517, Level 16, State 1, Line 1
--> Adding a value to a 'datetime' column caused an overflow.
GO
DECLARE @datetime2 datetime2 = '2007-01-01 13:10:10.1111111';
SELECT '1 millisecond', DATEADD(millisecond, 1, @datetime2) UNION ALL SELECT '2 milliseconds', DATEADD(millisecond, 2, @datetime2)
UNION ALL SELECT '1 microsecond', DATEADD(microsecond, 1, @datetime2) UNION ALL SELECT '2 microseconds', DATEADD(microsecond, 2, @datetime2)
UNION ALL SELECT '49 nanoseconds', DATEADD(nanosecond, 49, @datetime2) UNION ALL SELECT '50 nanoseconds', DATEADD(nanosecond, 50, @datetime2)
UNION ALL SELECT '150 nanoseconds', DATEADD(nanosecond, 150, @datetime2);
--> 1 millisecond | 2007-01-01 13:10:10.1121111
--> 2 milliseconds | 2007-01-01 13:10:10.1131111
--> 1 microsecond | 2007-01-01 13:10:10.1111121
--> 2 microseconds | 2007-01-01 13:10:10.1111131
--> 49 nanoseconds | 2007-01-01 13:10:10.1111111
--> 50 nanoseconds | 2007-01-01 13:10:10.1111112
--> 150 nanoseconds | 2007-01-01 13:10:10.1111113
SELECT 'year', DATEADD(year, 1, @datetime2) UNION ALL SELECT 'quarter', DATEADD(quarter, 1, @datetime2) UNION ALL SELECT 'month', DATEADD(month, 1, @datetime2)
UNION ALL SELECT 'dayofyear', DATEADD(dayofyear, 1, @datetime2) UNION ALL SELECT 'day', DATEADD(day, 1, @datetime2) UNION ALL SELECT 'week', DATEADD(week, 1, @datetime2)
UNION ALL SELECT 'weekday', DATEADD(weekday, 1, @datetime2) UNION ALL SELECT 'hour', DATEADD(hour, 1, @datetime2) UNION ALL SELECT 'minute', DATEADD(minute, 1, @datetime2)
UNION ALL SELECT 'second', DATEADD(second, 1, @datetime2) UNION ALL SELECT 'millisecond', DATEADD(millisecond, 1, @datetime2)
UNION ALL SELECT 'microsecond', DATEADD(microsecond, 1, @datetime2) UNION ALL SELECT 'nanosecond', DATEADD(nanosecond, 1, @datetime2);
--> year | 2008-01-01 13:10:10.1111111
--> quarter | 2007-04-01 13:10:10.1111111
--> month | 2007-02-01 13:10:10.1111111
--> dayofyear | 2007-01-02 13:10:10.1111111
--> day | 2007-01-02 13:10:10.1111111
--> week | 2007-01-08 13:10:10.1111111
--> weekday | 2007-01-02 13:10:10.1111111
--> hour | 2007-01-01 14:10:10.1111111
--> minute | 2007-01-01 13:11:10.1111111
--> second | 2007-01-01 13:10:11.1111111
--> millisecond | 2007-01-01 13:10:10.1121111
--> microsecond | 2007-01-01 13:10:10.1111121
--> nanosecond | 2007-01-01 13:10:10.1111111
SET @datetime2 = '2007-01-01 01:01:01.1111111';
SELECT DATEADD(quarter, 4, @datetime2) AS a, DATEADD(month, 13, @datetime2) AS b, DATEADD(dayofyear, 365, @datetime2) AS c, DATEADD(day, 365, @datetime2) AS d, DATEADD(week, 5, @datetime2) AS e;
--> 2008-01-01 01:01:01.1111111 | 2008-02-01 01:01:01.1111111 | 2008-01-01 01:01:01.1111111 | 2008-01-01 01:01:01.1111111 | 2007-02-05 01:01:01.1111111
SELECT DATEADD(weekday, 31, @datetime2) AS a, DATEADD(hour, 23, @datetime2) AS b, DATEADD(minute, 59, @datetime2) AS c, DATEADD(second, 59, @datetime2) AS d, DATEADD(millisecond, 1, @datetime2) AS e;
--> 2007-02-01 01:01:01.1111111 | 2007-01-02 00:01:01.1111111 | 2007-01-01 02:00:01.1111111 | 2007-01-01 01:02:00.1111111 | 2007-01-01 01:01:01.1121111
DECLARE @days int = 365, @datetime datetime = '2000-01-01 01:01:01.111';
SELECT DATEADD(day, @days, @datetime) AS a;
--> 2000-12-31 01:01:01.110
GO
-- docs/t-sql/functions/datename-transact-sql.md
SELECT DATENAME(year, '12:10:30.123') AS y, DATENAME(month, '12:10:30.123') AS m, DATENAME(day, '12:10:30.123') AS d, DATENAME(dayofyear, '12:10:30.123') AS dy, DATENAME(weekday, '12:10:30.123') AS dw;
--> 1900 | January | 1 | 1 | Monday
GO
DECLARE @t time = '12:10:30.123';
SELECT DATENAME(year, @t);
--> Msg 9810, Level 16, State 5, Line 2
--> The datepart year is not supported by date function datename for data type time.
GO
DECLARE @d varchar(40) = '2007-10-30 12:15:32.1234567 +05:10';
SELECT DATENAME(year, @d) AS a, DATENAME(qq, @d) AS b, DATENAME(m, @d) AS c, DATENAME(dy, @d) AS d, DATENAME(dd, @d) AS e, DATENAME(wk, @d) AS f, DATENAME(dw, @d) AS g, DATENAME(hh, @d) AS h;
--> 2007 | 4 | October | 303 | 30 | 44 | Tuesday | 12
SELECT DATENAME(n, @d) AS a, DATENAME(ss, @d) AS b, DATENAME(ms, @d) AS c, DATENAME(mcs, @d) AS d, DATENAME(ns, @d) AS e, DATENAME(tz, '2007-10-30 12:15:32.1234567 +05:10') AS f, DATENAME(isowk, @d) AS g;
--> 15 | 32 | 123 | 123456 | 123456700 | +05:10 | 44
GO
-- docs/t-sql/functions/datepart-transact-sql.md
SELECT DATEPART(year, '2007-10-30 12:15:32.1234567 +05:10') AS a, DATEPART(quarter, '2007-10-30 12:15:32.1234567 +05:10') AS b, DATEPART(month, '2007-10-30 12:15:32.1234567 +05:10') AS c, DATEPART(dayofyear, '2007-10-30 12:15:32.1234567 +05:10') AS d, DATEPART(day, '2007-10-30 12:15:32.1234567 +05:10') AS e, DATEPART(week, '2007-10-30 12:15:32.1234567 +05:10') AS f, DATEPART(weekday, '2007-10-30 12:15:32.1234567 +05:10') AS g;
--> 2007 | 4 | 10 | 303 | 30 | 44 | 3
SELECT DATEPART(hour, '2007-10-30 12:15:32.1234567 +05:10') AS a, DATEPART(minute, '2007-10-30 12:15:32.1234567 +05:10') AS b, DATEPART(second, '2007-10-30 12:15:32.1234567 +05:10') AS c, DATEPART(millisecond, '2007-10-30 12:15:32.1234567 +05:10') AS d, DATEPART(microsecond, '2007-10-30 12:15:32.1234567 +05:10') AS e, DATEPART(nanosecond, '2007-10-30 12:15:32.1234567 +05:10') AS f, DATEPART(tzoffset, '2007-10-30 12:15:32.1234567 +05:10') AS g, DATEPART(iso_week, '2007-10-30 12:15:32.1234567 +05:10') AS h;
--> 12 | 15 | 32 | 123 | 123456 | 123456700 | 310 | 44
SET DATEFIRST 1; SELECT DATEPART(week, '2007-04-21 ') AS w, DATEPART(weekday, '2007-04-21 ') AS d;
--> 16 | 6
SET DATEFIRST 2; SELECT DATEPART(week, '2007-04-21 ') AS w, DATEPART(weekday, '2007-04-21 ') AS d;
--> 17 | 5
SET DATEFIRST 3; SELECT DATEPART(week, '2007-04-21 ') AS w, DATEPART(weekday, '2007-04-21 ') AS d;
--> 17 | 4
SET DATEFIRST 4; SELECT DATEPART(week, '2007-04-21 ') AS w, DATEPART(weekday, '2007-04-21 ') AS d;
--> 17 | 3
SET DATEFIRST 5; SELECT DATEPART(week, '2007-04-21 ') AS w, DATEPART(weekday, '2007-04-21 ') AS d;
--> 17 | 2
SET DATEFIRST 6; SELECT DATEPART(week, '2007-04-21 ') AS w, DATEPART(weekday, '2007-04-21 ') AS d;
--> 17 | 1
SET DATEFIRST 7; SELECT DATEPART(week, '2007-04-21 ') AS w, DATEPART(weekday, '2007-04-21 ') AS d;
--> 16 | 7
SELECT DATEPART(tzoffset, '2007-05-10  00:00:01.1234567 +05:10') AS tz;
--> 310
SELECT DATEPART(year, '12:10:30.123') AS y, DATEPART(month, '12:10:30.123') AS m, DATEPART(day, '12:10:30.123') AS d, DATEPART(dayofyear, '12:10:30.123') AS dy, DATEPART(weekday, '12:10:30.123') AS dw;
--> 1900 | 1 | 1 | 1 | 2
SELECT DATEPART(millisecond, '00:00:01.1234567') AS ms, DATEPART(microsecond, '00:00:01.1234567') AS mcs, DATEPART(nanosecond, '00:00:01.1234567') AS ns;
--> 123 | 123456 | 123456700
SELECT DATEPART(year, 0) AS y, DATEPART(month, 0) AS m, DATEPART(day, 0) AS d;
--> 1900 | 1 | 1
SELECT DATEPART(day, '12/20/1974') AS d, DATEPART(year, '12/20/1974') AS y;
--> 20 | 1974
GO
DECLARE @t time = '12:10:30.123';
SELECT DATEPART(year, @t);
--> Msg 9810, Level 16, State 3, Line 2
--> The datepart year is not supported by date function datepart for data type time.
GO
-- docs/t-sql/functions/datetrunc-transact-sql.md
DECLARE @d datetime2 = '2021-12-08 11:30:15.1234567';
SELECT DATETRUNC(year, @d) AS a, DATETRUNC(quarter, @d) AS b, DATETRUNC(month, @d) AS c, DATETRUNC(week, @d) AS d, DATETRUNC(iso_week, @d) AS e, DATETRUNC(dayofyear, @d) AS f;
--> 2021-01-01 00:00:00.0000000 | 2021-10-01 00:00:00.0000000 | 2021-12-01 00:00:00.0000000 | 2021-12-05 00:00:00.0000000 | 2021-12-06 00:00:00.0000000 | 2021-12-08 00:00:00.0000000
SELECT DATETRUNC(day, @d) AS a, DATETRUNC(hour, @d) AS b, DATETRUNC(minute, @d) AS c, DATETRUNC(second, @d) AS d, DATETRUNC(millisecond, @d) AS e, DATETRUNC(microsecond, @d) AS f;
--> 2021-12-08 00:00:00.0000000 | 2021-12-08 11:00:00.0000000 | 2021-12-08 11:30:00.0000000 | 2021-12-08 11:30:15.0000000 | 2021-12-08 11:30:15.1230000 | 2021-12-08 11:30:15.1234560
GO
DECLARE @d datetime2 = '2021-11-11 11:11:11.1234567';
SELECT DATETRUNC(week, @d) AS w;
--> 2021-11-07 00:00:00.0000000
SET DATEFIRST 6; SELECT DATETRUNC(week, @d) AS w;
--> 2021-11-06 00:00:00.0000000
SET DATEFIRST 3; SELECT DATETRUNC(week, @d) AS w;
--> 2021-11-10 00:00:00.0000000
SET DATEFIRST 7;
GO
SELECT DATETRUNC(month, '1998-03-04') AS a, DATETRUNC(millisecond, '1998-03-04 10:10:05.1234567') AS b;
--> 1998-03-01 00:00:00.0000000 | 1998-03-04 10:10:05.1230000
DECLARE @d1 char(200) = '1998-03-04', @d2 nvarchar(max) = '1998-03-04 10:10:05';
SELECT DATETRUNC(millisecond, @d1) AS a, DATETRUNC(minute, @d2) AS b;
--> 1998-03-04 00:00:00.0000000 | 1998-03-04 10:10:00.0000000
DECLARE @d datetime2 = '1998-12-11 02:03:04.1234567', @e datetime = '2015-04-29 05:06:07.123', @f date = '2050-04-04', @g smalldatetime = '2009-09-11 12:42:12', @h datetime = '2020-02-02 02:02:02.002';
SELECT DATETRUNC(day, @d) AS d, DATETRUNC(millisecond, @e) AS e, DATETRUNC(day, @f) AS f, DATETRUNC(minute, @g) AS g, DATETRUNC(second, @g) AS g2, @h AS h, DATETRUNC(millisecond, @h) AS h2;
--> 1998-12-11 00:00:00.0000000 | 2015-04-29 05:06:07.123 | 2050-04-04 | 2009-09-11 12:42:00 | 2009-09-11 12:42:00 | 2020-02-02 02:02:02.003 | 2020-02-02 02:02:02.003
GO
DECLARE @d date = '0001-01-01 00:00:00';
SELECT DATETRUNC(week, @d);
--> Msg 9837, Level 16, State 3, Line 2
--> An invalid date value was encountered: The date value is less than the minimum date value allowed for the data type.
GO
DECLARE @d time = '12:12:12.1234567';
SELECT DATETRUNC(year, @d);
--> Msg 9810, Level 16, State 10, Line 2
--> The datepart year is not supported by date function datetrunc for data type time.
GO
DECLARE @d datetime2(3) = '2021-12-12 12:12:12.12345';
SELECT DATETRUNC(microsecond, @d);
--> Msg 9810, Level 16, State 11, Line 2
--> The datepart microsecond is not supported by date function datetrunc for data type datetime2.
GO
-- docs/t-sql/functions/datetimeoffsetfromparts-transact-sql.md, docs/t-sql/functions/timefromparts-transact-sql.md
SELECT DATETIMEOFFSETFROMPARTS(2010, 12, 31, 14, 23, 23, 0, 12, 0, 7) AS Result;
--> 2010-12-31 14:23:23.0000000 +12:00
SELECT DATETIMEOFFSETFROMPARTS(2011, 8, 15, 14, 30, 00, 5, 12, 30, 1) AS a, DATETIMEOFFSETFROMPARTS(2011, 8, 15, 14, 30, 00, 50, 12, 30, 2) AS b, DATETIMEOFFSETFROMPARTS(2011, 8, 15, 14, 30, 00, 500, 12, 30, 3) AS c;
--> 2011-08-15 14:30:00.5 +12:30 | 2011-08-15 14:30:00.50 +12:30 | 2011-08-15 14:30:00.500 +12:30
SELECT TIMEFROMPARTS(23, 59, 59, 0, 7) AS a, TIMEFROMPARTS(14, 23, 44, 5, 1) AS b, TIMEFROMPARTS(14, 23, 44, 50, 2) AS c, TIMEFROMPARTS(14, 23, 44, 500, 3) AS d;
--> 23:59:59.0000000 | 14:23:44.5 | 14:23:44.50 | 14:23:44.500
GO
-- docs/t-sql/functions/eomonth-transact-sql.md
DECLARE @date datetime = '12/1/2011', @text varchar(255) = '12/1/2011';
SELECT EOMONTH(@date) AS a, EOMONTH(@text) AS b, EOMONTH(@date, 1) AS c, EOMONTH(@date, -1) AS d;
--> 2011-12-31 | 2011-12-31 | 2012-01-31 | 2011-11-30
GO
-- docs/t-sql/functions/isdate-transact-sql.md
IF ISDATE('2009-05-12 10:19:41.177') = 1 PRINT 'VALID' ELSE PRINT 'INVALID';
--> VALID
SET LANGUAGE us_english; SET DATEFORMAT mdy;
SELECT ISDATE('04/15/2008') AS a, ISDATE('04-15-2008') AS b, ISDATE('04.15.2008') AS c, ISDATE('04/2008/15') AS d, ISDATE('15/04/2008') AS e, ISDATE('15/2008/04') AS f, ISDATE('2008/15/04') AS g, ISDATE('2008/04/15') AS h;
--> 1 | 1 | 1 | 1 | 0 | 0 | 0 | 1
SET DATEFORMAT dmy; SELECT ISDATE('15/04/2008') AS a;
--> 1
SET DATEFORMAT dym; SELECT ISDATE('15/2008/04') AS a;
--> 1
SET DATEFORMAT ydm; SELECT ISDATE('2008/15/04') AS a;
--> 1
SET DATEFORMAT ymd; SELECT ISDATE('2008/04/15') AS a;
--> 1
SET LANGUAGE English; SELECT ISDATE('15/04/2008') AS a;
--> 0
SET LANGUAGE Hungarian; SELECT ISDATE('15/2008/04') AS a;
--> 0
SET LANGUAGE Swedish; SELECT ISDATE('2008/15/04') AS a;
--> 0
SET LANGUAGE Italian; SELECT ISDATE('2008/04/15') AS a;
--> 1
SET LANGUAGE us_english; SET DATEFORMAT mdy;
GO
-- docs/t-sql/functions/switchoffset-transact-sql.md, docs/t-sql/functions/todatetimeoffset-transact-sql.md
CREATE TABLE dbo.test (ColDatetimeoffset datetimeoffset);
INSERT INTO dbo.test VALUES ('1998-09-20 7:45:50.71345 -5:00');
SELECT SWITCHOFFSET(ColDatetimeoffset, '-08:00') AS a, ColDatetimeoffset AS b FROM dbo.test;
--> 1998-09-20 04:45:50.7134500 -08:00 | 1998-09-20 07:45:50.7134500 -05:00
DROP TABLE dbo.test;
DECLARE @day datetime2 = '2019-04-22 16:23:51.7666667';
SELECT TODATETIMEOFFSET(@day, '-07:00') AS a, TODATETIMEOFFSET(@day, -120) AS b, TODATETIMEOFFSET(@day, '+13:00') AS c;
--> 2019-04-22 16:23:51.7666667 -07:00 | 2019-04-22 16:23:51.7666667 -02:00 | 2019-04-22 16:23:51.7666667 +13:00
GO
