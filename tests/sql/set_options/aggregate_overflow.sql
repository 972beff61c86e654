-- docs/t-sql/statements/set-arithabort-transact-sql.md: with ANSI_WARNINGS OFF and ARITHABORT OFF an overflow gives NULL and a warning, unless ARITHIGNORE is ON.
SET ANSI_WARNINGS OFF;
SET ARITHABORT OFF;
GO
CREATE TABLE dbo.t (g int, n int);
INSERT dbo.t VALUES (1, 2147483647), (1, 1), (2, 5), (2, 6);
SELECT g, SUM(n) AS s, AVG(n) AS a, COUNT(n) AS c FROM dbo.t GROUP BY g ORDER BY g;
SELECT SUM(n) AS s FROM dbo.t;
SELECT SUM(n + 1) AS s FROM dbo.t WHERE g = 2;
GO
SET ARITHIGNORE ON;
SELECT SUM(n) AS s FROM dbo.t;
GO
SET ANSI_WARNINGS ON;
SELECT SUM(n) AS s FROM dbo.t;
GO
