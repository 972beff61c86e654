-- docs/relational-databases/sql-server-transaction-locking-and-row-versioning-guide.md, "Schema locks": a table that another transaction has made, altered or
-- dropped is waited for, here for no time at all (docs/t-sql/statements/set-lock-timeout-transact-sql.md: 1222). Definitions of other tables go on.
CREATE DATABASE SideBySide;
GO
USE SideBySide;
SET NOCOUNT ON;
CREATE TABLE dbo.parent(id int NOT NULL CONSTRAINT PK_parent PRIMARY KEY);
CREATE TABLE dbo.altered(a int);
CREATE TABLE dbo.dropped(a int);
CREATE TABLE dbo.old(a int);
CREATE TYPE dbo.Code FROM varchar(3);
GO
CREATE PROCEDURE dbo.p AS SELECT 1 AS before;
GO
CREATE VIEW dbo.v AS SELECT a FROM dbo.altered;
GO
BEGIN TRAN;
CREATE TABLE dbo.made(a int, CONSTRAINT CK_made CHECK (a > 0));
ALTER TABLE dbo.altered ADD b int;
DROP TABLE dbo.dropped;
EXEC sp_rename 'dbo.old', 'new';
CREATE TABLE dbo.child(id int CONSTRAINT FK_child REFERENCES dbo.parent(id), c dbo.Code);
CREATE TABLE #own(a int);
GO
ALTER PROCEDURE dbo.p AS SELECT 2 AS after;
GO
-- @session other
USE SideBySide;
SET NOCOUNT ON;
SET LOCK_TIMEOUT 0;
GO
SELECT a FROM dbo.made;
GO
CREATE TABLE dbo.made(b int);
GO
CREATE TABLE dbo.another(a int CONSTRAINT CK_made CHECK (a > 1));
GO
SELECT a FROM dbo.altered;
GO
SELECT b FROM dbo.altered;
GO
SELECT a FROM dbo.v;
GO
SELECT a FROM dbo.dropped;
GO
CREATE TABLE dbo.dropped(b int);
GO
SELECT a FROM dbo.old;
GO
SELECT a FROM dbo.new;
GO
DELETE dbo.parent;
GO
DROP TYPE dbo.Code;
GO
EXEC dbo.p;
GO
SELECT OBJECT_ID('dbo.made') AS id;
GO
IF OBJECT_ID('dbo.dropped') IS NOT NULL PRINT 'it is there';
GO
-- What has nothing to do with that goes on, and catalog views show what is committed and do not wait.
BEGIN TRAN;
CREATE TABLE dbo.mine(a int CONSTRAINT PK_mine PRIMARY KEY);
CREATE SEQUENCE dbo.q;
CREATE TABLE #own(a int);
SELECT name FROM sys.tables ORDER BY name;
COMMIT;
GO
EXEC ('CREATE SCHEMA s');
CREATE TABLE s.made(a int);
DROP TABLE s.made;
GO
-- @session
ROLLBACK;
GO
-- @session other
SELECT OBJECT_ID('dbo.made') AS id;
SELECT a FROM dbo.altered;
SELECT a FROM dbo.dropped;
SELECT a FROM dbo.old;
EXEC dbo.p;
GO
