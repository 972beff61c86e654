-- docs/t-sql/queries/top-transact-sql.md: the first rows in the order of ORDER BY; a variable in parentheses will do.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.t(a int);
INSERT INTO dbo.t(a) VALUES (3), (1), (2);
SELECT TOP (2) a FROM dbo.t ORDER BY a;
DECLARE @n int = 1;
SELECT TOP (@n) a FROM dbo.t ORDER BY a DESC;
SELECT TOP 0 a FROM dbo.t;
SELECT TOP (10) a FROM dbo.t ORDER BY a;
