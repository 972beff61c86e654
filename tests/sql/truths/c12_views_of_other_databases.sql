-- 916 (relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md): a login that has no access to a database does not read its catalog.
CREATE DATABASE d;
CREATE DATABASE e;
CREATE LOGIN l WITH PASSWORD = 'Str0ng pass';
GO
USE e;
CREATE TABLE dbo.t(secret INT);
GO
USE d;
CREATE USER l;
GO
EXECUTE AS LOGIN = 'l';
SELECT name FROM e.sys.tables;
SELECT name FROM e.sys.database_files;
SELECT COLUMN_NAME FROM e.INFORMATION_SCHEMA.COLUMNS;
SELECT COUNT(*) AS n FROM master.sys.tables;
REVERT;
GO
