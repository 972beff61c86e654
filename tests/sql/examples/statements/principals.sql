-- Examples of docs/t-sql/statements/: create-role-transact-sql.md, alter-role-transact-sql.md, create-schema-transact-sql.md,
-- alter-schema-transact-sql.md, drop-schema-transact-sql.md, alter-user-transact-sql.md, alter-login-transact-sql.md and
-- drop-table-transact-sql.md.
CREATE DATABASE D;
GO
USE D;
SET NOCOUNT ON;
CREATE USER BenMiller WITHOUT LOGIN;
CREATE USER Barry WITHOUT LOGIN;
CREATE USER Annik WITHOUT LOGIN;
CREATE USER Mandar WITHOUT LOGIN;
CREATE USER Prasanna WITHOUT LOGIN;
CREATE USER Krishna WITHOUT LOGIN;
CREATE USER Anibal WITHOUT LOGIN;
CREATE USER [Hung-Fu] WITHOUT LOGIN;
CREATE USER Mary5 WITHOUT LOGIN;
GO
-- CREATE ROLE, A and B
CREATE ROLE buyers AUTHORIZATION BenMiller;
GO
CREATE ROLE auditors AUTHORIZATION db_securityadmin;
GO
SELECT name, type_desc, USER_NAME(owning_principal_id) AS owner
FROM sys.database_principals WHERE name IN ('buyers', 'auditors') ORDER BY name;
GO
-- ALTER ROLE, A: neither ID number, owner nor permissions change
GRANT CREATE TABLE TO buyers;
DECLARE @id int = DATABASE_PRINCIPAL_ID('buyers');
ALTER ROLE buyers WITH NAME = purchasing;
SELECT IIF(principal_id = @id, 'same', 'other') AS id, USER_NAME(owning_principal_id) AS owner, permission_name
FROM sys.database_principals JOIN sys.database_permissions ON grantee_principal_id = principal_id
WHERE name = 'purchasing';
GO
-- "You cannot change the name of a fixed database role."
ALTER ROLE db_owner WITH NAME = owners;
GO
-- ALTER ROLE, B
CREATE ROLE Sales;
ALTER ROLE Sales ADD MEMBER Barry;
SELECT USER_NAME(role_principal_id) AS role, USER_NAME(member_principal_id) AS member FROM sys.database_role_members WHERE USER_NAME(role_principal_id) = 'Sales';
ALTER ROLE Sales DROP MEMBER Barry;
SELECT COUNT(*) AS members FROM sys.database_role_members WHERE USER_NAME(role_principal_id) = 'Sales';
GO
-- "cannot be a fixed database role or a server principal"
ALTER ROLE Sales ADD MEMBER db_datareader;
GO
-- CREATE SCHEMA, A
CREATE SCHEMA Sprockets AUTHORIZATION Annik
    CREATE TABLE NineProngs (source int, cost int, partnumber int)
    GRANT SELECT ON SCHEMA::Sprockets TO Mandar
    DENY SELECT ON SCHEMA::Sprockets TO Prasanna;
GO
SELECT s.name, USER_NAME(s.principal_id) AS owner, t.name AS [table], t.principal_id
FROM sys.schemas AS s JOIN sys.tables AS t ON t.schema_id = s.schema_id;
SELECT USER_NAME(grantee_principal_id) AS grantee, state_desc, permission_name, class_desc
FROM sys.database_permissions WHERE class = 3 ORDER BY grantee;
GO
-- The statement is atomic.
CREATE SCHEMA Gears
    CREATE TABLE Teeth (a int)
    GRANT SELECT ON Gears.Missing TO Mandar;
GO
SELECT SCHEMA_ID('Gears') AS gears, OBJECT_ID('Gears.Teeth') AS teeth;
GO
-- A view and a permission may stand before the table.
CREATE SCHEMA Wheels
    GRANT SELECT ON Wheels.Spokes TO Mandar
    CREATE VIEW Both AS SELECT length FROM Spokes
    CREATE TABLE Spokes (length int);
GO
SELECT OBJECT_ID('Wheels.Both', 'V') - OBJECT_ID('Wheels.Both') AS [view], OBJECT_ID('Wheels.Spokes', 'U') - OBJECT_ID('Wheels.Spokes') AS [table];
GO
-- DROP SCHEMA
DROP SCHEMA Sprockets;
GO
DROP TABLE Sprockets.NineProngs;
DROP SCHEMA Sprockets;
GO
CREATE SCHEMA Sprockets AUTHORIZATION Krishna
    CREATE TABLE NineProngs (source INT, cost INT, partnumber INT)
    GRANT SELECT TO Anibal
    DENY SELECT TO [Hung-Fu];
GO
SELECT USER_NAME(grantee_principal_id) AS grantee, state_desc, permission_name, class_desc
FROM sys.database_permissions WHERE class = 0 AND permission_name = 'SELECT' ORDER BY grantee;
DROP TABLE Sprockets.NineProngs;
DROP SCHEMA Sprockets;
GO
DROP SCHEMA IF EXISTS Sprockets;
GO
-- ALTER SCHEMA, A: permissions are dropped; B: a type
CREATE SCHEMA HumanResources;
GO
CREATE SCHEMA Person;
GO
CREATE SCHEMA Production;
GO
CREATE TABLE Person.Address (id int);
GRANT SELECT ON Person.Address TO Mandar;
GO
ALTER SCHEMA HumanResources TRANSFER Person.Address;
GO
SELECT SCHEMA_NAME(schema_id) AS [schema], (SELECT COUNT(*) FROM sys.database_permissions WHERE major_id = object_id AND class = 1) AS permissions
FROM sys.tables WHERE name = 'Address';
GO
CREATE TYPE Production.TestType FROM [varchar](10) NOT NULL ;
GO
SELECT sys.types.name, sys.schemas.name
    FROM sys.types JOIN sys.schemas
        ON sys.types.schema_id = sys.schemas.schema_id
    WHERE sys.types.name = 'TestType' ;
GO
ALTER SCHEMA Person TRANSFER type::Production.TestType ;
GO
SELECT sys.types.name, sys.schemas.name
    FROM sys.types JOIN sys.schemas
        ON sys.types.schema_id = sys.schemas.schema_id
    WHERE sys.types.name = 'TestType' ;
GO
ALTER SCHEMA sys TRANSFER HumanResources.Address;
GO
-- ALTER USER, A and B: the default schema need not exist yet
ALTER USER Mary5 WITH NAME = Mary51;
GO
ALTER USER Mary51 WITH DEFAULT_SCHEMA = Purchasing;
GO
SELECT name, default_schema_name FROM sys.database_principals WHERE name LIKE 'Mary%';
GO
-- ALTER LOGIN, A to C and F
CREATE LOGIN Mary5 WITH PASSWORD = 'Str0ng!Pass.1';
GO
ALTER LOGIN Mary5 DISABLE;
SELECT is_disabled FROM sys.sql_logins WHERE name = 'Mary5';
ALTER LOGIN Mary5 ENABLE;
SELECT is_disabled FROM sys.sql_logins WHERE name = 'Mary5';
GO
ALTER LOGIN Mary5 WITH PASSWORD = '<enterStrongPasswordHere1>';
SELECT PWDCOMPARE('<enterStrongPasswordHere1>', password_hash) AS matches FROM sys.sql_logins WHERE name = 'Mary5';
GO
ALTER LOGIN [Mary5] WITH PASSWORD = 'Other!Pass.2' UNLOCK ;
GO
ALTER LOGIN [Mary5] WITH CHECK_POLICY = OFF;
SELECT is_policy_checked FROM sys.sql_logins WHERE name = 'Mary5';
ALTER LOGIN [Mary5] WITH CHECK_POLICY = ON;
SELECT is_policy_checked FROM sys.sql_logins WHERE name = 'Mary5';
GO
ALTER LOGIN Mary5 WITH NAME = John2;
GO
SELECT name FROM sys.sql_logins WHERE name IN ('Mary5', 'John2');
DROP LOGIN John2;
GO
-- The message that the page shows for a login that can't be disabled
ALTER LOGIN [Domain\Group] DISABLE
--> Msg 15151, Level 16, State 1, Line 2
--> Cannot alter the login 'Domain\Group', because it does not exist or you do not have permission.
GO
-- DROP TABLE, A to D
CREATE TABLE ProductVendor1 (a int);
CREATE TABLE dbo.SalesPerson2 (a int);
GO
DROP TABLE ProductVendor1 ;
GO
USE master;
DROP TABLE D.dbo.SalesPerson2 ;
USE D;
GO
SELECT OBJECT_ID('ProductVendor1') AS a, OBJECT_ID('SalesPerson2') AS b;
GO
CREATE TABLE #temptable (col1 INT);
GO
INSERT INTO #temptable
VALUES (10);
GO
SELECT * FROM #temptable;
GO
IF OBJECT_ID(N'tempdb..#temptable', N'U') IS NOT NULL
DROP TABLE #temptable;
GO
--Test the drop.
SELECT * FROM #temptable;
GO
CREATE TABLE T1 (Col1 INT);
GO
DROP TABLE IF EXISTS T1;
GO
DROP TABLE IF EXISTS T1;
GO
-- Remarks: a referenced table can't be dropped; in one statement the referencing one comes first
CREATE TABLE Parent (id int PRIMARY KEY);
CREATE TABLE Child (id int REFERENCES Parent);
GO
DROP TABLE Parent;
GO
DROP TABLE Child, Parent;
GO
SELECT OBJECT_ID('Parent') AS a, OBJECT_ID('Child') AS b;
GO
