-- Procedures on logins and users from before CREATE LOGIN: relational-databases/system-stored-procedures/sp-change-users-login-transact-sql.md,
-- sp-defaultdb-transact-sql.md, sp-defaultlanguage-transact-sql.md, sp-addsrvrolemember-transact-sql.md, sp-dropsrvrolemember-transact-sql.md,
-- sp-dropuser-transact-sql.md, sp-grantdbaccess-transact-sql.md; texts: relational-databases/errors-events/database-engine-events-and-errors-15000-to-15999.md.
CREATE DATABASE d;
GO
CREATE LOGIN one WITH PASSWORD = 'Pa55.word-1', CHECK_POLICY = OFF;
CREATE LOGIN two WITH PASSWORD = 'Pa55.word-1', CHECK_POLICY = OFF;
CREATE LOGIN three WITH PASSWORD = 'Pa55.word-1', CHECK_POLICY = OFF;
GO
USE d;
GO
CREATE USER one FOR LOGIN one;
CREATE USER two FOR LOGIN two;
CREATE USER x FOR LOGIN three;
CREATE USER nobody WITHOUT LOGIN;
CREATE ROLE r;
GO
DROP LOGIN one;
DROP LOGIN two;
GO
EXEC sp_change_users_login 'Report', 'one';
GO
EXEC sp_change_users_login NULL;
GO
EXEC sp_change_users_login 'Bogus';
GO
EXEC sp_change_users_login 'Bogus', 'DBO';
GO
EXEC sp_change_users_login 'Update_One', 'absent', 'SA';
GO
EXEC sp_change_users_login 'Update_One', 'one';
GO
EXEC sp_change_users_login 'Update_One', 'absent', 'nothing';
GO
EXEC sp_change_users_login 'Update_One', 'r', 'three';
GO
EXEC sp_change_users_login 'Update_One', 'nobody', 'three';
GO
EXEC sp_change_users_login 'Update_One', 'x', 'nothing';
GO
EXEC sp_change_users_login 'Update_One', 'one', 'three';
GO
EXEC sp_change_users_login 'Auto_Fix', 'one';
GO
EXEC sp_change_users_login 'Auto_Fix', 'one', 'three';
GO
BEGIN TRANSACTION;
EXEC sp_change_users_login 'Auto_Fix', 'one', NULL, 'Pa55.word-1';
ROLLBACK;
GO
EXEC sp_change_users_login 'Auto_Fix', 'one', NULL, 'Pa55.word-1';
GO
CREATE LOGIN two WITH PASSWORD = 'Pa55.word-1', CHECK_POLICY = OFF;
EXEC sp_change_users_login 'Auto_Fix', 'two';
GO
EXEC sp_change_users_login 'Report';
SELECT u.name FROM sys.database_principals AS u JOIN sys.server_principals AS l ON l.sid = u.sid WHERE u.name IN ('one', 'two', 'x') ORDER BY u.name;
GO
EXEC sp_defaultdb 'one', NULL;
GO
EXEC sp_defaultdb 'nothing', 'master';
GO
EXEC sp_defaultdb 'sysadmin', 'tempdb';
GO
EXEC sp_defaultlanguage 'nothing', 'French';
GO
EXEC sp_addsrvrolemember 'nothing', 'dbcreator';
GO
EXEC sp_addsrvrolemember 'one', 'nothing';
GO
EXEC sp_dropsrvrolemember 'nothing', 'dbcreator';
GO
EXEC sp_dropuser 'nothing';
GO
EXEC sp_dropuser NULL;
GO
-- The user has a schema of its own, which is dropped with it.
CREATE LOGIN four WITH PASSWORD = 'Pa55.word-1', CHECK_POLICY = OFF;
EXEC sp_grantdbaccess 'four', 'fourth';
SELECT default_schema_name FROM sys.database_principals WHERE name = 'fourth';
SELECT USER_NAME(principal_id) AS owner FROM sys.schemas WHERE name = 'fourth';
EXEC sp_revokedbaccess 'fourth';
SELECT COUNT(*) AS schemas FROM sys.schemas WHERE name = 'fourth';
GO
