-- docs/t-sql/statements/create-procedure-transact-sql.md: CREATE, ALTER, CREATE OR ALTER; docs/t-sql/statements/drop-procedure-transact-sql.md.
CREATE DATABASE P;
GO
USE P;
GO
CREATE PROCEDURE dbo.greet AS PRINT 'hello';
GO
EXEC dbo.greet;
EXECUTE greet;
GO
greet
GO
-- 2714: the name is taken.
CREATE PROCEDURE dbo.greet AS PRINT 'again';
GO
CREATE TABLE dbo.t(a int);
GO
CREATE PROC t AS PRINT 't';
GO
CREATE TABLE dbo.greet(a int);
GO
ALTER PROCEDURE greet AS PRINT 'altered';
GO
EXEC greet;
GO
CREATE OR ALTER PROCEDURE greet AS PRINT 'created or altered';
GO
EXEC greet;
GO
CREATE OR ALTER PROC dbo.other AS BEGIN PRINT 'other'; END
GO
EXEC other;
GO
-- 208: what is altered must be there; 2010: and be a procedure.
ALTER PROCEDURE dbo.missing AS PRINT 1;
GO
CREATE VIEW dbo.v AS SELECT 1 AS a;
GO
ALTER PROCEDURE dbo.v AS PRINT 1;
GO
CREATE OR ALTER PROCEDURE dbo.t AS PRINT 1;
GO
-- 111: it is the first statement of its batch, and all of it.
PRINT 'before';
CREATE PROCEDURE dbo.late AS PRINT 'late';
GO
-- 166: of the current database.
CREATE PROCEDURE P.dbo.named AS PRINT 'named';
GO
-- 2760: of a schema that is there.
CREATE PROCEDURE nowhere.p AS PRINT 'p';
GO
-- The batch's end is the procedure's end.
CREATE PROCEDURE dbo.two AS
PRINT 'one';
GO
EXEC dbo.two;
PRINT 'two';
GO
-- 2809: what is called is no procedure.
EXEC dbo.t;
EXEC dbo.v;
PRINT 'goes on';
GO
-- 3701, 3705.
DROP PROCEDURE dbo.missing;
GO
DROP PROCEDURE dbo.t;
GO
DROP PROCEDURE dbo.v;
GO
DROP VIEW dbo.greet;
GO
DROP PROCEDURE IF EXISTS dbo.missing, dbo.other;
GO
EXEC dbo.other;
GO
DROP PROC dbo.greet, dbo.two;
GO
EXEC dbo.greet;
GO
-- Undone with the transaction that it is in.
BEGIN TRANSACTION;
GO
CREATE PROCEDURE dbo.undone AS PRINT 'there';
GO
EXEC dbo.undone;
ROLLBACK;
EXEC dbo.undone;
GO
-- Refused by name.
CREATE PROCEDURE dbo.secret WITH NATIVE_COMPILATION AS PRINT 1;
GO
CREATE PROCEDURE dbo.p WITH EXECUTE AS 'somebody' AS PRINT 1;
GO
CREATE PROCEDURE dbo.p FOR REPLICATION AS PRINT 1;
GO
-- Harmless options.
CREATE PROCEDURE dbo.p WITH RECOMPILE, EXECUTE AS CALLER AS PRINT 'p';
GO
EXEC dbo.p WITH RECOMPILE;
GO
CREATE OR ALTER PROCEDURE dbo.p WITH EXECUTE AS OWNER AS PRINT 'p, too';
GO
EXEC dbo.p;
GO
-- What is in front of a name may be left empty, as .NET's SqlBulkCopy does that calls ..sp_tablecollations_100
-- (t-sql/language-elements/transact-sql-syntax-conventions-transact-sql.md: "[ database_name ] . [ schema_name ] .").
EXEC ..p;
GO
