-- docs/t-sql/functions/cast-and-convert-transact-sql.md (styles); docs/relational-databases/errors-events/database-engine-events-and-errors-9000-to-9999.md
-- (9809) and database-engine-events-and-errors-0-to-999.md (281).
SELECT CONVERT(date, '2020-01-01', 999);
GO
SELECT CONVERT(datetime2, '2020-01-01', 15);
GO
SELECT CONVERT(datetime, '2020-01-01', 999);
GO
SELECT CONVERT(varchar(30), CAST('2020-01-01' AS date), 999);
GO
SELECT CONVERT(varchar(30), CAST('2020-01-01' AS datetime), 999);
GO
SELECT CONVERT(varchar(30), 0x41, 7);
GO
SELECT CONVERT(date, '2020-01-02', 126) AS a, CONVERT(datetime, '01/02/2020', 103) AS b, TRY_CONVERT(date, '2020-01-01', 999) AS c;
GO
