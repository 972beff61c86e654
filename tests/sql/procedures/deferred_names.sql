-- docs/relational-databases/stored-procedures/create-a-stored-procedure.md; docs/t-sql/statements/create-trigger-transact-sql.md, "deferred name resolution".
CREATE DATABASE P;
GO
USE P;
GO
-- What it names comes later.
CREATE PROCEDURE dbo.early AS
PRINT 'begins';
SELECT a FROM dbo.later;
PRINT 'ends';
GO
-- 208 ends the procedure, not its caller.
EXEC dbo.early;
PRINT 'goes on';
GO
CREATE TABLE dbo.later(a int);
INSERT INTO dbo.later VALUES (1), (2);
GO
EXEC dbo.early;
GO
DROP TABLE dbo.later;
GO
EXEC dbo.early;
GO
-- A column that a table does not have is told at once (207), where the table is there.
CREATE TABLE dbo.there(a int);
GO
CREATE PROCEDURE dbo.wrong AS
PRINT 'x';
SELECT b FROM dbo.there;
GO
EXEC dbo.wrong;
GO
-- 137 and syntax are told at once, with the line in the procedure.
CREATE PROCEDURE dbo.wrong AS
PRINT 'x';

SELECT @nothing;
SET @also = 1;
GO
-- 154.
CREATE PROCEDURE dbo.uses AS
USE master;
GO
-- A table that is altered under a plan: it is bound anew.
CREATE PROCEDURE dbo.reads AS SELECT * FROM dbo.there;
GO
INSERT INTO dbo.there VALUES (1);
EXEC dbo.reads;
DROP TABLE dbo.there;
CREATE TABLE dbo.there(b varchar(5), c int);
GO
INSERT INTO dbo.there VALUES ('x', 2);
EXEC dbo.reads;
GO
-- A procedure that is altered while it is known: the new one runs.
CREATE PROCEDURE dbo.outer_one AS EXEC dbo.inner_one;
GO
EXEC dbo.outer_one;
GO
CREATE PROCEDURE dbo.inner_one AS PRINT 'first';
GO
EXEC dbo.outer_one;
GO
ALTER PROCEDURE dbo.inner_one AS PRINT 'second';
GO
EXEC dbo.outer_one;
GO
DROP PROCEDURE dbo.inner_one;
GO
EXEC dbo.outer_one;
PRINT 'goes on';
GO
