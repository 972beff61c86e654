-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md, 147: an aggregate may appear in a subquery of a HAVING
-- clause or a select list if the column being aggregated is an outer reference; 130 and 8120. The aggregate is that of the outer query's group.
CREATE DATABASE A;
GO
USE A;
SET NOCOUNT ON;
CREATE TABLE dbo.dp (id int NOT NULL, budget int NOT NULL);
CREATE TABLE dbo.e (id int NOT NULL, d int NOT NULL, sal int NULL);
INSERT INTO dbo.dp VALUES (1, 100), (2, 50), (3, 10);
INSERT INTO dbo.e VALUES (1, 1, 60), (2, 1, 30), (3, 2, 60), (4, 3, NULL), (5, 3, 4);
GO
SELECT d FROM dbo.e GROUP BY d HAVING EXISTS (SELECT 1 FROM dbo.dp WHERE dp.id = e.d AND budget >= SUM(e.sal)) ORDER BY d;
SELECT d FROM dbo.e GROUP BY d HAVING d IN (SELECT dp.id FROM dbo.dp WHERE budget >= SUM(e.sal)) ORDER BY d;
SELECT d, (SELECT COUNT(*) FROM dbo.dp WHERE budget >= SUM(e.sal)) AS n FROM dbo.e GROUP BY d ORDER BY d;
SELECT d, (SELECT MAX(budget) - SUM(e.sal) FROM dbo.dp) AS n FROM dbo.e GROUP BY d ORDER BY d;
-- The subquery isn't grouped by an aggregate of the outer query alone.
SELECT d, (SELECT budget - COUNT(e.sal) FROM dbo.dp WHERE dp.id = e.d) AS n FROM dbo.e GROUP BY d ORDER BY d;
-- Two levels, an expression, and a query without GROUP BY.
SELECT d, (SELECT COUNT(*) FROM dbo.dp WHERE EXISTS (SELECT 1 FROM dbo.dp AS x WHERE x.id = dp.id AND x.budget < MAX(e.sal + 1))) AS n
FROM dbo.e GROUP BY d ORDER BY d;
SELECT MAX(sal) AS most, (SELECT COUNT(*) FROM dbo.dp WHERE budget > AVG(e.sal)) AS n FROM dbo.e;
SELECT d, SUM(sal) AS s, (SELECT SUM(budget) FROM dbo.dp WHERE budget > SUM(sal)) AS n FROM dbo.e GROUP BY d ORDER BY d;
GO
-- The innermost query that has a column of the argument has the aggregate.
SELECT d, (SELECT SUM(budget) FROM dbo.dp WHERE id <= e.d) AS n FROM dbo.e GROUP BY d ORDER BY d;
GO
-- WHERE has no aggregates, also of the outer query.
SELECT d FROM dbo.e WHERE EXISTS (SELECT 1 FROM dbo.dp WHERE budget >= SUM(e.sal)) GROUP BY d;
GO
SELECT d, (SELECT COUNT(*) FROM dbo.dp WHERE budget >= SUM(budget)) AS n FROM dbo.e GROUP BY d;
GO
SELECT d, (SELECT COUNT(*) FROM dbo.dp WHERE budget >= sal) AS n FROM dbo.e GROUP BY d;
GO
USE master;
DROP DATABASE A;
GO
