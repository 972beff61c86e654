-- docs/t-sql/language-elements/case-transact-sql.md: a branch that isn't taken isn't evaluated. Recorded answers of SQL Server: an aggregate in a branch
-- that constants exclude isn't computed either.
CREATE TABLE dbo.t(g int, v int);
INSERT dbo.t VALUES (1, 0), (1, 2), (2, NULL);
GO
SELECT CASE WHEN 1 = 0 THEN SUM(1 / v) ELSE COUNT(*) END AS n FROM dbo.t; --> 3
SELECT g, CASE WHEN 1 = 1 THEN COUNT(*) ELSE MAX(1 / v) END AS n FROM dbo.t GROUP BY g ORDER BY g;
SELECT IIF(1 = 2, AVG(1 / v), 5) AS five FROM dbo.t; --> 5
SELECT g FROM dbo.t GROUP BY g HAVING CASE WHEN 1 = 0 THEN SUM(1 / v) ELSE 1 END = 1 ORDER BY CASE WHEN 1 = 0 THEN SUM(1 / v) ELSE -g END;
SELECT (SELECT CASE WHEN 1 = 0 THEN SUM(1 / t.v) ELSE 4 END) AS four FROM dbo.t AS t GROUP BY g;
GO
SELECT CASE WHEN 1 = 0 THEN SUM('a') ELSE COUNT(*) END AS n FROM dbo.t;
GO
SELECT CASE WHEN MAX(g) = 0 THEN SUM(1 / v) ELSE COUNT(*) END AS n FROM dbo.t;
GO
DROP TABLE dbo.t;
GO
