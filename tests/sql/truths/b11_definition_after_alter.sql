-- docs/t-sql/functions/object-definition-transact-sql.md, docs/relational-databases/system-catalog-views/sys-sql-modules-transact-sql.md and
-- docs/relational-databases/system-stored-procedures/sp-helptext-transact-sql.md: the definition "that is used to create an object". The pages don't say how a text of
-- ALTER is kept; SQL Server keeps it with CREATE in the place of ALTER, and without OR ALTER, whose blanks stay.
SET NOCOUNT ON;
CREATE DATABASE d;
GO
USE d;
GO
CREATE PROCEDURE dbo.p AS SELECT 1;
GO
-- A comment with ALTER.
ALTER PROCEDURE dbo.p AS
SELECT 2 AS two;
GO
CREATE OR ALTER VIEW dbo.v AS SELECT 1 AS a;
GO
create or alter view dbo.v AS SELECT 2 AS a;
GO
CREATE FUNCTION dbo.f () RETURNS int AS BEGIN RETURN 1; END;
GO
alter function dbo.f () RETURNS int AS BEGIN RETURN 2; END;
GO
CREATE TABLE dbo.t (a int);
GO
CREATE TRIGGER dbo.g ON dbo.t AFTER INSERT AS PRINT 'one';
GO
ALTER TRIGGER dbo.g ON dbo.t AFTER INSERT AS PRINT 'two';
GO
SET NOCOUNT ON;
SELECT OBJECT_DEFINITION(OBJECT_ID('dbo.p')) AS p;
SELECT OBJECT_NAME(object_id) AS name, definition FROM sys.sql_modules WHERE OBJECT_NAME(object_id) <> 'p' ORDER BY name;
EXEC sp_helptext 'dbo.v';
EXEC dbo.p;
SELECT a, dbo.f() AS f FROM dbo.v;
INSERT dbo.t VALUES (1);
GO
