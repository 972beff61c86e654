-- docs/t-sql/statements/insert-transact-sql.md, example with SELECT: the rows of the query; those of its own target are read before
-- the first is inserted.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.a(x int, v varchar(5));
CREATE TABLE dbo.b(v varchar(10), x bigint);
GO
INSERT INTO dbo.a(x, v) VALUES (1, 'one'), (2, 'two');
INSERT INTO dbo.a(x, v) SELECT x + 10, v FROM dbo.a;
INSERT INTO dbo.b SELECT v, x FROM dbo.a WHERE x > 1;
INSERT INTO dbo.b(x) SELECT 99;
INSERT INTO dbo.b(x) SELECT x FROM dbo.a WHERE x > 1000;
SELECT x, v FROM dbo.a ORDER BY x;
SELECT v, x FROM dbo.b ORDER BY x;
