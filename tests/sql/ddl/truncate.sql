-- docs/t-sql/statements/truncate-table-transact-sql.md: all rows go, the table stays; it can be rolled back and counts no rows; 4701 for a
-- table that is not there, 4708 for what is no table.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int, v varchar(8000));
GO
INSERT INTO dbo.t(a, v) VALUES (1, REPLICATE('x', 5000)), (2, REPLICATE('y', 5000));
BEGIN TRANSACTION;
TRUNCATE TABLE dbo.t;
INSERT INTO dbo.t(a) VALUES (3);
SELECT a FROM dbo.t;
ROLLBACK;
SELECT a FROM dbo.t ORDER BY a;
TRUNCATE TABLE t;
PRINT @@ROWCOUNT;
INSERT INTO dbo.t(a) VALUES (4);
SELECT a FROM dbo.t;
GO
-- @crash
USE G;
SELECT a FROM dbo.t;
INSERT INTO dbo.t(a) VALUES (5);
SELECT a FROM dbo.t ORDER BY a;
TRUNCATE TABLE dbo.missing;
GO
TRUNCATE TABLE sys.databases;
