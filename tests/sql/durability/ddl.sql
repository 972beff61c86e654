-- docs/t-sql/statements/create-table-transact-sql.md, drop-table-transact-sql.md: as durable as data; what was not committed is undone
-- after a crash.
CREATE DATABASE D;
GO
USE D;
GO
SET NOCOUNT ON;
CREATE TABLE dbo.kept(a int, b varchar(10) NOT NULL);
CREATE TABLE dbo.dropped(a int);
CREATE TABLE dbo.not_dropped(a int);
INSERT INTO dbo.not_dropped(a) VALUES (1);
DROP TABLE dbo.dropped;
BEGIN TRAN;
CREATE TABLE dbo.not_created(a int);
INSERT INTO dbo.not_created(a) VALUES (1);
DROP TABLE dbo.not_dropped;
GO
-- @crash
USE D;
GO
SELECT * FROM dbo.kept;
SELECT * FROM dbo.not_dropped;
GO
SELECT * FROM dbo.dropped;
GO
SELECT * FROM dbo.not_created;
GO
CREATE TABLE dbo.not_created(a int);
INSERT INTO dbo.not_created(a) VALUES (2);
GO
-- @crash
USE D;
GO
SELECT * FROM dbo.not_created;
