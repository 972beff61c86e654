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
SELECT a INTO dbo.x FROM dbo.t;
SELECT a INTO own.x FROM dbo.t;
SELECT 1 AS a INTO e.dbo.x;
SELECT 1 AS a INTO master.dbo.x;
SELECT 1 AS a INTO tempdb.dbo.x;
SELECT 1 AS a INTO #x;
SELECT a FROM #x;
REVERT;
GO
GRANT CREATE TABLE TO l;
EXECUTE AS LOGIN = 'l';
SELECT a INTO dbo.x FROM dbo.t;
SELECT a INTO own.x FROM dbo.t;
SELECT a FROM own.x;
REVERT;
GRANT ALTER ON SCHEMA::dbo TO l;
EXECUTE AS LOGIN = 'l';
SELECT a INTO dbo.x FROM dbo.t;
REVERT;
GO
