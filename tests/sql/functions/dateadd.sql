-- docs/t-sql/functions/dateadd-transact-sql.md: the return type is the argument's (datetime for a string); a day that the
-- month does not have becomes its last.
SET NOCOUNT ON;
SELECT DATEADD(month, 1, '20060830') AS a, DATEADD(month, 1, '2006-08-31') AS b;
DECLARE @d2 datetime2 = '2007-01-01 13:10:10.1111111';
SELECT DATEADD(year, 1, @d2) AS y, DATEADD(quarter, 1, @d2) AS q, DATEADD(month, 1, @d2) AS m;
SELECT DATEADD(dayofyear, 1, @d2) AS dy, DATEADD(day, 1, @d2) AS d, DATEADD(week, 1, @d2) AS wk, DATEADD(weekday, 1, @d2) AS dw;
SELECT DATEADD(hour, 1, @d2) AS h, DATEADD(minute, 1, @d2) AS mi, DATEADD(second, 1, @d2) AS s;
SELECT DATEADD(millisecond, 1, @d2) AS ms, DATEADD(microsecond, 1, @d2) AS mcs, DATEADD(nanosecond, 149, @d2) AS ns0,
       DATEADD(nanosecond, 150, @d2) AS ns;
SELECT DATEADD(quarter, 4, @d2) AS a, DATEADD(month, 13, @d2) AS b, DATEADD(day, 365, @d2) AS c, DATEADD(hour, -14, @d2) AS e;
DECLARE @d date = '2024-02-29';
SELECT DATEADD(year, 1, @d) AS a, DATEADD(year, -4, @d) AS b, DATEADD(month, -12, @d) AS c;
