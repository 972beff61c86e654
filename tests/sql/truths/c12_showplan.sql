-- t-sql/statements/set-showplan-all-transact-sql.md, *Permissions*: permission to execute the statements, and SHOWPLAN in every database that they name.
CREATE DATABASE d;
GO
USE d;
CREATE TABLE dbo.t(a INT);
CREATE TABLE dbo.secret(a INT);
CREATE USER ann WITHOUT LOGIN;
GRANT SELECT ON dbo.t TO ann;
GO
EXECUTE AS USER = 'ann';
GO
SET SHOWPLAN_TEXT ON;
GO
SELECT a FROM dbo.t;
GO
SET SHOWPLAN_TEXT OFF;
GO
REVERT;
GRANT SHOWPLAN TO ann;
EXECUTE AS USER = 'ann';
GO
SET SHOWPLAN_TEXT ON;
GO
SELECT a FROM dbo.t;
GO
SELECT a FROM dbo.secret;
GO
SET SHOWPLAN_TEXT OFF;
GO
