-- t-sql/queries/select-into-clause-transact-sql.md, *Permissions*: CREATE TABLE in the destination database; create-table-transact-sql.md: and ALTER
-- on the schema in which the table is created. 916: relational-databases/errors-events, no access to the database.
CREATE DATABASE d;
CREATE DATABASE e;
CREATE LOGIN l WITH PASSWORD = 'Str0ng pass';
GO
USE d;
CREATE USER l;
CREATE TABLE dbo.t(a INT);
INSERT dbo.t VALUES(1);
GRANT SELECT ON dbo.t TO l;
GO
CREATE SCHEMA own AUTHORIZATION l;
GO
EXECUTE AS LOGIN = 'l';
GO
SELECT a INTO dbo.x FROM dbo.t;
GO
SELECT a INTO own.x FROM dbo.t;
GO
SELECT 1 AS a INTO e.dbo.x;
GO
SELECT 1 AS a INTO master.dbo.x;
GO
SELECT 1 AS a INTO tempdb.dbo.x;
GO
SELECT 1 AS a INTO #x;
GO
SELECT a FROM #x;
GO
REVERT;
GO
GRANT CREATE TABLE TO l;
GO
EXECUTE AS LOGIN = 'l';
GO
SELECT a INTO dbo.x FROM dbo.t;
GO
SELECT a INTO own.x FROM dbo.t;
GO
SELECT a FROM own.x;
GO
REVERT;
GO
GRANT ALTER ON SCHEMA::dbo TO l;
GO
EXECUTE AS LOGIN = 'l';
GO
SELECT a INTO dbo.x FROM dbo.t;
GO
REVERT;
GO
