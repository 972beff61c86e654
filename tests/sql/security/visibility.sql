-- relational-databases/security/metadata-visibility-configuration.md (whose it is, or any permission on it or above it; denials; parts of
-- tables; definitions); relational-databases/system-catalog-views/sys-databases-transact-sql.md (owner_sid, and who sees which database);
-- t-sql/functions/object-id-transact-sql.md, object-definition-transact-sql.md (NULL for what may not be known of);
-- t-sql/statements/create-database-transact-sql.md (the owner), alter-authorization-transact-sql.md; sp-helptext-transact-sql.md, sp-helpdb-transact-sql.md.
CREATE LOGIN ann WITH PASSWORD = 'Grüner Baum 7';
CREATE LOGIN bob WITH PASSWORD = 'Grüner Baum 7';
ALTER SERVER ROLE dbcreator ADD MEMBER bob;
CREATE DATABASE d;
CREATE DATABASE hidden;
GO
USE d;
GO
CREATE USER ann;
CREATE ROLE readers;
ALTER ROLE readers ADD MEMBER ann;
GO
CREATE SCHEMA own AUTHORIZATION ann;
GO
CREATE SCHEMA other;
GO
CREATE TYPE dbo.amount FROM INT;
CREATE TYPE other.amount FROM INT;
CREATE TABLE dbo.shown(a INT NOT NULL CONSTRAINT shown_key PRIMARY KEY, b INT CONSTRAINT b_is DEFAULT 7, c AS a + 1, CONSTRAINT b_positive CHECK (b > 0));
CREATE TABLE dbo.column_shown(a INT, b INT);
CREATE TABLE dbo.hidden(a INT NOT NULL CONSTRAINT hidden_key PRIMARY KEY, b INT CONSTRAINT hb_is DEFAULT 7);
CREATE TABLE other.t(a INT IDENTITY);
CREATE TABLE own.t(a INT);
CREATE SEQUENCE dbo.s AS INT;
CREATE SYNONYM dbo.syn FOR dbo.hidden;
GO
CREATE VIEW dbo.v AS SELECT a FROM dbo.hidden;
GO
CREATE PROCEDURE dbo.p @n INT AS RETURN 0;
GO
CREATE PROCEDURE dbo.looks AS SELECT name FROM sys.tables ORDER BY name;
GO
CREATE PROCEDURE dbo.looks_as_owner WITH EXECUTE AS OWNER AS SELECT COUNT(*) AS tables FROM sys.tables;
GO
CREATE TRIGGER dbo.tr ON dbo.shown AFTER INSERT AS RETURN;
GO
GRANT INSERT ON dbo.shown TO ann;
GRANT SELECT ON dbo.column_shown(a) TO readers;
GRANT EXECUTE ON dbo.p TO ann;
GRANT EXECUTE ON dbo.looks TO ann;
GRANT EXECUTE ON dbo.looks_as_owner TO ann;
GRANT REFERENCES ON TYPE::dbo.amount TO ann;
GO
EXECUTE AS LOGIN = 'ann';
SELECT SCHEMA_NAME(schema_id) AS s, name, type FROM sys.objects ORDER BY s, name;
SELECT t.name AS of_table, c.name FROM sys.columns AS c JOIN sys.tables AS t ON t.object_id = c.object_id ORDER BY t.name, c.column_id;
SELECT name FROM sys.indexes WHERE name IS NOT NULL;
SELECT name FROM sys.types WHERE is_user_defined = 1;
SELECT name, definition FROM sys.check_constraints;
SELECT name, definition FROM sys.default_constraints;
SELECT name, definition FROM sys.computed_columns;
SELECT OBJECT_NAME(object_id) AS name, definition FROM sys.sql_modules ORDER BY name;
SELECT OBJECT_NAME(object_id) AS of_procedure, name FROM sys.parameters;
SELECT name FROM sys.triggers;
SELECT COUNT(*) AS sequences FROM sys.sequences;
SELECT COUNT(*) AS synonyms FROM sys.synonyms;
SELECT COUNT(*) AS identities FROM sys.identity_columns;
SELECT name FROM sys.schemas WHERE schema_id BETWEEN 5 AND 16383 ORDER BY name;
SELECT TABLE_SCHEMA, TABLE_NAME FROM INFORMATION_SCHEMA.TABLES ORDER BY TABLE_SCHEMA, TABLE_NAME;
SELECT OBJECT_ID('dbo.hidden') AS hidden, OBJECT_ID('dbo.hb_is') AS part, OBJECT_ID('dbo.v') AS v, OBJECT_ID('dbo.s') AS s, OBJECT_ID('other.t') AS other,
    COL_NAME(OBJECT_ID('dbo.shown'), 2) AS b, OBJECT_NAME(OBJECT_ID('dbo.b_is')) AS shown_part, TYPE_ID('dbo.amount') - TYPE_ID('amount') AS same, TYPE_ID('other.amount') AS no_type,
    COL_LENGTH('dbo.hidden', 'a') AS hidden_length, IDENT_CURRENT('other.t') AS ident, OBJECT_DEFINITION(OBJECT_ID('dbo.p')) AS definition,
    OBJECTPROPERTY(OBJECT_ID('dbo.p'), 'IsProcedure') AS is_procedure;
EXEC dbo.looks;
EXEC dbo.looks_as_owner;
EXEC sp_helptext 'dbo.p';
EXEC sp_helptext 'dbo.v';
-- tempdb is everybody's.
CREATE TABLE #mine(a INT);
SELECT CASE WHEN OBJECT_ID('tempdb..#mine') IS NULL THEN 'lost' ELSE 'found' END AS mine;
REVERT;
GO
-- An id that one knows tells nothing.
DECLARE @id INT = OBJECT_ID('dbo.hidden');
EXECUTE AS USER = 'ann';
SELECT OBJECT_NAME(@id) AS name, OBJECTPROPERTY(@id, 'IsTable') AS is_table, COL_NAME(@id, 1) AS a;
REVERT;
GO
-- VIEW DEFINITION shows texts; a denial hides; what is granted on a schema shows what is in it.
GRANT VIEW DEFINITION ON dbo.p TO ann;
DENY EXECUTE ON dbo.looks TO readers;
GRANT SELECT ON SCHEMA::other TO readers;
DENY INSERT ON SCHEMA::dbo TO ann;
EXECUTE AS USER = 'ann';
SELECT SCHEMA_NAME(schema_id) AS s, name FROM sys.objects WHERE type IN ('U', 'P') ORDER BY s, name;
EXEC sp_helptext 'dbo.p';
REVERT;
ALTER ROLE db_datareader ADD MEMBER ann;
EXECUTE AS USER = 'ann';
SELECT COUNT(*) AS tables FROM sys.tables;
REVERT;
GO
-- Databases: everybody knows of all, by a permission of public's.
USE master;
GO
EXECUTE AS LOGIN = 'ann';
SELECT name FROM sys.databases WHERE database_id > 4 ORDER BY name;
REVERT;
REVOKE VIEW ANY DATABASE FROM public;
EXECUTE AS LOGIN = 'ann';
SELECT name FROM sys.databases ORDER BY name;
USE d;
SELECT name FROM sys.databases ORDER BY name;
SELECT DB_NAME(DB_ID('hidden')) AS name;
USE master;
REVERT;
GO
-- Who makes a database owns it, until it is given away.
EXECUTE AS LOGIN = 'bob';
CREATE DATABASE made;
SELECT name, SUSER_SNAME(owner_sid) AS owner FROM sys.databases WHERE name = 'made';
USE made;
SELECT USER_NAME() AS u;
CREATE TABLE dbo.t(a INT);
GRANT CONTROL SERVER TO ann;
USE master;
GRANT CONTROL SERVER TO ann;
REVERT;
SELECT name, SUSER_SNAME(owner_sid) AS owner FROM sys.databases WHERE database_id > 4 ORDER BY name;
DROP LOGIN bob;
GO
-- @crash
USE made;
ALTER AUTHORIZATION ON DATABASE::made TO ann;
USE master;
SELECT SUSER_SNAME(owner_sid) AS owner FROM sys.databases WHERE name = 'made';
GO
EXECUTE AS LOGIN = 'ann';
SELECT name FROM sys.databases ORDER BY name;
USE made;
SELECT name FROM sys.tables;
USE master;
REVERT;
DROP LOGIN bob;
GO
