-- docs/t-sql/statements/alter-database-transact-sql-set-options.md, db_state_option: "EMERGENCY: the database is marked READ_ONLY, logging is
-- disabled, and access is limited to members of the sysadmin fixed server role."
-- docs/relational-databases/errors-events/database-engine-events-and-errors-3000-to-3999.md: 3908 and 3033; 0-to-999: 916; 5000-to-5999: 5011, 5058.
CREATE DATABASE Ill;
CREATE LOGIN ill_owner WITH PASSWORD = 'Str0ng!pass';
GO
USE Ill;
CREATE TABLE dbo.t(a int NOT NULL PRIMARY KEY, b varchar(20));
INSERT INTO dbo.t VALUES (1, 'one'), (2, 'two');
CREATE SEQUENCE dbo.s AS int START WITH 1;
CREATE USER ill_owner FOR LOGIN ill_owner;
ALTER ROLE db_owner ADD MEMBER ill_owner;
GO
ALTER DATABASE master SET EMERGENCY;
GO
ALTER DATABASE tempdb SET EMERGENCY;
GO
ALTER DATABASE Missing SET EMERGENCY;
GO
-- "Only members of the sysadmin fixed server role can set a database to the EMERGENCY state."
EXECUTE AS LOGIN = 'ill_owner';
ALTER DATABASE Ill SET EMERGENCY;
GO
REVERT;
GO
ALTER DATABASE Ill SET EMERGENCY;
SELECT DB_NAME() AS still_in, a, b FROM dbo.t ORDER BY a;
SELECT state, state_desc, is_read_only FROM sys.databases WHERE name = N'Ill';
SELECT CONVERT(nvarchar(20), DATABASEPROPERTYEX(N'Ill', 'Status')) AS status,
       CONVERT(nvarchar(20), DATABASEPROPERTYEX(N'Ill', 'Updateability')) AS updateability;
GO
INSERT INTO dbo.t VALUES (3, 'three');
GO
UPDATE dbo.t SET b = 'x';
GO
DELETE FROM dbo.t;
GO
TRUNCATE TABLE dbo.t;
GO
CREATE TABLE dbo.n(a int);
GO
DROP TABLE dbo.t;
GO
SELECT NEXT VALUE FOR dbo.s AS n;
GO
CREATE USER another WITHOUT LOGIN;
GO
ALTER DATABASE Ill SET RECOVERY SIMPLE;
GO
ALTER DATABASE Ill ADD FILEGROUP fg;
GO
ALTER DATABASE Ill MODIFY FILE (NAME = N'Ill', SIZE = 64MB);
GO
BACKUP DATABASE Ill TO DISK = 'NUL';
GO
-- Other databases are changed as ever.
SELECT a, b INTO #kept FROM dbo.t;
SELECT COUNT(*) AS n FROM #kept;
DROP TABLE #kept;
GO
DBCC CHECKDB (Ill) WITH NO_INFOMSGS;
GO
DBCC CHECKDB (Ill, REPAIR_ALLOW_DATA_LOSS) WITH NO_INFOMSGS;
GO
DBCC CHECKDB (Ill, REPAIR_REBUILD);
GO
DBCC CHECKDB (Ill, NOINDEX);
GO
-- The owner of the database is no member of sysadmin.
EXECUTE AS LOGIN = 'ill_owner';
SELECT HAS_DBACCESS(N'Ill') AS may_enter;
SELECT a FROM Ill.dbo.t;
GO
USE Ill;
GO
REVERT;
GO
-- The state outlives a restart and a crash.
-- @restart
SELECT state_desc FROM sys.databases WHERE name = N'Ill';
SELECT a, b FROM Ill.dbo.t ORDER BY a;
GO
-- @crash
SELECT a, b FROM Ill.dbo.t ORDER BY a;
SELECT state_desc FROM sys.databases WHERE name = N'Ill';
INSERT INTO Ill.dbo.t VALUES (3, 'three');
GO
-- ONLINE leaves it.
USE Ill;
ALTER DATABASE CURRENT SET ONLINE;
SELECT DB_NAME() AS still_in;
INSERT INTO dbo.t VALUES (3, 'three');
SELECT NEXT VALUE FOR dbo.s AS n;
SELECT a, b FROM dbo.t ORDER BY a;
SELECT state_desc, is_read_only FROM sys.databases WHERE name = N'Ill';
GO
-- From OFFLINE, and back to it; a database in EMERGENCY can be detached and dropped.
USE master;
ALTER DATABASE Ill SET OFFLINE;
ALTER DATABASE Ill SET EMERGENCY;
SELECT COUNT(*) AS n FROM Ill.dbo.t;
ALTER DATABASE Ill SET OFFLINE;
SELECT state_desc FROM sys.databases WHERE name = N'Ill';
ALTER DATABASE Ill SET ONLINE;
SELECT state_desc FROM sys.databases WHERE name = N'Ill';
ALTER DATABASE Ill SET EMERGENCY WITH NO_WAIT;
GO
EXEC sp_detach_db N'Ill';
SELECT DB_ID(N'Ill') AS id;
GO
CREATE DATABASE Ill ON (FILENAME = 'Ill.mdf') FOR ATTACH;
SELECT state_desc FROM sys.databases WHERE name = N'Ill';
SELECT a, b FROM Ill.dbo.t ORDER BY a;
GO
ALTER DATABASE Ill SET EMERGENCY;
DROP DATABASE Ill;
SELECT DB_ID(N'Ill') AS id;
DROP LOGIN ill_owner;
GO
