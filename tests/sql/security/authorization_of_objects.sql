-- docs/t-sql/statements/alter-authorization-transact-sql.md: examples A and B. SCHEMA OWNER gives an object or type to the owner of its schema,
-- who owns it here anyway, so that its permissions stay (they are dropped for a new owner). Another owner is refused.
CREATE DATABASE G;
GO
USE G;
GO
CREATE USER MichikoOsada WITHOUT LOGIN;
CREATE USER guide WITHOUT LOGIN;
GO
CREATE SCHEMA Parts AUTHORIZATION MichikoOsada;
GO
CREATE TABLE Parts.Sprockets (a int);
CREATE TYPE Parts.Number FROM int;
GO
CREATE VIEW Parts.ProductionView06 AS SELECT a FROM Parts.Sprockets;
GO
GRANT SELECT ON Parts.ProductionView06 TO guide;
ALTER AUTHORIZATION ON OBJECT::Parts.ProductionView06 TO SCHEMA OWNER;
ALTER AUTHORIZATION ON TYPE::Parts.Number TO SCHEMA OWNER;
ALTER AUTHORIZATION ON OBJECT::Parts.Sprockets TO MichikoOsada;
ALTER AUTHORIZATION ON Parts.Sprockets TO MichikoOsada;
SELECT name, principal_id FROM sys.objects WHERE schema_id = SCHEMA_ID('Parts') ORDER BY name;
SELECT permission_name FROM sys.database_permissions WHERE major_id = OBJECT_ID('Parts.ProductionView06');
GO
ALTER AUTHORIZATION ON Parts.Sprockets TO guide;
GO
ALTER AUTHORIZATION ON Parts.Sprockets TO nobody;
GO
ALTER AUTHORIZATION ON Parts.Missing TO SCHEMA OWNER;
GO
-- Only what is in a schema has a schema's owner.
ALTER AUTHORIZATION ON SCHEMA::Parts TO SCHEMA OWNER;
GO
