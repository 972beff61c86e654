-- docs/t-sql/language-elements/set-operators-union-transact-sql.md and set-operators-except-and-intersect-transact-sql.md: UNION, EXCEPT and INTERSECT
-- give distinct rows and take NULLs for equal; names come from the first query; INTERSECT binds tighter.
CREATE DATABASE G;
GO
USE G;
GO
SET NOCOUNT ON;
CREATE TABLE dbo.t(a int NULL, b varchar(2) NULL);
CREATE TABLE dbo.u(c bigint NULL, d nvarchar(2) NULL);
INSERT INTO dbo.t VALUES (1, 'x'), (1, 'x'), (2, 'y'), (NULL, NULL), (4, 'z');
INSERT INTO dbo.u VALUES (1, 'x'), (NULL, NULL), (5, 'w');
SELECT a, b FROM dbo.t UNION SELECT c, d FROM dbo.u ORDER BY a;
SELECT a, b FROM dbo.t UNION ALL SELECT c, d FROM dbo.u ORDER BY a, b;
SELECT a, b FROM dbo.t EXCEPT SELECT c, d FROM dbo.u ORDER BY a;
SELECT a, b FROM dbo.t INTERSECT SELECT c, d FROM dbo.u ORDER BY a;
SELECT a FROM dbo.t WHERE a = 2 UNION SELECT a FROM dbo.t INTERSECT SELECT c FROM dbo.u ORDER BY a;
SELECT 1 AS n UNION ALL SELECT 2.5 ORDER BY n DESC;
SELECT n FROM (SELECT a AS n FROM dbo.t UNION SELECT c FROM dbo.u) AS d WHERE n > 1 ORDER BY n;
GO
-- 205 and 104.
SELECT a, b FROM dbo.t UNION SELECT c FROM dbo.u;
GO
SELECT a FROM dbo.t UNION SELECT c FROM dbo.u ORDER BY b;
GO
-- select-order-by-clause-transact-sql: with a set operator the names are those of the first list, also with their tables there.
SELECT x.a FROM dbo.t AS x WHERE x.a = 2 UNION SELECT 7 ORDER BY x.a DESC;
GO
SELECT x.a FROM dbo.t AS x WHERE x.a = 2 UNION SELECT 7 ORDER BY x.b;
