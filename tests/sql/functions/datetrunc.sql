-- docs/t-sql/functions/datetrunc-transact-sql.md: examples A, and the remarks on weeks and types.
DECLARE @d datetime2 = '2021-12-08 11:30:15.1234567';
SELECT 'Year' AS part, DATETRUNC(year, @d) AS d UNION ALL
SELECT 'Quarter', DATETRUNC(quarter, @d) UNION ALL
SELECT 'Month', DATETRUNC(month, @d) UNION ALL
SELECT 'Week', DATETRUNC(week, @d) UNION ALL
SELECT 'Iso_week', DATETRUNC(iso_week, @d) UNION ALL
SELECT 'DayOfYear', DATETRUNC(dayofyear, @d) UNION ALL
SELECT 'Day', DATETRUNC(day, @d) UNION ALL
SELECT 'Hour', DATETRUNC(hour, @d) UNION ALL
SELECT 'Minute', DATETRUNC(minute, @d) UNION ALL
SELECT 'Second', DATETRUNC(second, @d) UNION ALL
SELECT 'Millisecond', DATETRUNC(millisecond, @d) UNION ALL
SELECT 'Microsecond', DATETRUNC(microsecond, @d);
SELECT DATETRUNC(hour, CAST('12:34:56' AS time(2))) AS t, DATETRUNC(month, CAST('20200229' AS date)) AS d;
GO
SELECT DATETRUNC(hour, CAST('20200229' AS date));
GO
SELECT DATETRUNC(weekday, GETDATE());
GO
DECLARE @d date= '0001-01-01 00:00:00';
SELECT DATETRUNC(week, @d);
GO
DECLARE @d datetime2(3) = '2021-12-12 12:12:12.12345';
SELECT DATETRUNC(microsecond, @d);
