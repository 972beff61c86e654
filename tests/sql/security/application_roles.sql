-- t-sql/statements/create-application-role-transact-sql.md, alter-application-role-transact-sql.md, drop-application-role-transact-sql.md;
-- relational-databases/system-stored-procedures/sp-setapprole-transact-sql.md, sp-unsetapprole-transact-sql.md,
-- sp-addapprole-transact-sql.md, sp-approlepassword-transact-sql.md, sp-dropapprole-transact-sql.md;
-- relational-databases/security/authentication-access/application-roles.md; relational-databases/errors-events (505, 2762, 15161, 15422,
-- 15431, 15592).
CREATE DATABASE d;
CREATE DATABASE e;
GO
USE d;
GO
CREATE SCHEMA Sales;
GO
CREATE TABLE dbo.t(a int);
INSERT dbo.t VALUES(1);
CREATE TABLE Sales.t(a int);
INSERT Sales.t VALUES(2);
CREATE TABLE dbo.hidden(a int);
GO
CREATE APPLICATION ROLE weekly_receipts WITH PASSWORD = '987G^bv876sPY)Y5m23', DEFAULT_SCHEMA = Sales;
CREATE APPLICATION ROLE weekly_receipts WITH PASSWORD = '987G^bv876sPY)Y5m23';
CREATE APPLICATION ROLE weak WITH PASSWORD = 'short';
CREATE APPLICATION ROLE plain WITH PASSWORD = '987G^bv876sPY)Y5m23';
GO
CREATE APPLICATION ROLE no_password;
GO
SELECT name, type, type_desc, default_schema_name, is_fixed_role, authentication_type_desc FROM sys.database_principals WHERE type = 'A' ORDER BY name;
GRANT SELECT ON SCHEMA::Sales TO weekly_receipts;
GRANT VIEW DEFINITION ON APPLICATION ROLE::weekly_receipts TO weekly_receipts;
ALTER ROLE db_datareader ADD MEMBER plain;
GO
-- Neither the role nor the password is told.
EXEC sp_setapprole 'nothing', 'x';
EXEC sp_setapprole 'weekly_receipts', 'x';
EXEC sp_setapprole 'dbo', 'x';
EXEC sp_setapprole NULL, 'x';
EXEC sp_setapprole 'weekly_receipts', '987G^bv876sPY)Y5m23', 'rot13';
EXEC sp_unsetapprole 0x00;
GO
EXEC sp_setapprole 'weekly_receipts';
GO
BEGIN TRANSACTION;
EXEC sp_setapprole 'weekly_receipts', '987G^bv876sPY)Y5m23';
ROLLBACK;
EXEC('EXEC sp_setapprole ''weekly_receipts'', ''987G^bv876sPY)Y5m23''');
GO
-- The role's permissions replace those of sa; back with the cookie.
DECLARE @cookie varbinary(8000);
EXEC sp_setapprole 'weekly_receipts', '987G^bv876sPY)Y5m23', @fCreateCookie = true, @cookie = @cookie OUTPUT;
SELECT USER_NAME() AS u, SUSER_SNAME() AS l, ORIGINAL_LOGIN() AS o, SCHEMA_NAME() AS s, CASE WHEN DATALENGTH(@cookie) BETWEEN 1 AND 50 THEN 1 END AS has_cookie;
SELECT a FROM t;
SELECT a FROM dbo.hidden;
SELECT IS_SRVROLEMEMBER('sysadmin') AS sysadmin, IS_MEMBER('db_owner') AS db_owner, HAS_PERMS_BY_NAME(NULL, NULL, 'CONTROL SERVER') AS server;
USE e;
SELECT * FROM e.sys.objects;
EXEC sp_setapprole 'plain', '987G^bv876sPY)Y5m23';
EXEC sp_unsetapprole 0x00;
REVERT;
SELECT USER_NAME() AS u;
ALTER APPLICATION ROLE weekly_receipts WITH PASSWORD = '897yUUbv867y$200nk2i';
ALTER APPLICATION ROLE weekly_receipts WITH DEFAULT_SCHEMA = dbo;
EXEC sp_unsetapprole @cookie;
SELECT USER_NAME() AS u, HAS_PERMS_BY_NAME(NULL, NULL, 'CONTROL SERVER') AS server;
EXEC sp_unsetapprole @cookie;
GO
ALTER APPLICATION ROLE weekly_receipts WITH NAME = receipts_ledger;
ALTER APPLICATION ROLE receipts_ledger WITH PASSWORD = '897yUUbv867y$200nk2i';
ALTER APPLICATION ROLE receipts_ledger WITH NAME = weekly_ledger, PASSWORD = '897yUUbv77bsrEE00nk2i', DEFAULT_SCHEMA = Production;
ALTER APPLICATION ROLE weekly_ledger WITH NAME = plain;
ALTER APPLICATION ROLE weekly_receipts WITH NAME = x;
GO
DECLARE @cookie varbinary(8000);
EXEC sp_setapprole 'weekly_ledger', '987G^bv876sPY)Y5m23';
EXEC sp_setapprole @rolename = 'weekly_ledger', @password = '897yUUbv77bsrEE00nk2i', @encrypt = 'none', @fCreateCookie = 1, @cookie = @cookie OUTPUT;
SELECT USER_NAME() AS u;
EXEC sp_unsetapprole @cookie;
GO
-- The older procedures: the role owns a schema of its name.
EXEC sp_addapprole 'SalesApp', 'x97898jLJfcooFUYLKm387gf3';
SELECT s.name, p.name AS owner, p.default_schema_name FROM sys.schemas AS s JOIN sys.database_principals AS p ON p.principal_id = s.principal_id WHERE p.type = 'A';
EXEC sp_addapprole 'Sales', 'x97898jLJfcooFUYLKm387gf3';
EXEC sp_approlepassword 'SalesApp', '''B3r12-36';
DROP APPLICATION ROLE SalesApp;
EXEC sp_dropapprole 'SalesApp';
EXEC sp_dropapprole 'SalesApp';
DROP APPLICATION ROLE weekly_ledger;
DROP APPLICATION ROLE IF EXISTS weekly_ledger;
DROP APPLICATION ROLE plain;
SELECT COUNT(*) AS n FROM sys.database_principals WHERE type = 'A';
GO
-- A session that stays the role until it ends.
CREATE APPLICATION ROLE stays WITH PASSWORD = '987G^bv876sPY)Y5m23';
GO
EXEC sp_setapprole 'stays', '987G^bv876sPY)Y5m23';
GO
SELECT USER_NAME() AS u;
SELECT a FROM dbo.t;
CREATE LOGIN l WITH PASSWORD = 'Str0ng pass';
GO
