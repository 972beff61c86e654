-- docs/t-sql/statements/insert-transact-sql.md: columns in any order; a column that is left out gets NULL; without a list all
-- columns in their order.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int, b varchar(5), c int);
GO
INSERT INTO dbo.t(c, a) VALUES (3, 1);
INSERT dbo.t VALUES (4, 'four', 6);
INSERT INTO dbo.t(b) VALUES (NULL);
SELECT a, b, c FROM dbo.t ORDER BY a;
