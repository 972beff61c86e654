-- docs/t-sql/queries/select-order-by-clause-transact-sql.md: "In a query that uses UNION, EXCEPT, or INTERSECT operators, ORDER BY is allowed only at
-- the end of the statement. This restriction applies only to when you specify UNION, EXCEPT, and INTERSECT in a top-level query and not in a subquery."
-- In a subquery ORDER BY, with TOP or OFFSET, is therefore of the operand that it stands behind, also of the last one.
SET NOCOUNT ON;
CREATE TABLE dbo.t (id int PRIMARY KEY);
INSERT dbo.t VALUES (1), (2), (3);
GO
SELECT * FROM (SELECT TOP (1) id FROM dbo.t ORDER BY id UNION ALL SELECT TOP (1) id FROM dbo.t ORDER BY id DESC) AS x ORDER BY id;
SELECT * FROM (SELECT TOP (1) id FROM dbo.t ORDER BY id DESC UNION ALL SELECT TOP (1) id FROM dbo.t ORDER BY id DESC) AS x;
WITH x AS (SELECT TOP (1) id FROM dbo.t ORDER BY id DESC UNION ALL SELECT 0) SELECT id FROM x ORDER BY id;
SELECT * FROM (SELECT id FROM dbo.t WHERE id = 1 UNION SELECT id FROM dbo.t WHERE id > 1 ORDER BY id OFFSET 0 ROWS FETCH NEXT 1 ROWS ONLY) AS x ORDER BY id;
SELECT * FROM ((SELECT TOP (1) id FROM dbo.t ORDER BY id) UNION ALL (SELECT TOP (1) id FROM dbo.t ORDER BY id DESC)) AS x ORDER BY id;
SELECT id FROM dbo.t WHERE id IN (SELECT TOP (2) id FROM dbo.t ORDER BY id EXCEPT SELECT TOP (1) id FROM dbo.t ORDER BY id);
GO
CREATE VIEW dbo.v AS SELECT TOP (100) PERCENT id FROM dbo.t UNION ALL SELECT TOP (100) PERCENT id FROM dbo.t ORDER BY id;
GO
SELECT COUNT(*) FROM dbo.v;
GO
-- An order that chooses no rows is refused; so is one before a set operator of a statement's own query.
SELECT * FROM (SELECT TOP (1) id FROM dbo.t ORDER BY id UNION ALL SELECT id FROM dbo.t ORDER BY id) AS x;
GO
SELECT TOP (1) id FROM dbo.t ORDER BY id UNION ALL SELECT 1;
GO
