-- relational-databases/system-catalog-views/sys-master-files-transact-sql.md, *Permissions*: CREATE DATABASE, ALTER ANY DATABASE or VIEW ANY DEFINITION;
-- sys-database-files-transact-sql.md: membership in public.
CREATE DATABASE d;
CREATE LOGIN l WITH PASSWORD = 'Str0ng pass';
GO
USE d;
CREATE USER l;
GO
EXECUTE AS LOGIN = 'l';
SELECT COUNT(*) AS files FROM sys.master_files;
SELECT COUNT(*) AS files FROM sys.database_files;
SELECT name, filename FROM sys.sysdatabases WHERE name = 'd';
REVERT;
USE master;
GRANT VIEW ANY DEFINITION TO l;
USE d;
EXECUTE AS LOGIN = 'l';
SELECT COUNT(*) AS files FROM sys.master_files WHERE database_id = DB_ID('d');
REVERT;
GO
