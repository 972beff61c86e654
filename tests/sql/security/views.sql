-- relational-databases/system-catalog-views/sys-server-principals-transact-sql.md, sys-sql-logins-transact-sql.md, sys-database-principals-transact-sql.md,
-- sys-server-role-members-transact-sql.md, sys-database-role-members-transact-sql.md, sys-server-permissions-transact-sql.md,
-- sys-database-permissions-transact-sql.md, sys-login-token-transact-sql.md, sys-user-token-transact-sql.md (columns, and who sees what, in each);
-- relational-databases/security/metadata-visibility-configuration.md (password_hash takes CONTROL SERVER).
CREATE DATABASE d;
CREATE LOGIN ann WITH PASSWORD = 'Grüner Baum 7', DEFAULT_DATABASE = d;
CREATE LOGIN bob WITH PASSWORD = 'x', CHECK_POLICY = OFF;
ALTER LOGIN bob DISABLE;
CREATE SERVER ROLE auditors;
ALTER SERVER ROLE auditors ADD MEMBER ann;
ALTER SERVER ROLE diskadmin ADD MEMBER bob;
GRANT VIEW SERVER STATE TO auditors;
DENY ALTER ANY CONNECTION TO bob;
GRANT IMPERSONATE ON LOGIN::ann TO bob WITH GRANT OPTION;
GO
USE d;
GO
CREATE TABLE dbo.t(a INT, b INT);
CREATE USER ann;
CREATE USER bob WITH DEFAULT_SCHEMA = other;
CREATE USER lone WITHOUT LOGIN;
CREATE ROLE readers AUTHORIZATION bob;
CREATE ROLE others;
ALTER ROLE readers ADD MEMBER ann;
ALTER ROLE others ADD MEMBER bob;
ALTER ROLE db_datareader ADD MEMBER readers;
GRANT SELECT ON SCHEMA::dbo TO readers;
DENY UPDATE ON dbo.t(b) TO ann;
GRANT INSERT ON dbo.t TO lone WITH GRANT OPTION;
GRANT SELECT ON dbo.t TO public;
GO
-- The administrator sees all of them.
SELECT name, principal_id, type, type_desc, is_disabled, default_database_name, default_language_name, credential_id, owning_principal_id, is_fixed_role
FROM sys.server_principals ORDER BY principal_id;
SELECT name, sid, create_date FROM sys.server_principals WHERE principal_id IN (1, 3) ORDER BY principal_id;
SELECT COUNT(*) AS known FROM sys.server_principals WHERE type = 'S' AND name <> 'sa' AND SUSER_SID(name) = sid AND DATALENGTH(sid) = 16
    AND DATEDIFF(MINUTE, create_date, GETDATE()) BETWEEN 0 AND 5;
SELECT name, is_policy_checked, is_expiration_checked, CASE WHEN PWDCOMPARE('x', password_hash) = 1 THEN 'x' WHEN password_hash IS NULL THEN 'none' ELSE 'another' END AS password
FROM sys.sql_logins WHERE name <> 'sa' ORDER BY principal_id;
SELECT r.name AS role, m.name AS member FROM sys.server_role_members AS x JOIN sys.server_principals AS r ON r.principal_id = x.role_principal_id
JOIN sys.server_principals AS m ON m.principal_id = x.member_principal_id ORDER BY r.principal_id, m.principal_id;
SELECT class, class_desc, p.name AS on_login, minor_id, grantee_principal_id, grantor_principal_id, x.type, permission_name, state, state_desc
FROM sys.server_permissions AS x LEFT JOIN sys.server_principals AS p ON x.class = 101 AND p.principal_id = x.major_id ORDER BY grantee_principal_id, class, permission_name;
SELECT name, principal_id, type, type_desc, default_schema_name, owning_principal_id, is_fixed_role, authentication_type, authentication_type_desc
FROM sys.database_principals ORDER BY principal_id;
SELECT p.name, l.name AS login, p.default_language_name, p.default_language_lcid, p.allow_encrypted_value_modifications
FROM sys.database_principals AS p LEFT JOIN sys.server_principals AS l ON l.sid = p.sid WHERE p.type = 'S' AND p.sid IS NOT NULL ORDER BY p.principal_id;
SELECT USER_NAME(role_principal_id) AS role, USER_NAME(member_principal_id) AS member FROM sys.database_role_members ORDER BY role, member;
SELECT class, class_desc, CASE class WHEN 1 THEN OBJECT_NAME(major_id) WHEN 3 THEN SCHEMA_NAME(major_id) END AS thing, minor_id, USER_NAME(grantee_principal_id) AS grantee,
    USER_NAME(grantor_principal_id) AS grantor, type, permission_name, state, state_desc
FROM sys.database_permissions ORDER BY grantee, class, permission_name;
SELECT name, type, usage FROM sys.login_token ORDER BY principal_id;
SELECT name, type, usage, sid FROM sys.user_token ORDER BY principal_id;
GO
-- A login knows of itself, of what is always there, and of its roles.
EXECUTE AS LOGIN = 'ann';
SELECT name FROM sys.server_principals WHERE is_fixed_role = 0 ORDER BY principal_id;
SELECT COUNT(*) AS fixed FROM sys.server_principals WHERE is_fixed_role = 1;
SELECT name, password_hash FROM sys.sql_logins ORDER BY principal_id;
SELECT SUSER_NAME(role_principal_id) AS role, member_principal_id FROM sys.server_role_members ORDER BY role_principal_id;
SELECT SUSER_NAME(grantee_principal_id) AS grantee, permission_name FROM sys.server_permissions ORDER BY grantee;
SELECT name FROM sys.database_principals WHERE is_fixed_role = 0 ORDER BY principal_id;
SELECT USER_NAME(role_principal_id) AS role, USER_NAME(member_principal_id) AS member FROM sys.database_role_members ORDER BY role;
SELECT USER_NAME(grantee_principal_id) AS grantee, permission_name, state FROM sys.database_permissions ORDER BY grantee, permission_name;
SELECT name, type, usage FROM sys.login_token ORDER BY name;
SELECT name, type, usage FROM sys.user_token ORDER BY name;
REVERT;
GO
-- A permission on somebody shows him; so do those to look after all of them.
EXECUTE AS LOGIN = 'bob';
SELECT name FROM sys.sql_logins ORDER BY principal_id;
SELECT name FROM sys.database_principals WHERE principal_id > 4 AND is_fixed_role = 0 ORDER BY principal_id;
REVERT;
ALTER ROLE db_accessadmin ADD MEMBER bob;
EXECUTE AS USER = 'bob';
SELECT name FROM sys.database_principals WHERE principal_id > 4 AND is_fixed_role = 0 ORDER BY principal_id;
SELECT COUNT(*) AS logins FROM sys.login_token;
REVERT;
GRANT VIEW DEFINITION TO lone;
EXECUTE AS USER = 'lone';
SELECT name FROM sys.database_principals WHERE principal_id > 4 AND is_fixed_role = 0 ORDER BY principal_id;
SELECT COUNT(*) AS members FROM sys.database_role_members;
REVERT;
USE master;
GRANT ALTER ANY LOGIN TO ann;
EXECUTE AS LOGIN = 'ann';
SELECT name, CASE WHEN password_hash IS NULL THEN 'hidden' ELSE 'shown' END AS password FROM sys.sql_logins ORDER BY principal_id;
REVERT;
GO
-- The owner of a database is nobody on the server, whoever he is there.
USE d;
EXECUTE AS USER = 'dbo';
SELECT HAS_PERMS_BY_NAME(NULL, NULL, 'CONTROL SERVER') AS server, HAS_PERMS_BY_NAME(NULL, 'DATABASE', 'CONTROL') AS own_database;
CREATE LOGIN eve WITH PASSWORD = 'Grüner Baum 7';
REVERT;
GO
-- @crash
USE d;
SELECT COUNT(*) AS permissions FROM sys.database_permissions;
SELECT COUNT(*) AS members FROM sys.server_role_members;
GO
