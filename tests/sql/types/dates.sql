-- docs/t-sql/data-types/datetime-transact-sql.md: a date as a datetime is at midnight; the default is 1900-01-01.
-- docs/t-sql/data-types/datetime2-transact-sql.md: 0 to 7 fractional digits, 7 by default; a shorter one is rounded.
SET NOCOUNT ON;
DECLARE @date date = '12-21-16';
DECLARE @datetime datetime = @date;
SELECT @datetime AS [@datetime], @date AS [@date];
SELECT CAST('2007-05-08 12:35:29.1234567' AS date) AS d, CAST('2007-05-08 12:35:29.123' AS datetime) AS dt,
       CAST('2007-05-08 12:35:29.1234567' AS datetime2) AS dt2;
SELECT CAST('2007-05-08 12:35:29.1234567' AS datetime2(0)) AS s0, CAST('2007-05-08 12:35:29.1234567' AS datetime2(3)) AS s3,
       CAST('2007-05-08 12:35:29.1234567' AS datetime2(4)) AS s4;
SELECT CAST('' AS datetime) AS empty, CAST('20260304' AS date) AS unseparated, CAST('2026-03-04T05:06:07' AS datetime) AS iso;
