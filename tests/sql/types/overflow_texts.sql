-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md, 232 and 237; values and numbers as recorded answers of SQL Server.
SELECT CAST(1e30 AS int);
GO
SELECT CAST(-1.5e17 AS smallint);
GO
SELECT CAST(12345678901.5 AS float) AS f, CAST(CAST(12345678901.5 AS float) AS int);
GO
SELECT CAST(1e39 AS real);
GO
SELECT CAST(123456789012345678e0 AS varchar(3));
GO
SELECT CAST(CAST(3000000000 AS money) AS int);
GO
SELECT CAST(CAST(40000 AS money) AS smallint);
GO
SELECT CAST(CAST(300 AS money) AS tinyint);
GO
SELECT CAST(CAST(40000 AS smallmoney) AS smallint);
GO
SELECT TRY_CAST(CAST(3000000000 AS money) AS int) AS a, TRY_CONVERT(tinyint, $300) AS b;
GO
SET ARITHABORT OFF; SET ANSI_WARNINGS OFF;
SELECT CAST(CAST(3000000000 AS money) AS int) AS forgiven;
GO
