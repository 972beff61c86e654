-- Examples of docs/t-sql/statements/create-login-transact-sql.md, create-user-transact-sql.md, create-server-role-transact-sql.md,
-- alter-server-role-transact-sql.md, drop-login-transact-sql.md, drop-user-transact-sql.md, drop-server-role-transact-sql.md,
-- alter-authorization-transact-sql.md, revert-transact-sql.md, setuser-transact-sql.md and
-- add-sensitivity-classification-transact-sql.md.
-- create-login-transact-sql.md
CREATE LOGIN login1 WITH PASSWORD = 'Sufficient-1';
GO
CREATE LOGIN login2 WITH PASSWORD = 'Sufficient-1' MUST_CHANGE, CHECK_EXPIRATION = ON;
GO
CREATE LOGIN login3 WITH PASSWORD = 'Sufficient-1', CREDENTIAL = credentialName;
GO
CREATE LOGIN login4 FROM CERTIFICATE certificateName;
GO
CREATE LOGIN [CONTOSO\Mary] FROM WINDOWS;
GO
CREATE LOGIN TestLogin WITH PASSWORD = 'SuperSecret52&&', SID = 0x241C11948AEEB749B0D22646DB1A19F2;
SELECT * FROM sys.sql_logins WHERE name = 'none';
SELECT sid FROM sys.sql_logins WHERE name = 'TestLogin';
GO
CREATE LOGIN TestLogin2 WITH PASSWORD = 'SuperSecret52&&', SID = 0x241C11948AEEB749B0D22646DB1A19F2;
GO
CREATE LOGIN Andreas WITH PASSWORD = 0x02000C HASHED;
GO
CREATE LOGIN login5 WITH PASSWORD = 'Sufficient-1', DEFAULT_DATABASE = tempdb, DEFAULT_LANGUAGE = English, CHECK_POLICY = OFF;
SELECT default_database_name, default_language_name, is_policy_checked, is_expiration_checked FROM sys.sql_logins WHERE name = 'login5';
GO
CREATE LOGIN login1 WITH PASSWORD = 'Sufficient-1';
GO
CREATE LOGIN login6 WITH PASSWORD = 'short';
GO
CREATE LOGIN [a\b] WITH PASSWORD = 'Sufficient-1';
GO
CREATE LOGIN login6 WITH PASSWORD = 'Sufficient-1', DEFAULT_LANGUAGE = nothing;
GO
CREATE LOGIN login6;
GO
-- create-user-transact-sql.md
CREATE LOGIN AbolrousHazem WITH PASSWORD = '340$Uuxwp7Mcxo7Khy';
CREATE LOGIN WanidaBenshoof WITH PASSWORD = '8fdKJl3$nlNv3049jsKK';
CREATE DATABASE D;
GO
USE D;
GO
CREATE USER AbolrousHazem FOR LOGIN AbolrousHazem;
GO
CREATE USER Wanida FOR LOGIN WanidaBenshoof WITH DEFAULT_SCHEMA = Marketing;
SELECT name, default_schema_name, authentication_type_desc FROM sys.database_principals WHERE name IN ('Wanida', 'AbolrousHazem') ORDER BY name;
GO
CREATE USER JinghaoLiu FOR CERTIFICATE CarnationProduction50;
GO
CREATE USER CustomApp WITHOUT LOGIN ;
GRANT IMPERSONATE ON USER::CustomApp TO AbolrousHazem ;
EXECUTE AS USER = 'CustomApp' ;
SELECT USER_NAME() AS who;
REVERT;
GO
CREATE USER Carlo
WITH PASSWORD='RN92piTCh%$!~3K9844 Bl*'
    , DEFAULT_LANGUAGE=[Brazilian]
    , DEFAULT_SCHEMA=[dbo];
GO
CREATE USER [Contoso\Fritz];
GO
CREATE USER [Chin] WITHOUT LOGIN WITH ALLOW_ENCRYPTED_VALUE_MODIFICATIONS = ON ;
GO
CREATE USER login1;
SELECT name FROM sys.database_principals WHERE sid = SUSER_SID('login1');
GO
CREATE USER other FOR LOGIN login1;
GO
CREATE USER nobody FOR LOGIN nobody;
GO
CREATE USER nobody;
GO
CREATE USER AbolrousHazem WITHOUT LOGIN;
GO
CREATE USER sys WITHOUT LOGIN;
GO
CREATE USER guest FOR LOGIN login5;
GO
-- create-server-role-transact-sql.md and alter-server-role-transact-sql.md
CREATE SERVER ROLE buyers AUTHORIZATION login1;
CREATE SERVER ROLE auditors AUTHORIZATION securityadmin;
GO
CREATE SERVER ROLE Product ;
ALTER SERVER ROLE Product WITH NAME = Production ;
ALTER SERVER ROLE Production ADD MEMBER login1 ;
ALTER SERVER ROLE Production DROP MEMBER login1 ;
ALTER SERVER ROLE diskadmin ADD MEMBER login5 ;
ALTER SERVER ROLE Production ADD MEMBER buyers;
SELECT r.name AS role, m.name AS member FROM sys.server_role_members AS rm JOIN sys.server_principals AS r ON rm.role_principal_id = r.principal_id JOIN sys.server_principals AS m ON rm.member_principal_id = m.principal_id WHERE r.name IN ('Production', 'diskadmin') ORDER BY r.name;
SELECT SRM.role_principal_id, SP.name AS Role_Name FROM sys.server_role_members AS SRM JOIN sys.server_principals AS SP ON SRM.role_principal_id = SP.principal_id WHERE SP.name = 'diskadmin';
GO
ALTER SERVER ROLE public ADD MEMBER login1;
GO
ALTER SERVER ROLE sysadmin WITH NAME = other;
GO
ALTER SERVER ROLE Production ADD MEMBER Production;
GO
ALTER SERVER ROLE nothing ADD MEMBER login1;
GO
ALTER SERVER ROLE Production ADD MEMBER nothing;
GO
CREATE SERVER ROLE Production;
GO
-- drop-server-role-transact-sql.md
DROP SERVER ROLE Production;
GO
ALTER SERVER ROLE Production DROP MEMBER buyers;
DROP SERVER ROLE Production;
GO
DROP SERVER ROLE sysadmin;
GO
DROP SERVER ROLE nothing;
GO
-- drop-login-transact-sql.md
DROP LOGIN login1;
GO
DROP SERVER ROLE buyers;
DROP LOGIN login1;
GO
DROP LOGIN nothing;
GO
DROP LOGIN sa;
GO
-- drop-user-transact-sql.md
DROP USER AbolrousHazem;
GO
DROP USER IF EXISTS AbolrousHazem;
GO
DROP USER dbo;
GO
CREATE SCHEMA Marketing AUTHORIZATION Wanida;
GO
DROP USER Wanida;
GO
-- alter-authorization-transact-sql.md
CREATE TABLE dbo.Sprockets (a int);
GO
CREATE VIEW dbo.ProductionView06 AS SELECT 1 AS one;
GO
ALTER AUTHORIZATION ON OBJECT::dbo.Sprockets TO CustomApp;
GO
ALTER AUTHORIZATION ON OBJECT::dbo.ProductionView06 TO SCHEMA OWNER;
ALTER AUTHORIZATION ON SCHEMA::Marketing TO CustomApp;
SELECT USER_NAME(principal_id) AS owner FROM sys.schemas WHERE name = 'Marketing';
GO
ALTER AUTHORIZATION ON ENDPOINT::CantabSalesServer1 TO JaePak;
GO
ALTER AUTHORIZATION ON DATABASE::D TO login5;
SELECT SUSER_SNAME(owner_sid) AS owner FROM sys.databases WHERE name = 'D';
ALTER AUTHORIZATION ON DATABASE::D TO sa;
GO
ALTER AUTHORIZATION ON DATABASE::D TO nothing;
GO
ALTER AUTHORIZATION ON SCHEMA::nothing TO dbo;
GO
-- revert-transact-sql.md
CREATE LOGIN login7 WITH PASSWORD = 'J345#$)thb';
CREATE LOGIN login8 WITH PASSWORD = 'Uor80$23b';
GO
CREATE USER user1 FOR LOGIN login7;
CREATE USER user2 FOR LOGIN login8;
GO
SELECT SUSER_NAME() AS login, USER_NAME() AS [user];
EXECUTE AS LOGIN = 'login7';
SELECT SUSER_NAME() AS login, USER_NAME() AS [user];
GO
REVERT;
GO
DECLARE @cookie VARBINARY(100);
EXECUTE AS USER = 'user1' WITH COOKIE INTO @cookie;
SELECT USER_NAME() AS [user], CASE WHEN @cookie IS NULL THEN 'none' ELSE 'a cookie' END AS cookie;
DECLARE @wrong VARBINARY(100) = 0x01;
REVERT WITH COOKIE = @wrong;
SELECT USER_NAME() AS [user];
REVERT WITH COOKIE = @cookie;
SELECT USER_NAME() AS [user];
GO
REVERT;
SELECT USER_NAME() AS [user];
GO
-- setuser-transact-sql.md
SETUSER 'user1';
SELECT USER_NAME() AS [user];
GO
SETUSER;
SELECT USER_NAME() AS [user];
GO
-- add-sensitivity-classification-transact-sql.md
ADD SENSITIVITY CLASSIFICATION TO
    dbo.sales.price, dbo.sales.discount
    WITH ( LABEL='Highly Confidential', INFORMATION_TYPE='Financial', RANK=CRITICAL )
GO
-- create-trigger-transact-sql.md, F
USE master;
GO
CREATE LOGIN login_test WITH PASSWORD = N'3KHJ6dhx(0xVYsdf' MUST_CHANGE,
    CHECK_EXPIRATION = ON;
GO
GRANT VIEW SERVER STATE TO login_test;
GO
CREATE TRIGGER connection_limit_trigger
ON ALL SERVER WITH EXECUTE AS N'login_test'
FOR LOGON
AS
BEGIN
IF ORIGINAL_LOGIN()= N'login_test' AND
    (SELECT COUNT(*) FROM sys.dm_exec_sessions
            WHERE is_user_process = 1 AND
                original_login_name = N'login_test') > 3
    ROLLBACK;
END;
GO
SELECT name, parent_class_desc, LOGINPROPERTY(N'login_test', 'IsMustChange') AS must_change FROM sys.server_triggers;
DROP TRIGGER connection_limit_trigger ON ALL SERVER;
DROP LOGIN login_test;
DROP LOGIN login2;
