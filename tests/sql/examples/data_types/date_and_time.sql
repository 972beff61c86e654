-- The examples of pages of docs/t-sql/data-types. A line after --> is a row that the page shows.
-- docs/t-sql/data-types/datetime-transact-sql.md
DECLARE @date date = '12-21-16';
DECLARE @datetime datetime = @date;
SELECT @datetime AS '@datetime', @date AS '@date';
--> 2016-12-21 00:00:00.000 | 2016-12-21
GO
DECLARE @time time(4) = '12:10:05.1237';
DECLARE @datetime datetime = @time;
SELECT @datetime AS '@datetime', @time AS '@time';
--> 1900-01-01 12:10:05.123 | 12:10:05.1237
GO
DECLARE @smalldatetime smalldatetime = '12-01-16 12:32';
DECLARE @datetime datetime = @smalldatetime;
SELECT @datetime AS '@datetime', @smalldatetime AS '@smalldatetime';
--> 2016-12-01 12:32:00.000 | 2016-12-01 12:32:00
GO
-- The page's second column has another value than the variable.
DECLARE @datetimeoffset datetimeoffset(4) = '1968-10-23 12:45:37.1234 +10:0';
DECLARE @datetime datetime = @datetimeoffset;
SELECT @datetime AS '@datetime';
--> 1968-10-23 12:45:37.123
GO
DECLARE @datetime2 datetime2(4) = '1968-10-23 12:45:37.1237';
DECLARE @datetime datetime = @datetime2;
SELECT @datetime AS '@datetime', @datetime2 AS '@datetime2';
--> 1968-10-23 12:45:37.123 | 1968-10-23 12:45:37.1237
GO
SELECT CAST('01/01/98 23:59:59.999' AS datetime) AS a, CAST('01/01/98 23:59:59.995' AS datetime) AS b, CAST('01/01/98 23:59:59.998' AS datetime) AS c, CAST('01/01/98 23:59:59.992' AS datetime) AS d, CAST('01/01/98 23:59:59.994' AS datetime) AS e, CAST('01/01/98 23:59:59.990' AS datetime) AS f, CAST('01/01/98 23:59:59.991' AS datetime) AS g;
--> 1998-01-02 00:00:00.000 | 1998-01-01 23:59:59.997 | 1998-01-01 23:59:59.997 | 1998-01-01 23:59:59.993 | 1998-01-01 23:59:59.993 | 1998-01-01 23:59:59.990 | 1998-01-01 23:59:59.990
SELECT {ts '1998-05-02 01:23:56.123'} AS ts, {d '1990-10-02'} AS d, CAST({t '13:33:41'} AS time(0)) AS t;
--> 1998-05-02 01:23:56.123 | 1990-10-02 00:00:00.000 | 13:33:41
-- The same example is on the pages of date, datetime2, datetimeoffset, smalldatetime and time.
SELECT CAST('2007-05-08 12:35:29. 1234567 +12:15' AS time(7)) AS 'time', CAST('2007-05-08 12:35:29. 1234567 +12:15' AS date) AS 'date', CAST('2007-05-08 12:35:29. 1234567 +12:15' AS datetime2(7)) AS 'datetime2';
--> 12:35:29.1234567 | 2007-05-08 | 2007-05-08 12:35:29.1234567
SELECT CAST('2007-05-08 12:35:29.123' AS smalldatetime) AS 'smalldatetime', CAST('2007-05-08 12:35:29.123' AS datetime) AS 'datetime', CAST('2007-05-08 12:35:29.1234567 +12:15' AS datetimeoffset(7)) AS 'datetimeoffset', CAST('2007-05-08 12:35:29.1234567+12:15' AS datetime2(7)) AS d, CAST('2007-05-08 12:35:29.1234567+12:15' AS datetimeoffset(7)) AS 'datetimeoffset IS08601';
--> 2007-05-08 12:35:00 | 2007-05-08 12:35:29.123 | 2007-05-08 12:35:29.1234567 +12:15 | 2007-05-08 12:35:29.1234567 | 2007-05-08 12:35:29.1234567 +12:15
GO
-- The alphabetical formats, each with the same date.
SELECT DISTINCT CAST(t AS datetime) AS d FROM (VALUES ('April 15, 1996'), ('Apr 15 1996'), ('apr 15, 96'), ('15 April, 1996'), ('15 Apr,96'), ('15 96 apr'), ('15 1996 apr'), ('1996 APRIL 15'), ('1996 15 APR'), ('APR 1996 15')) AS v(t);
--> 1996-04-15 00:00:00.000
SELECT DISTINCT CAST(t AS datetime) AS d FROM (VALUES ('April 1996'), ('1996 april'), ('19960401')) AS v(t);
--> 1996-04-01 00:00:00.000
GO
-- docs/t-sql/data-types/datetime2-transact-sql.md
DECLARE @date date = '12-21-16';
DECLARE @datetime2 datetime2 = @date;
SELECT @datetime2 AS '@datetime2', @date AS '@date';
--> 2016-12-21 00:00:00.0000000 | 2016-12-21
GO
DECLARE @time time(7) = '12:10:16.1234567';
DECLARE @datetime2 datetime2 = @time;
SELECT @datetime2 AS '@datetime2', @time AS '@time';
--> 1900-01-01 12:10:16.1234567 | 12:10:16.1234567
GO
DECLARE @smalldatetime smalldatetime = '12-01-16 12:32';
DECLARE @datetime2 datetime2 = @smalldatetime;
SELECT @datetime2 AS '@datetime2', @smalldatetime AS '@smalldatetime';
--> 2016-12-01 12:32:00.0000000 | 2016-12-01 12:32:00
GO
DECLARE @datetimeoffset datetimeoffset(7) = '2016-10-23 12:45:37.1234567 +10:0';
DECLARE @datetime2 datetime2 = @datetimeoffset;
SELECT @datetime2 AS '@datetime2', @datetimeoffset AS '@datetimeoffset';
--> 2016-10-23 12:45:37.1234567 | 2016-10-23 12:45:37.1234567 +10:00
GO
DECLARE @datetime datetime = '2016-10-23 12:45:37.333';
DECLARE @datetime2 datetime2 = @datetime;
SELECT @datetime2 AS '@datetime2', @datetime AS '@datetime';
--> 2016-10-23 12:45:37.3333333 | 2016-10-23 12:45:37.333
GO
-- docs/t-sql/data-types/datetimeoffset-transact-sql.md: the pages shorten the offset +01:00.
DECLARE @datetimeoffset datetimeoffset(4) = '12-10-25 12:32:10 +01:00';
DECLARE @date date= @datetimeoffset;
SELECT @datetimeoffset AS '@datetimeoffset ', @date AS 'date';
--> 2025-12-10 12:32:10.0000 +01:00 | 2025-12-10
GO
DECLARE @datetimeoffset datetimeoffset(4) = '12-10-25 12:32:10.1237 +01:0';
DECLARE @time time(3) = @datetimeoffset;
DECLARE @datetime datetime = @datetimeoffset;
SELECT @datetimeoffset AS '@datetimeoffset ', @time AS 'time', @datetime AS 'datetime';
--> 2025-12-10 12:32:10.1237 +01:00 | 12:32:10.124 | 2025-12-10 12:32:10.123
GO
DECLARE @datetimeoffset datetimeoffset(3) = '1912-10-25 12:24:32 +10:0';
DECLARE @smalldatetime smalldatetime = @datetimeoffset;
SELECT @datetimeoffset AS '@datetimeoffset', @smalldatetime AS '@smalldatetime';
--> 1912-10-25 12:24:32.000 +10:00 | 1912-10-25 12:25:00
GO
-- docs/t-sql/data-types/date-transact-sql.md
DECLARE @date date= '12-10-25';
DECLARE @datetime datetime= @date;
SELECT @date AS '@date', @datetime AS '@datetime';
--> 2025-12-10 | 2025-12-10 00:00:00.000
GO
DECLARE @date date= '1912-10-25';
DECLARE @smalldatetime smalldatetime = @date;
DECLARE @datetimeoffset datetimeoffset(3) = @date;
DECLARE @datetime2 datetime2(3) = @date;
SELECT @date AS '@date', @smalldatetime AS '@smalldatetime', @datetimeoffset AS '@datetimeoffset', @datetime2 AS '@datetime2(3)';
--> 1912-10-25 | 1912-10-25 00:00:00 | 1912-10-25 00:00:00.000 +00:00 | 1912-10-25 00:00:00.000
GO
DECLARE @date date = '2007-05-08', @time time = @date;
--> Operand type clash: date is incompatible with time
GO
DECLARE @date date = '2100-05-08', @small smalldatetime = @date;
--> Msg 242, Level 16, State 3, Line 1
GO
-- docs/t-sql/data-types/time-transact-sql.md
DECLARE @timeFrom time(4) = '12:34:54.1237';
DECLARE @timeTo time(3) = @timeFrom;
SELECT @timeTo AS 'time(3)', @timeFrom AS 'time(4)';
--> 12:34:54.124 | 12:34:54.1237
GO
DECLARE @time time(4) = '12:15:04.1237';
DECLARE @datetime datetime= @time;
DECLARE @datetimeoffset datetimeoffset(3) = @time;
DECLARE @datetime2 datetime2(3) = @time;
SELECT @time AS '@time', @datetime AS '@datetime', @datetimeoffset AS '@datetimeoffset', @datetime2 AS '@datetime2';
--> 12:15:04.1237 | 1900-01-01 12:15:04.123 | 1900-01-01 12:15:04.124 +00:00 | 1900-01-01 12:15:04.124
GO
DECLARE @time time(4) = '12:15:59.9999';
DECLARE @smalldatetime smalldatetime= @time;
SELECT @time AS '@time', @smalldatetime AS '@smalldatetime';
--> 12:15:59.9999 | 1900-01-01 12:16:00
GO
DECLARE @time time(4) = '12:59:59.9999';
DECLARE @smalldatetime smalldatetime= @time;
SELECT @time AS '@time', @smalldatetime AS '@smalldatetime';
--> 12:59:59.9999 | 1900-01-01 13:00:00
GO
SELECT CAST('01:01:01:123AM' AS time(7)) AS a, CAST('01:01:01.1234567 AM' AS time(7)) AS b, CAST('01:01:01.1234567 PM' AS time(7)) AS c, CAST('01:01:01.1234567PM' AS time(7)) AS d, CAST('01:01:01' AS time(7)) AS g, CAST('01:01:01.1234567 +01:01' AS time(7)) AS h;
--> 01:01:01.1230000 | 01:01:01.1234567 | 13:01:01.1234567 | 13:01:01.1234567 | 01:01:01.0000000 | 01:01:01.1234567
SELECT CAST('12:12:12' AS smalldatetime) AS a, CAST('12:12:12.123' AS datetime) AS b, CAST('12:12:12.1234567' AS datetime2(7)) AS c, CAST('12:12:12.1234567' AS datetimeoffset(7)) AS d;
--> 1900-01-01 12:12:00 | 1900-01-01 12:12:12.123 | 1900-01-01 12:12:12.1234567 | 1900-01-01 12:12:12.1234567 +00:00
SELECT CAST('12:01' AS time(0)) AS a, CAST('12:01 PM' AS time(0)) AS b, CAST('12:01 AM' AS time(0)) AS c, CAST('12:30:20:1' AS time(3)) AS f, CAST('12:30:20.1' AS time(3)) AS g, TRY_CAST('24:00' AS time(0)) AS h;
--> 12:01:00 | 12:01:00 | 00:01:00 | 12:30:20.001 | 12:30:20.100 | NULL
GO
-- docs/t-sql/data-types/smalldatetime-transact-sql.md
DECLARE @smalldatetime smalldatetime = '1955-12-13 12:43:10';
DECLARE @date date = @smalldatetime, @time time(4) = @smalldatetime, @datetime datetime = @smalldatetime, @datetimeoffset datetimeoffset(4) = @smalldatetime, @datetime2 datetime2(4) = @smalldatetime;
SELECT @smalldatetime AS '@smalldatetime', @date AS 'date', @time AS 'time';
--> 1955-12-13 12:43:00 | 1955-12-13 | 12:43:00.0000
SELECT @datetime AS 'datetime', @datetimeoffset AS 'datetimeoffset(4)', @datetime2 AS ' datetime2(4)';
--> 1955-12-13 12:43:00.000 | 1955-12-13 12:43:00.0000 +00:00 | 1955-12-13 12:43:00.0000
SELECT CAST('2007-05-08 12:35:29' AS smalldatetime) AS a, CAST('2007-05-08 12:35:30' AS smalldatetime) AS b, CAST('2007-05-08 12:59:59.998' AS smalldatetime) AS c, CAST('2007-05-09 23:59:59' AS smalldatetime) AS d, CAST('2007-05-09 23:58:29.998' AS smalldatetime) AS e, CAST('2007-05-09 23:58:29.999' AS smalldatetime) AS f;
--> 2007-05-08 12:35:00 | 2007-05-08 12:36:00 | 2007-05-08 13:00:00 | 2007-05-10 00:00:00 | 2007-05-09 23:58:00 | 2007-05-09 23:59:00
GO
