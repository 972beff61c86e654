-- Examples of docs/t-sql/statements/{grant,deny,revoke}-*-transact-sql.md, with small stand-ins for the objects of AdventureWorks.
-- grant-transact-sql.md, deny-transact-sql.md and revoke-transact-sql.md lead to the pages by securable.
CREATE LOGIN WanidaBenshoof WITH PASSWORD = 'Sufficient-1';
CREATE LOGIN EricKurjan WITH PASSWORD = 'Sufficient-1';
CREATE LOGIN AolMtz WITH PASSWORD = 'Sufficient-1';
CREATE LOGIN JanethEsteves WITH PASSWORD = 'Sufficient-1';
CREATE SERVER ROLE SunilPatel;
CREATE DATABASE D;
GO
USE D;
GO
CREATE USER MelanieK WITHOUT LOGIN;
CREATE USER CarmineEs WITHOUT LOGIN;
CREATE USER AidaAyala WITHOUT LOGIN;
CREATE USER RodgerSn WITHOUT LOGIN;
CREATE USER WilJo WITHOUT LOGIN;
CREATE USER SandraAlayo WITHOUT LOGIN;
CREATE USER RosaQdM WITHOUT LOGIN;
CREATE USER Wanida FOR LOGIN WanidaBenshoof;
CREATE USER RolandX WITHOUT LOGIN;
CREATE USER KhalidR WITHOUT LOGIN;
CREATE USER JoseS WITHOUT LOGIN;
CREATE USER HamithaL WITHOUT LOGIN;
CREATE ROLE newrole;
CREATE ROLE EricRole;
CREATE APPLICATION ROLE AppRole WITH PASSWORD = 'Sufficient-1';
GO
CREATE SCHEMA HumanResources;
GO
CREATE SCHEMA Person;
GO
CREATE SCHEMA Telemarketing;
GO
CREATE TABLE Person.Address (AddressID int, City nvarchar(30));
GO
CREATE TYPE Telemarketing.PhoneNumber FROM nvarchar(25);
GO
CREATE PROCEDURE HumanResources.uspUpdateEmployeeHireInfo AS PRINT 'x';
GO
CREATE VIEW HumanResources.vEmployee AS SELECT 1 AS BusinessEntityID;
GO
-- grant-database-permissions-transact-sql.md
GRANT CREATE TABLE TO MelanieK;
GRANT SHOWPLAN TO AppRole;
GRANT CREATE VIEW TO CarmineEs WITH GRANT OPTION;
GRANT CONTROL ON DATABASE::D TO WilJo;
GRANT VIEW DEFINITION ON DATABASE::D TO RosaQdM;
GO
-- deny-database-permissions-transact-sql.md
DENY CREATE VIEW TO MelanieK;
DENY VIEW DEFINITION TO CarmineEs CASCADE;
DENY SHOWPLAN TO AidaAyala;
GO
-- revoke-database-permissions-transact-sql.md
REVOKE CREATE VIEW FROM MelanieK;
REVOKE VIEW DEFINITION FROM CarmineEs CASCADE;
REVOKE CREATE VIEW FROM CarmineEs CASCADE;
GO
-- grant-database-principal-permissions-transact-sql.md
GRANT CONTROL ON USER::WilJo TO RolandX;
GRANT VIEW DEFINITION ON ROLE::EricRole TO JoseS WITH GRANT OPTION;
GRANT IMPERSONATE ON USER::HamithaL TO AppRole;
GO
-- deny-database-principal-permissions-transact-sql.md
DENY CONTROL ON USER::WilJo TO RolandX;
DENY VIEW DEFINITION ON ROLE::EricRole TO JoseS CASCADE;
DENY IMPERSONATE ON USER::HamithaL TO AppRole;
GO
-- revoke-database-principal-permissions-transact-sql.md
REVOKE CONTROL ON USER::WilJo FROM RolandX;
REVOKE VIEW DEFINITION ON ROLE::EricRole FROM JoseS CASCADE;
REVOKE IMPERSONATE ON USER::HamithaL FROM AppRole;
GO
-- grant-schema-permissions-transact-sql.md
GRANT INSERT ON SCHEMA :: HumanResources TO KhalidR;
GRANT SELECT ON SCHEMA :: Person TO WilJo WITH GRANT OPTION;
GO
-- deny-schema-permissions-transact-sql.md, revoke-schema-permissions-transact-sql.md
DENY INSERT ON SCHEMA :: HumanResources TO KhalidR;
DENY SELECT ON SCHEMA :: Person TO WilJo CASCADE;
REVOKE SELECT ON SCHEMA :: Person FROM WilJo CASCADE;
REVOKE INSERT ON SCHEMA :: HumanResources FROM KhalidR;
GO
-- deny-object-permissions-transact-sql.md
DENY SELECT ON OBJECT::Person.Address TO RosaQdM;
DENY EXECUTE ON OBJECT::HumanResources.uspUpdateEmployeeHireInfo TO newrole;
DENY REFERENCES (BusinessEntityID) ON OBJECT::HumanResources.vEmployee TO Wanida CASCADE;
GO
SELECT pr.name, pe.class_desc, pe.permission_name, pe.state_desc, OBJECT_NAME(pe.major_id) AS object, pe.minor_id
FROM sys.database_permissions AS pe JOIN sys.database_principals AS pr ON pe.grantee_principal_id = pr.principal_id
WHERE pr.name IN ('RosaQdM', 'newrole', 'Wanida', 'MelanieK', 'CarmineEs', 'WilJo') ORDER BY pr.name, pe.class, pe.permission_name;
GO
-- revoke-object-permissions-transact-sql.md
REVOKE SELECT ON OBJECT::Person.Address FROM RosaQdM;
REVOKE EXECUTE ON OBJECT::HumanResources.uspUpdateEmployeeHireInfo FROM newrole;
REVOKE REFERENCES (BusinessEntityID) ON OBJECT::HumanResources.vEmployee FROM Wanida CASCADE;
GO
-- grant-type-permissions-transact-sql.md, deny-type-permissions-transact-sql.md, revoke-type-permissions-transact-sql.md
GRANT VIEW DEFINITION ON TYPE::Telemarketing.PhoneNumber TO KhalidR WITH GRANT OPTION;
DENY VIEW DEFINITION ON TYPE::Telemarketing.PhoneNumber TO KhalidR CASCADE;
REVOKE VIEW DEFINITION ON TYPE::Telemarketing.PhoneNumber FROM KhalidR CASCADE;
GO
GRANT CONTROL ON TYPE::dbo.nothing TO KhalidR;
GO
-- grant-system-object-permissions-transact-sql.md
GRANT SELECT ON sys.sql_logins TO RosaQdM;
GO
USE master;
GO
CREATE USER Sylvester1 WITHOUT LOGIN;
GRANT SELECT ON sys.sql_logins TO Sylvester1 WITH GRANT OPTION;
GO
-- deny-system-object-permissions-transact-sql.md, revoke-system-object-permissions-transact-sql.md
DENY EXECUTE ON sys.xp_cmdshell TO public;
GO
REVOKE EXECUTE ON sys.sp_addlinkedserver FROM public;
GO
REVOKE SELECT ON sys.sql_logins FROM Sylvester1 CASCADE;
DROP USER Sylvester1;
GO
-- grant-server-permissions-transact-sql.md
GRANT CONTROL SERVER TO WanidaBenshoof;
GRANT ALTER ANY EVENT NOTIFICATION TO JanethEsteves WITH GRANT OPTION;
GRANT ALTER ANY DATABASE TO SunilPatel;
GO
-- deny-server-permissions-transact-sql.md
DENY CONNECT SQL TO AolMtz CASCADE;
DENY CREATE ENDPOINT TO AolMtz AS WanidaBenshoof;
GO
-- revoke-server-permissions-transact-sql.md
REVOKE VIEW SERVER STATE FROM WanidaBenshoof;
REVOKE GRANT OPTION FOR CONNECT SQL FROM JanethEsteves;
REVOKE CONNECT SQL FROM AolMtz;
GO
-- grant-server-principal-permissions-transact-sql.md
GRANT IMPERSONATE ON LOGIN::WanidaBenshoof TO JanethEsteves;
GRANT VIEW DEFINITION ON LOGIN::EricKurjan TO JanethEsteves WITH GRANT OPTION;
GRANT VIEW DEFINITION ON SERVER ROLE::SunilPatel TO AolMtz;
GO
-- deny-server-principal-permissions-transact-sql.md
DENY IMPERSONATE ON LOGIN::WanidaBenshoof TO JanethEsteves;
DENY VIEW DEFINITION ON LOGIN::EricKurjan TO JanethEsteves CASCADE;
DENY VIEW DEFINITION ON SERVER ROLE::SunilPatel TO AolMtz;
GO
SELECT pr.name, pe.class_desc, pe.permission_name, pe.state_desc
FROM sys.server_permissions AS pe JOIN sys.server_principals AS pr ON pe.grantee_principal_id = pr.principal_id
WHERE pr.name IN ('WanidaBenshoof', 'JanethEsteves', 'AolMtz', 'SunilPatel') ORDER BY pr.name, pe.class, pe.permission_name;
GO
-- revoke-server-principal-permissions-transact-sql.md
REVOKE IMPERSONATE ON LOGIN::WanidaBenshoof FROM JanethEsteves;
REVOKE VIEW DEFINITION ON LOGIN::EricKurjan FROM JanethEsteves CASCADE;
REVOKE VIEW DEFINITION ON SERVER ROLE::SunilPatel TO AolMtz;
GO
USE D;
GRANT VIEW SERVER STATE TO KhalidR;
GO
GRANT SELECT TO sa;
GO
GRANT SELECT ON DATABASE::D TO dbo;
GO
GRANT NOTHING TO KhalidR;
GO
GRANT EXECUTE ON Person.Address TO KhalidR;
GO
GRANT SELECT ON OBJECT::Person.Address (nothing) TO KhalidR;
GO
GRANT SELECT TO nobody;
GO
GRANT ALL ON Person.Address TO KhalidR;
SELECT permission_name FROM sys.database_permissions WHERE grantee_principal_id = USER_ID('KhalidR') AND class = 1 ORDER BY 1;
REVOKE ALL PRIVILEGES ON Person.Address FROM KhalidR;
DENY ALL TO KhalidR;
REVOKE ALL FROM KhalidR;
GO
