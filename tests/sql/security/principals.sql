-- t-sql/statements/create-login-transact-sql.md, create-user-transact-sql.md, create-role-transact-sql.md, alter-role-transact-sql.md,
-- create-server-role-transact-sql.md, alter-login-transact-sql.md, drop-login-transact-sql.md, drop-role-transact-sql.md;
-- relational-databases/security/password-policy.md; t-sql/statements/execute-as-transact-sql.md, revert-transact-sql.md;
-- t-sql/functions/suser-sname-transact-sql.md, user-name-transact-sql.md, is-srvrolemember-transact-sql.md.
CREATE DATABASE d;
GO
USE d;
GO
-- Eight characters of three kinds.
CREATE LOGIN ann WITH PASSWORD = 'short';
CREATE LOGIN ann WITH PASSWORD = 'longenough';
CREATE LOGIN ann WITH PASSWORD = 'AnnAnn123!';
CREATE LOGIN ann WITH PASSWORD = 'Grüner Baum 7', DEFAULT_DATABASE = d, CHECK_EXPIRATION = OFF;
CREATE LOGIN ann WITH PASSWORD = 'Grüner Baum 7';
CREATE LOGIN sa WITH PASSWORD = 'Grüner Baum 7';
CREATE LOGIN weak WITH PASSWORD = 'x', CHECK_POLICY = OFF;
GO
CREATE USER ann;
CREATE USER ann;
CREATE USER other FOR LOGIN ann;
CREATE USER nobody FOR LOGIN nobody;
CREATE USER weak FOR LOGIN weak WITH DEFAULT_SCHEMA = dbo;
CREATE USER without WITHOUT LOGIN;
GO
CREATE ROLE r;
CREATE ROLE r;
CREATE ROLE s AUTHORIZATION ann;
ALTER ROLE r ADD MEMBER ann;
ALTER ROLE r ADD MEMBER nobody;
ALTER ROLE nothing ADD MEMBER ann;
ALTER ROLE s ADD MEMBER r;
ALTER ROLE r ADD MEMBER s;
ALTER ROLE [public] ADD MEMBER ann;
ALTER ROLE r ADD MEMBER dbo;
ALTER ROLE r WITH NAME = renamed;
GO
SELECT USER_NAME() AS u, SUSER_SNAME() AS l, ORIGINAL_LOGIN() AS o, USER_NAME(USER_ID('renamed')) AS r, IS_ROLEMEMBER('s', 'ann') AS through,
    IS_SRVROLEMEMBER('sysadmin') AS sysadmin, IS_SRVROLEMEMBER('sysadmin', 'ann') AS anns, SUSER_SNAME(SUSER_SID('ann')) AS same;
GO
-- As a user, as a login, and back.
EXECUTE AS USER = 'ann';
SELECT USER_NAME() AS u, SUSER_SNAME() AS l, ORIGINAL_LOGIN() AS o, SYSTEM_USER AS s, CURRENT_USER AS c;
EXECUTE AS USER = 'dbo';
EXECUTE AS LOGIN = 'sa';
USE master;
REVERT;
SELECT USER_NAME() AS u;
EXECUTE AS LOGIN = 'ann';
SELECT USER_NAME() AS u, SUSER_SNAME() AS l;
USE master;
SELECT USER_NAME() AS u;
REVERT;
USE d;
REVERT;
REVERT;
SELECT USER_NAME() AS u, DB_NAME() AS d;
EXECUTE AS LOGIN = 'weak';
USE model;
REVERT;
GO
DECLARE @cookie VARBINARY(100);
EXECUTE AS USER = 'ann' WITH COOKIE INTO @cookie;
REVERT;
SELECT USER_NAME() AS u;
REVERT WITH COOKIE = @cookie;
SELECT USER_NAME() AS u;
GO
-- What ann may not do.
EXECUTE AS LOGIN = 'ann';
CREATE LOGIN eve WITH PASSWORD = 'Grüner Baum 7';
ALTER LOGIN weak DISABLE;
ALTER LOGIN ann WITH PASSWORD = 'Blauer Baum 8' OLD_PASSWORD = 'wrong';
ALTER LOGIN ann WITH PASSWORD = 'Blauer Baum 8' OLD_PASSWORD = 'Grüner Baum 7';
CREATE USER eve WITHOUT LOGIN;
CREATE ROLE t;
ALTER ROLE renamed ADD MEMBER without;
ALTER ROLE db_owner ADD MEMBER ann;
ALTER SERVER ROLE sysadmin ADD MEMBER ann;
CREATE DATABASE e;
CREATE TABLE dbo.t(a INT);
ALTER DATABASE d SET RECOVERY SIMPLE;
BACKUP DATABASE d TO DISK = 'NUL';
GRANT VIEW SERVER STATE TO weak;
REVERT;
GO
-- A role's owner, and the database's.
EXECUTE AS USER = 'ann';
ALTER ROLE s ADD MEMBER without;
REVERT;
ALTER ROLE db_owner ADD MEMBER ann;
EXECUTE AS USER = 'ann';
CREATE TABLE dbo.t(a INT);
SELECT COUNT(*) AS n FROM dbo.t;
DROP TABLE dbo.t;
CREATE USER eve WITHOUT LOGIN;
REVERT;
GO
-- Roles of the server.
USE master;
CREATE SERVER ROLE auditors;
ALTER SERVER ROLE auditors ADD MEMBER ann;
GRANT VIEW SERVER STATE TO auditors;
ALTER SERVER ROLE dbcreator ADD MEMBER weak;
EXECUTE AS LOGIN = 'ann';
SELECT COUNT(*) AS n FROM sys.dm_os_wait_stats WHERE wait_type = 'WRITELOG';
SELECT IS_SRVROLEMEMBER('auditors') AS auditor;
REVERT;
EXECUTE AS LOGIN = 'weak';
SELECT COUNT(*) AS n FROM sys.dm_os_wait_stats WHERE wait_type = 'WRITELOG';
REVERT;
DROP SERVER ROLE auditors;
ALTER SERVER ROLE auditors DROP MEMBER ann;
DROP SERVER ROLE auditors;
DROP SERVER ROLE sysadmin;
GO
USE d;
GO
-- What is still of use to somebody is not dropped.
DROP ROLE s;
DROP USER ann;
ALTER AUTHORIZATION ON ROLE::s TO dbo;
DROP USER ann;
ALTER ROLE s DROP MEMBER renamed;
ALTER ROLE s DROP MEMBER without;
DROP ROLE s;
DROP USER dbo;
DROP USER nobody;
DROP USER IF EXISTS nobody;
DROP ROLE db_owner;
DROP LOGIN ann;
DROP LOGIN nobody;
DROP LOGIN sa;
GO
-- @crash
USE d;
SELECT SUSER_SNAME(SUSER_SID('ann')) AS gone, SUSER_SNAME(SUSER_SID('weak')) AS weak, USER_NAME(USER_ID('weak')) AS u, IS_SRVROLEMEMBER('dbcreator', 'weak') AS creator;
GO
