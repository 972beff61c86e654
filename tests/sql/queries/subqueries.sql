-- docs/relational-databases/performance/subqueries.md: a correlated subquery is evaluated for each row around it; IN, ANY and ALL compare with
-- all its rows, in three-valued logic (NOT IN beside a NULL holds for no row).
CREATE DATABASE G;
GO
USE G;
GO
SET NOCOUNT ON;
CREATE TABLE dbo.t(a int NULL, g varchar(3) NOT NULL);
CREATE TABLE dbo.u(a int NULL, n int NOT NULL);
INSERT INTO dbo.t VALUES (1, 'x'), (2, 'x'), (3, 'y'), (NULL, 'y'), (5, 'z');
INSERT INTO dbo.u VALUES (1, 100), (1, 101), (3, 300), (NULL, 900);
SELECT a, (SELECT COUNT(*) FROM dbo.u WHERE u.a = t.a) AS n FROM dbo.t ORDER BY a;
SELECT a, g FROM dbo.t AS o WHERE a = (SELECT MAX(a) FROM dbo.t AS i WHERE i.g = o.g) ORDER BY g;
SELECT a FROM dbo.t WHERE EXISTS (SELECT * FROM dbo.u WHERE u.a = t.a) ORDER BY a;
SELECT a FROM dbo.t WHERE NOT EXISTS (SELECT * FROM dbo.u WHERE u.a = t.a) ORDER BY a;
SELECT a FROM dbo.t WHERE a IN (SELECT a FROM dbo.u) ORDER BY a;
SELECT a FROM dbo.t WHERE a NOT IN (SELECT a FROM dbo.u);
SELECT a FROM dbo.t WHERE a NOT IN (SELECT a FROM dbo.u WHERE a IS NOT NULL) ORDER BY a;
SELECT a FROM dbo.t WHERE NOT (a IN (SELECT a FROM dbo.u WHERE n < 900)) ORDER BY a;
SELECT a FROM dbo.t WHERE a NOT IN (SELECT a FROM dbo.u WHERE n < 0) ORDER BY a;
SELECT a FROM dbo.t WHERE a > ALL (SELECT a FROM dbo.u WHERE n < 900);
SELECT a FROM dbo.t WHERE a > ALL (SELECT a FROM dbo.u);
SELECT a FROM dbo.t WHERE a <= ANY (SELECT a FROM dbo.u) ORDER BY a;
SELECT a FROM dbo.t WHERE NOT a > SOME (SELECT a FROM dbo.u WHERE n < 900) ORDER BY a;
SELECT g, COUNT(*) AS n FROM dbo.t GROUP BY g HAVING COUNT(*) > (SELECT MIN(n) - 99 FROM dbo.u) ORDER BY g;
SELECT CASE WHEN a IN (SELECT a FROM dbo.u) THEN 'in' ELSE 'not in, or unknown' END AS is_in FROM dbo.t ORDER BY a;
-- Two levels around.
SELECT g FROM dbo.t AS o WHERE EXISTS (SELECT * FROM dbo.u AS m WHERE m.a = o.a AND EXISTS (SELECT * FROM dbo.u AS i WHERE i.n = m.n + 1 AND i.a = o.a));
GO
-- 512: a subquery as a value has more than one row. 116: it has more than one column.
SELECT a, (SELECT n FROM dbo.u WHERE u.a = t.a) FROM dbo.t WHERE a = 1;
GO
SELECT a FROM dbo.t WHERE a IN (SELECT a, n FROM dbo.u);
