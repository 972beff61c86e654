-- docs/t-sql/statements/alter-database-transact-sql-set-options.md, db_user_access_option and termination: SINGLE_USER, RESTRICTED_USER, MULTI_USER;
-- ROLLBACK IMMEDIATE ends the others' connections and rolls back what they have open; NO_WAIT fails at once (5070); a second user
-- gets 924, and 5064 where it would change the database.
-- @session main
CREATE DATABASE S;
GO
USE S;
CREATE TABLE dbo.t(a int);
SELECT name, user_access, user_access_desc FROM sys.databases WHERE name IN (N'S', N'master') ORDER BY name DESC;
GO
ALTER DATABASE S SET SINGLE_USER;
SELECT user_access, user_access_desc FROM sys.databases WHERE name = N'S';
INSERT INTO dbo.t VALUES (1);
GO
-- @session other
USE S;
GO
SELECT * FROM S.dbo.t;
GO
INSERT INTO S.dbo.t VALUES (2);
GO
ALTER DATABASE S SET MULTI_USER;
GO
ALTER DATABASE S MODIFY FILE (NAME = S, FILEGROWTH = 1MB);
GO
DROP DATABASE S;
GO
-- @session main
-- Whoever leaves makes room for another.
USE master;
GO
-- @session other
USE S;
SELECT COUNT(*) AS rows_there FROM dbo.t;
GO
-- @session main
USE S;
GO
-- @session other
ALTER DATABASE S SET MULTI_USER;
GO
-- @session main
USE S;
BEGIN TRANSACTION;
INSERT INTO dbo.t VALUES (3);
GO
-- @session other
ALTER DATABASE S SET SINGLE_USER WITH NO_WAIT;
GO
ALTER DATABASE S SET SINGLE_USER WITH ROLLBACK IMMEDIATE;
GO
SELECT COUNT(*) AS rolled_back FROM dbo.t WHERE a = 3;
GO
-- @session third
USE S;
GO
-- @session other
ALTER DATABASE S SET RESTRICTED_USER;
SELECT user_access, user_access_desc FROM sys.databases WHERE name = N'S';
GO
-- @session third
USE S;
SELECT COUNT(*) AS as_sysadmin FROM dbo.t;
USE master;
GO
-- @session other
ALTER DATABASE S SET SINGLE_USER WITH ROLLBACK AFTER 1 SECONDS;
SELECT user_access_desc FROM sys.databases WHERE name = N'S';
USE master;
DROP DATABASE S;
GO
-- System databases are everybody's: 5058.
ALTER DATABASE master SET SINGLE_USER;
GO
ALTER DATABASE tempdb SET RESTRICTED_USER WITH ROLLBACK IMMEDIATE;
GO
-- The article's way to drop what others may be in.
CREATE DATABASE TT;
GO
IF DB_ID('TT') IS NOT NULL BEGIN
    ALTER DATABASE TT SET SINGLE_USER WITH ROLLBACK IMMEDIATE
    DROP DATABASE TT
END
GO
SELECT DB_ID('TT') AS gone;
GO
-- The setting outlives a restart.
CREATE DATABASE R;
ALTER DATABASE R SET SINGLE_USER;
GO
-- @restart
SELECT user_access_desc FROM sys.databases WHERE name = N'R';
DROP DATABASE R;
GO
