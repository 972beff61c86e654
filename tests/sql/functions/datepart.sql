-- docs/t-sql/functions/datepart-transact-sql.md and datename-transact-sql.md: the table for 2007-10-30 12:15:32.1234567.
SET NOCOUNT ON;
DECLARE @d datetime2 = '2007-10-30 12:15:32.1234567';
SELECT DATEPART(year, @d) AS y, DATEPART(quarter, @d) AS q, DATEPART(month, @d) AS m, DATEPART(dayofyear, @d) AS dy,
       DATEPART(day, @d) AS d, DATEPART(week, @d) AS wk, DATEPART(weekday, @d) AS dw;
SELECT DATEPART(hour, @d) AS hh, DATEPART(minute, @d) AS n, DATEPART(second, @d) AS s, DATEPART(millisecond, @d) AS ms,
       DATEPART(microsecond, @d) AS mcs, DATEPART(nanosecond, @d) AS ns;
SELECT YEAR(@d) AS y, MONTH(@d) AS m, DAY(@d) AS d;
PRINT DATENAME(month, @d);
PRINT DATENAME(weekday, @d);
PRINT DATENAME(year, @d);
PRINT DATENAME(nanosecond, @d);
