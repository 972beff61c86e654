-- relational-databases/security/authentication-access/database-level-roles.md: db_securityadmin manages permissions of its database; server-level-roles.md:
-- securityadmin can GRANT, DENY and REVOKE permissions of the server, and of databases that it has access to.
CREATE DATABASE d;
CREATE LOGIN security WITH PASSWORD = 'Str0ng pass';
CREATE LOGIN plain WITH PASSWORD = 'Str0ng pass';
ALTER SERVER ROLE securityadmin ADD MEMBER security;
GO
USE d;
CREATE USER security;
CREATE USER ann WITHOUT LOGIN;
CREATE USER sec WITHOUT LOGIN;
CREATE TABLE dbo.t(a INT);
ALTER ROLE db_securityadmin ADD MEMBER sec;
GO
EXECUTE AS USER = 'sec';
GRANT SELECT ON dbo.t TO ann;
GRANT EXECUTE ON SCHEMA::dbo TO ann;
DENY DELETE ON dbo.t TO ann;
GRANT CREATE TABLE TO ann;
REVOKE CREATE TABLE FROM ann;
GRANT SELECT ON dbo.t TO sec;
SELECT a FROM dbo.t;
REVERT;
EXECUTE AS LOGIN = 'security';
GRANT INSERT ON dbo.t TO ann;
USE master;
GRANT VIEW SERVER STATE TO plain;
GRANT VIEW SERVER STATE TO security;
USE d;
REVERT;
EXECUTE AS USER = 'ann';
GRANT SELECT ON dbo.t TO sec;
REVERT;
SELECT USER_NAME(grantee_principal_id) AS grantee, permission_name, state, USER_NAME(grantor_principal_id) AS grantor FROM sys.database_permissions
WHERE grantee_principal_id = USER_ID('ann') AND type <> 'CO' ORDER BY permission_name;
SELECT permission_name, state, SUSER_NAME(grantor_principal_id) AS grantor FROM sys.server_permissions WHERE grantee_principal_id = SUSER_ID('plain')
AND type <> 'COSQ';
GO
