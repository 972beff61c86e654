-- docs/t-sql/queries/select-order-by-clause-transact-sql.md: NULL is the lowest value; ascending unless DESC; by alias, by
-- position, by a column that is not selected.
CREATE DATABASE G;
GO
USE G;
GO
SET NOCOUNT ON;
CREATE TABLE dbo.t(a int, v varchar(5));
INSERT INTO dbo.t(a, v) VALUES (2, 'b'), (NULL, 'C'), (3, 'A'), (1, 'b');
SELECT a FROM dbo.t ORDER BY a;
SELECT a FROM dbo.t ORDER BY a DESC;
SELECT v, a FROM dbo.t ORDER BY v, a DESC;
SELECT a * -1 AS minus FROM dbo.t WHERE a IS NOT NULL ORDER BY minus;
SELECT v, a FROM dbo.t ORDER BY 2;
SELECT v FROM dbo.t ORDER BY a;
