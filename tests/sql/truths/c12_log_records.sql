-- sys.fn_dblog has no page in the documentation; the log holds values of every table, so that reading it takes CONTROL of the database
-- (relational-databases/security/permissions-database-engine.md).
CREATE DATABASE d;
GO
USE d;
CREATE USER ann WITHOUT LOGIN;
EXECUTE AS USER = 'ann';
SELECT TOP 1 Operation FROM sys.fn_dblog(NULL, NULL);
REVERT;
GRANT VIEW DATABASE STATE TO ann;
EXECUTE AS USER = 'ann';
SELECT TOP 1 Operation FROM sys.fn_dblog(NULL, NULL);
REVERT;
GRANT CONTROL ON DATABASE::d TO ann;
EXECUTE AS USER = 'ann';
SELECT COUNT(*) AS n FROM (SELECT TOP 1 Operation FROM sys.fn_dblog(NULL, NULL)) AS x;
REVERT;
GO
