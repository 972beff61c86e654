-- docs/t-sql/queries/from-transact-sql.md (derived tables, VALUES, APPLY) and with-common-table-expression-transact-sql.md.
CREATE DATABASE G;
GO
USE G;
GO
SET NOCOUNT ON;
CREATE TABLE dbo.t(a int NOT NULL, b varchar(5) NULL);
INSERT INTO dbo.t VALUES (1, 'p'), (2, 'q'), (3, 'p'), (4, NULL);
SELECT d.b, d.n FROM (SELECT b, COUNT(*) AS n FROM dbo.t GROUP BY b) AS d WHERE d.n > 1;
SELECT x, y FROM (VALUES (1, 'one'), (2, N'two'), (3, NULL)) AS v(x, y) ORDER BY x DESC;
SELECT t.a, v.y FROM dbo.t JOIN (VALUES (1, 'one'), (3, 'three')) AS v(x, y) ON v.x = t.a ORDER BY t.a;
SELECT t.a, s.twice FROM dbo.t CROSS APPLY (SELECT t.a * 2 AS twice WHERE t.a > 2) AS s ORDER BY t.a;
SELECT t.a, s.twice FROM dbo.t OUTER APPLY (SELECT t.a * 2 AS twice WHERE t.a > 2) AS s ORDER BY t.a;
SELECT t.a, s.m FROM dbo.t CROSS APPLY (SELECT TOP (1) i.a AS m FROM dbo.t AS i WHERE i.a < t.a ORDER BY i.a DESC) AS s ORDER BY 1;
WITH many AS (SELECT b, COUNT(*) AS n FROM dbo.t GROUP BY b), top_one(n) AS (SELECT MAX(n) FROM many)
SELECT many.b, many.n FROM many JOIN top_one ON many.n = top_one.n;
-- Sixteen times sixteen rows.
WITH L0 AS (SELECT 1 AS c FROM (VALUES (1), (1), (1), (1), (1), (1), (1), (1), (1), (1), (1), (1), (1), (1), (1), (1)) AS D(c)),
     L1 AS (SELECT 1 AS c FROM L0 AS A CROSS JOIN L0 AS B)
SELECT COUNT(*) AS n FROM L1;
-- A constant on the side without a partner is NULL, too.
SELECT t.a, d.is_there FROM dbo.t LEFT JOIN (SELECT a, 'yes' AS is_there FROM dbo.t WHERE a > 3) AS d ON d.a = t.a ORDER BY t.a;
WITH q AS (SELECT a FROM dbo.t WHERE a < 3) INSERT INTO dbo.t(a, b) SELECT a + 10, 'new' FROM q;
SELECT a, b FROM dbo.t WHERE a > 10 ORDER BY a;
GO
-- 8155, 8156, 8158, 1033, 239.
SELECT * FROM (SELECT a + 1 FROM dbo.t) AS d;
GO
SELECT * FROM (SELECT a, b AS a FROM dbo.t) AS d;
GO
SELECT * FROM (SELECT a, b FROM dbo.t) AS d(x);
GO
SELECT * FROM (SELECT a FROM dbo.t ORDER BY a) AS d;
GO
WITH q AS (SELECT 1 AS a), q AS (SELECT 2 AS a) SELECT a FROM q;
