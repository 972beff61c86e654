-- docs/t-sql/language-elements/select-local-variable-transact-sql.md: the last row's value stays; without a row the variable
-- keeps its value; a scalar subquery without a row makes it NULL.
CREATE DATABASE G;
GO
USE G;
GO
SET NOCOUNT ON;
CREATE TABLE dbo.t(a int, b int);
INSERT INTO dbo.t(a, b) VALUES (1, 10), (2, 20), (3, 30);
DECLARE @a int = 0, @b int = 0;
SELECT @a = a, @b = b FROM dbo.t ORDER BY a;
SELECT @a AS a, @b AS b;
SELECT @a = a FROM dbo.t WHERE a > 3;
SELECT @a AS kept;
SELECT @a = (SELECT a FROM dbo.t WHERE a > 3);
SELECT @a AS nothing;
SELECT @a = 1, @b = 2;
SELECT @a + @b AS both;
