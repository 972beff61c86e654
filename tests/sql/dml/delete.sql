-- docs/t-sql/statements/delete-transact-sql.md: with WHERE, with TOP, through an alias, without WHERE all rows; @@ROWCOUNT; a rollback
-- brings them back; a view of the system is not to be changed (259).
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int, b int);
GO
INSERT INTO dbo.t(a, b) VALUES (1, 1), (2, NULL), (3, 3), (4, 4), (5, 5);
DELETE FROM dbo.t WHERE b = 3;
DELETE dbo.t WHERE b = 99;
PRINT @@ROWCOUNT;
DELETE x FROM dbo.t AS x WHERE x.a = (SELECT MAX(a) FROM dbo.t);
SELECT a, b FROM dbo.t ORDER BY a;
BEGIN TRANSACTION;
DELETE dbo.t;
SELECT COUNT(*) AS rows FROM dbo.t;
ROLLBACK;
DELETE TOP (2) FROM dbo.t;
SELECT COUNT(*) AS rows FROM dbo.t;
DELETE FROM dbo.t WHERE 10 / (a - 4) = 1;
GO
DELETE FROM sys.databases;
GO
DELETE FROM dbo.missing;
GO
SELECT COUNT(*) AS rows FROM dbo.t;
