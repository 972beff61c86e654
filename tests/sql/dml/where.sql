-- docs/t-sql/queries/where-transact-sql.md: rows for which the condition is true, not those for which it is unknown.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int, v varchar(10));
INSERT INTO dbo.t(a, v) VALUES (1, 'One'), (2, NULL), (NULL, 'none'), (4, 'four ');
GO
SET NOCOUNT ON;
SELECT a FROM dbo.t WHERE v = 'ONE';
SELECT a FROM dbo.t WHERE v <> 'one' ORDER BY a;
SELECT a FROM dbo.t WHERE v = 'four';
SELECT a FROM dbo.t WHERE a > 1 AND v IS NULL OR a = 1 ORDER BY a;
SELECT a FROM dbo.t WHERE NOT (a > 1);
SELECT a, v FROM dbo.t WHERE a IS NULL;
SELECT a FROM dbo.t WHERE 1 = 0;
