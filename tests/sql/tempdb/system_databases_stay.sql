-- docs/t-sql/statements/drop-database-transact-sql.md: system databases cannot be dropped (3708); their names are taken (1801).
DROP DATABASE model;
GO
DROP DATABASE tempdb;
GO
DROP DATABASE IF EXISTS msdb;
GO
CREATE DATABASE TempDB;
GO
CREATE DATABASE model;
GO
PRINT DB_ID('tempdb');
PRINT DB_NAME(3);
PRINT DB_NAME(4);
GO
USE msdb;
CREATE TABLE dbo.t(a int);
GO
-- @restart
SELECT COUNT(*) AS rows FROM msdb.dbo.t;
