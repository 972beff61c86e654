-- docs/t-sql/statements/alter-database-transact-sql-set-options.md, RESTRICTED_USER: only members of db_owner, dbcreator and sysadmin may
-- enter; others are refused (923, database-engine-events-and-errors).
CREATE DATABASE Kept;
CREATE LOGIN reader WITH PASSWORD = 'Long enough 1';
CREATE LOGIN owner1 WITH PASSWORD = 'Long enough 1';
CREATE LOGIN maker WITH PASSWORD = 'Long enough 1';
ALTER SERVER ROLE dbcreator ADD MEMBER maker;
GO
USE Kept;
CREATE TABLE dbo.t(a int);
CREATE USER reader FOR LOGIN reader;
CREATE USER owner1 FOR LOGIN owner1;
CREATE USER maker FOR LOGIN maker;
ALTER ROLE db_datareader ADD MEMBER reader;
ALTER ROLE db_owner ADD MEMBER owner1;
GO
USE master;
ALTER DATABASE Kept SET RESTRICTED_USER;
SELECT user_access_desc FROM sys.databases WHERE name = N'Kept';
GO
EXECUTE AS LOGIN = 'reader';
SELECT HAS_DBACCESS('Kept') AS has_access;
GO
SELECT a FROM Kept.dbo.t;
GO
USE Kept;
GO
REVERT;
EXECUTE AS LOGIN = 'owner1';
SELECT HAS_DBACCESS('Kept') AS has_access;
USE Kept;
SELECT COUNT(*) AS rows_there FROM dbo.t;
USE master;
REVERT;
GO
EXECUTE AS LOGIN = 'maker';
USE Kept;
SELECT DB_NAME() AS entered;
USE master;
REVERT;
GO
ALTER DATABASE Kept SET MULTI_USER;
EXECUTE AS LOGIN = 'reader';
USE Kept;
SELECT COUNT(*) AS rows_there FROM dbo.t;
GO
