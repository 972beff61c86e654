-- docs/relational-databases/stored-procedures/stored-procedures-database-engine.md (System): procedures with the prefix sp_ that are in master can
-- be called in every database without its name, a user's too; a procedure of the database itself is found before.
CREATE DATABASE G;
GO
CREATE PROCEDURE dbo.sp_everywhere @n int = 1 AS SELECT 'master' AS found, @n AS n;
GO
CREATE PROCEDURE dbo.everywhere AS SELECT 'not this' AS found;
GO
USE G;
GO
EXEC sp_everywhere;
EXEC dbo.sp_everywhere 2;
EXEC SP_EVERYWHERE @n = 3;
EXEC tempdb..sp_everywhere 4;
GO
EXEC everywhere;
GO
EXEC other.sp_everywhere;
GO
CREATE PROCEDURE dbo.sp_everywhere @n int = 1 AS SELECT 'own' AS found, @n AS n;
GO
EXEC sp_everywhere 5;
GO
DROP PROCEDURE dbo.sp_everywhere;
GO
EXEC sp_everywhere 6;
GO
USE master;
GO
DROP PROCEDURE dbo.sp_everywhere, dbo.everywhere;
GO
USE G;
GO
EXEC sp_everywhere 7;
GO
-- Not documented: DB_NAME(), dynamic statements and procedures of the system mean the caller's database; other names mean master.
USE master;
GO
CREATE TABLE dbo.only_here (m int);
GO
CREATE PROCEDURE dbo.sp_inner AS SELECT DB_NAME() AS inner_db, (SELECT COUNT(*) FROM dbo.only_here) AS rows_of_master;
GO
CREATE PROCEDURE dbo.sp_where AS
SELECT DB_NAME() AS db, DB_ID() - DB_ID('G') AS difference;
EXEC ('SELECT DB_NAME() AS dynamic_db, COUNT(*) AS tables FROM sys.tables WHERE name IN (''own'', ''only_here'')');
EXEC sp_executesql N'SELECT COUNT(*) AS columns_of_own FROM sys.columns WHERE object_id = OBJECT_ID(@name)', N'@name sysname', 'dbo.own';
EXEC sp_inner;
EXEC sp_pkeys 'own';
SELECT name, DB_NAME() AS db FROM sys.tables WHERE name IN ('own', 'only_here');
GO
-- A procedure that is marked as an object of the system runs in the caller's database.
CREATE PROCEDURE dbo.sp_marked @name sysname AS
SELECT DB_NAME() AS db, name FROM sys.tables WHERE name = @name;
SELECT a FROM dbo.own;
GO
EXEC sp_MS_marksystemobject 'dbo.sp_marked';
EXEC sys.sp_MS_marksystemobject N'sp_marked';
SELECT is_ms_shipped, OBJECTPROPERTY(object_id, 'IsMSShipped') AS property FROM sys.objects WHERE name IN ('sp_marked', 'sp_where') ORDER BY name;
GO
USE G;
CREATE TABLE dbo.own (a int CONSTRAINT pk_own PRIMARY KEY, b int);
INSERT dbo.own VALUES (1, 2);
GO
EXEC sp_where;
SELECT DB_NAME() AS db;
EXEC master..sp_where;
GO
EXEC sp_marked 'own';
SELECT DB_NAME() AS db;
GO
EXEC sp_MS_marksystemobject 'nothing';
GO
-- Entity Framework marks its table so at the first migration.
CREATE TABLE dbo.history (a int);
GO
EXECUTE sp_MS_marksystemobject 'dbo.history';
SELECT is_ms_shipped, OBJECTPROPERTY(object_id, 'IsMSShipped') AS property FROM sys.tables WHERE name = 'history';
SELECT is_ms_shipped FROM sys.objects WHERE name = 'history';
DROP TABLE dbo.history;
CREATE SEQUENCE dbo.numbers;
GO
EXEC sp_MS_marksystemobject 'dbo.numbers';
GO
-- EXECUTE is granted in master. The procedure's owner there lends nothing in another database.
CREATE LOGIN caller WITH PASSWORD = 'Pa55-of-caller', CHECK_POLICY = OFF;
CREATE USER caller;
GO
EXECUTE AS LOGIN = 'caller';
EXEC sp_marked 'own';
REVERT;
GO
USE master;
GRANT EXECUTE ON dbo.sp_marked TO public;
USE G;
GO
EXECUTE AS LOGIN = 'caller';
EXEC sp_marked 'own';
REVERT;
GO
USE master;
GO
ALTER PROCEDURE dbo.sp_marked @name sysname AS SELECT DB_NAME() AS altered;
GO
USE G;
EXEC sp_marked 'own';
GO
USE master;
GO
ALTER PROCEDURE dbo.sp_marked @name sysname WITH EXECUTE AS OWNER AS SELECT USER_NAME() AS acting, OBJECT_ID('dbo.own') AS own;
GO
USE G;
EXEC sp_marked 'own';
GO
USE master;
GO
DROP PROCEDURE dbo.sp_inner, dbo.sp_where, dbo.sp_marked;
DROP TABLE dbo.only_here;
GO
