-- docs/t-sql/queries/select-clause-transact-sql.md: DISTINCT leaves out rows that are there already; NULLs are equal to it.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.t(a int, v varchar(5));
INSERT INTO dbo.t(a, v) VALUES (1, 'x'), (1, 'x'), (NULL, 'x'), (NULL, 'x'), (2, 'x');
SELECT DISTINCT a FROM dbo.t ORDER BY a;
SELECT DISTINCT v FROM dbo.t;
