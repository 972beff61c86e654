-- docs/t-sql/queries/select-group-by-transact-sql.md, docs/t-sql/queries/select-order-by-clause-transact-sql.md; names and numbers as recorded answers of SQL
-- Server: each ungrouped column is reported, with its table as FROM has it, and each column of a derived table that has no name.
CREATE TABLE t (a int, b int, s varchar(9));
GO
SELECT x.b FROM dbo.t AS x GROUP BY x.a;
GO
SELECT x.b, x.a, x.s FROM [dbo].[t] AS x GROUP BY x.a;
GO
SELECT * FROM t GROUP BY a;
GO
SELECT b + a, LEN(s) FROM t GROUP BY a;
GO
SELECT a FROM t GROUP BY a HAVING s > '';
GO
SELECT d.b FROM (SELECT a, b FROM t) AS d GROUP BY d.a;
GO
WITH c AS (SELECT a, b FROM t) SELECT x.b FROM c AS x GROUP BY x.a;
GO
SELECT a FROM t GROUP BY a ORDER BY b;
GO
SELECT * FROM (SELECT 1, 2 AS b, 3) d;
GO
SELECT 1 AS one WHERE EXISTS (SELECT *);
GO
SELECT a FROM t ORDER BY -1;
GO
