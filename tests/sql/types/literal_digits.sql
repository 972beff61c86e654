-- docs/t-sql/data-types/precision-scale-and-length-transact-sql.md; digits as recorded answers of SQL Server: an integer literal beside a decimal counts
-- with its digits, in arithmetic, CASE, COALESCE, UNION and VALUES; a CAST, a variable and a column with those of their type. NULLIF makes a literal small.
SELECT 10.0 / 3 AS a, 10.0 / CAST(3 AS int) AS b, 10.0 / -3 AS c;
SELECT CASE WHEN 1 = 2 THEN 1 WHEN 1 = 3 THEN 100 ELSE 2.5 END AS a, IIF(1 = 1, 1, 2.5) AS b, COALESCE(NULL, 10, 2.5) AS c, CHOOSE(2, 1, 2.25) AS d;
SELECT 1 AS a UNION ALL SELECT 2.5;
SELECT a FROM (VALUES (1), (2.5)) v(a);
DECLARE @i int = 1;
SELECT IIF(1 = 1, @i, 2.5) AS a, IIF(1 = 1, CAST(1 AS int), 2.5) AS b, @i * 2.5 AS c;
SELECT NULLIF(60, 76) AS a, NULLIF(-3, 78) AS b, NULLIF(300, 4) AS c, NULLIF(70000, 1) AS d, NULLIF(@i, 1) AS e, NULLIF(CAST(1 AS int), 2) AS f;
GO
SELECT 1.5 & 1;
GO
