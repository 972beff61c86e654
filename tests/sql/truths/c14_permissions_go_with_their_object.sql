-- docs/t-sql/statements/alter-schema-transact-sql.md: "All permissions associated with the securable will be dropped when the securable is moved to the new
-- schema." docs/relational-databases/system-catalog-views/sys-database-permissions-transact-sql.md: a row for each permission in the database;
-- those of a dropped object, column, type or schema are none any more, so that their grantor can be dropped (15284 otherwise).
SET NOCOUNT ON;
CREATE DATABASE g;
GO
USE g;
GO
SET NOCOUNT ON;
CREATE USER u WITHOUT LOGIN;
CREATE USER v WITHOUT LOGIN;
GO
CREATE SCHEMA s;
GO
CREATE SCHEMA z;
GO
CREATE TABLE dbo.t (a int, b int);
CREATE SEQUENCE dbo.q;
CREATE TYPE dbo.y FROM int;
GO
CREATE VIEW dbo.w AS SELECT a FROM dbo.t;
GO
CREATE PROCEDURE dbo.p AS SELECT 1;
GO
GRANT SELECT ON dbo.t TO u;
GRANT UPDATE ON dbo.t (b) TO u;
GRANT UPDATE ON dbo.q TO u;
GRANT REFERENCES ON TYPE::dbo.y TO u;
GRANT SELECT ON dbo.w TO u;
GRANT EXECUTE ON dbo.p TO u;
GRANT SELECT ON SCHEMA::z TO u;
GRANT CONTROL ON USER::v TO u;
SELECT class_desc, minor_id, permission_name FROM sys.database_permissions WHERE grantee_principal_id = USER_ID('u') AND type <> 'CO' ORDER BY class, permission_name, minor_id;
GO
ALTER TABLE dbo.t DROP COLUMN b;
SELECT class_desc, minor_id, permission_name FROM sys.database_permissions WHERE grantee_principal_id = USER_ID('u') AND type <> 'CO' ORDER BY class, permission_name, minor_id;
GO
BEGIN TRANSACTION;
ALTER SCHEMA s TRANSFER dbo.t;
SELECT COUNT(*) AS inside FROM sys.database_permissions WHERE major_id = OBJECT_ID('s.t');
ROLLBACK;
SELECT COUNT(*) AS rolled_back FROM sys.database_permissions WHERE class = 1 AND major_id = OBJECT_ID('dbo.t');
GO
ALTER SCHEMA s TRANSFER dbo.t;
ALTER SCHEMA s TRANSFER dbo.q;
ALTER SCHEMA s TRANSFER TYPE::dbo.y;
ALTER SCHEMA s TRANSFER dbo.p;
SELECT class_desc, permission_name FROM sys.database_permissions WHERE grantee_principal_id = USER_ID('u') AND type <> 'CO' ORDER BY class, permission_name;
GO
DROP VIEW dbo.w;
DROP SCHEMA z;
DROP USER v;
SELECT COUNT(*) AS nothing FROM sys.database_permissions WHERE grantee_principal_id = USER_ID('u') AND type <> 'CO';
GO
-- What u has granted is gone with the table, and so u can go.
GRANT SELECT ON s.t TO u WITH GRANT OPTION;
CREATE USER v WITHOUT LOGIN;
EXECUTE AS USER = 'u';
GRANT SELECT ON s.t TO v;
REVERT;
GO
DROP USER u;
GO
DROP TABLE s.t;
DROP USER u;
SELECT COUNT(*) AS users FROM sys.database_principals WHERE name = 'u';
GO
