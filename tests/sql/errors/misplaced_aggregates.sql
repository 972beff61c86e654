-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md (175), -1000-to-1999.md (1008, 1015), -4000-to-4999.md (4115),
-- -8000-to-8999.md (8124): the messages' texts. docs/t-sql/queries/select-order-by-clause-transact-sql.md: ORDER BY
-- takes no position from a variable. docs/t-sql/queries/top-transact-sql.md: the expression of TOP has no columns.
CREATE DATABASE C;
GO
USE C;
CREATE TABLE dbo.t (a int, b int);
INSERT INTO dbo.t VALUES (1, 10), (2, 20);
CREATE TABLE dbo.u (c int);
INSERT INTO dbo.u VALUES (3), (4);
GO
CREATE TABLE dbo.v (a int, CHECK (SUM(a) > 1));
GO
CREATE TABLE dbo.v (a int, b AS MAX(a));
GO
SELECT t.a FROM dbo.t JOIN dbo.u ON SUM(t.a) = u.c;
GO
-- The aggregate of a subquery is not one of the join.
SELECT t.a FROM dbo.t JOIN dbo.u ON u.c = (SELECT MAX(c) FROM dbo.u) ORDER BY t.a;
GO
SELECT (SELECT SUM(t.a * u.c) FROM dbo.u) FROM dbo.t;
GO
SELECT (SELECT SUM(u.c) FROM dbo.u WHERE u.c > t.a) AS s FROM dbo.t ORDER BY t.a;
GO
DECLARE @x int = 2;
SELECT a FROM dbo.t ORDER BY @x;
GO
DECLARE @x int = 2;
SELECT a FROM dbo.t ORDER BY a, @x + 1;
GO
DECLARE @x int = 2;
SELECT a FROM dbo.t ORDER BY a * @x DESC;
SELECT a FROM dbo.t ORDER BY CASE @x WHEN 2 THEN -a ELSE a END;
GO
SELECT TOP (a) a FROM dbo.t;
GO
SELECT a FROM dbo.t ORDER BY a OFFSET b ROWS;
GO
SELECT a FROM dbo.t ORDER BY a OFFSET 0 ROWS FETCH NEXT (t.b) ROWS ONLY;
GO
SELECT TOP (nosuch) a FROM dbo.t;
