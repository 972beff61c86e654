-- relational-databases/system-stored-procedures/sp-addextendedproperty-transact-sql.md, sp-updateextendedproperty-transact-sql.md,
-- sp-dropextendedproperty-transact-sql.md, relational-databases/system-functions/sys-fn-listextendedproperty-transact-sql.md and
-- relational-databases/system-catalog-views/extended-properties-catalog-views-sys-extended-properties.md
CREATE DATABASE props
GO
USE props
GO
CREATE SCHEMA Person
GO
CREATE TABLE Person.Address (AddressID int NOT NULL CONSTRAINT PK_Address PRIMARY KEY, PostalCode nvarchar(15) CONSTRAINT CK_Code CHECK (PostalCode <> N''), City nvarchar(30), Note int)
CREATE INDEX IX_City ON Person.Address (City)
CREATE TYPE dbo.OrderNumber FROM nvarchar(25)
CREATE SEQUENCE Person.Numbers
CREATE USER CustomApp WITHOUT LOGIN
GO
CREATE VIEW Person.Cities AS SELECT City, COUNT(*) AS n FROM Person.Address GROUP BY City
GO
CREATE PROCEDURE Person.Find @code nvarchar(15), @city nvarchar(30) = NULL AS SELECT @code
GO
CREATE FUNCTION Person.Twice (@a int) RETURNS int AS BEGIN RETURN 2 * @a END
GO
CREATE TRIGGER Person.Changed ON Person.Address AFTER UPDATE AS RETURN
GO
-- Every level.
EXEC sp_addextendedproperty @name = N'Caption', @value = 'Sample OLTP Database'
EXEC sys.sp_addextendedproperty N'MS_Description', N'a schema', N'SCHEMA', N'Person'
EXEC sp_addextendedproperty N'MS_Description', N'a table', 'schema', Person, 'table', Address
EXEC sp_addextendedproperty @name = N'Caption', @value = 'Postal code is a required column.', @level0type = N'Schema', @level0name = 'Person',
    @level1type = N'Table', @level1name = 'Address', @level2type = N'Column', @level2name = 'PostalCode'
EXEC sp_addextendedproperty N'MS_Description', N'a note', N'SCHEMA', N'Person', N'TABLE', N'Address', N'COLUMN', N'Note'
EXEC sp_addextendedproperty N'MS_Description', 7, N'SCHEMA', N'Person', N'TABLE', N'Address', N'CONSTRAINT', N'CK_Code'
EXEC sp_addextendedproperty N'MS_Description', N'the key', N'SCHEMA', N'Person', N'TABLE', N'Address', N'CONSTRAINT', N'PK_Address'
EXEC sp_addextendedproperty N'MS_Description', N'an index', N'SCHEMA', N'Person', N'TABLE', N'Address', N'INDEX', N'IX_City'
EXEC sp_addextendedproperty N'MS_Description', N'a trigger', N'SCHEMA', N'Person', N'TABLE', N'Address', N'TRIGGER', N'Changed'
EXEC sp_addextendedproperty N'MS_Description', N'a view', N'SCHEMA', N'Person', N'VIEW', N'Cities'
EXEC sp_addextendedproperty N'MS_Description', N'a count', N'SCHEMA', N'Person', N'VIEW', N'Cities', N'COLUMN', N'n'
EXEC sp_addextendedproperty N'MS_Description', NULL, N'SCHEMA', N'Person', N'PROCEDURE', N'Find'
EXEC sp_addextendedproperty N'MS_Description', N'a parameter', N'SCHEMA', N'Person', N'PROCEDURE', N'Find', N'PARAMETER', N'@city'
EXEC sp_addextendedproperty N'MS_Description', N'a function', N'SCHEMA', N'Person', N'FUNCTION', N'Twice'
EXEC sp_addextendedproperty N'MS_Description', N'a sequence', N'SCHEMA', N'Person', N'SEQUENCE', N'Numbers'
EXEC sp_addextendedproperty N'MS_Description', N'a type', N'SCHEMA', N'dbo', N'TYPE', N'OrderNumber'
EXEC sp_addextendedproperty N'MS_Description', N'User for an application.', N'USER', N'CustomApp'
EXEC sys.sp_addextendedproperty @name = N'MS_DescriptionExample', @value = N'Primary filegroup', @level0type = N'FILEGROUP', @level0name = 'PRIMARY'
GO
SELECT class, class_desc, COALESCE(OBJECT_NAME(CASE WHEN class IN (1, 2, 7) THEN major_id END), '') AS object, minor_id, name, value FROM sys.extended_properties
ORDER BY class, object, minor_id
GO
-- The function.
SELECT objtype, objname, name, value FROM fn_listextendedproperty(default, default, default, default, default, default, default)
SELECT objtype, objname, name, value FROM sys.fn_listextendedproperty(NULL, 'schema', 'Person', 'table', 'Address', 'column', default)
SELECT objtype, objname, name, value FROM fn_listextendedproperty(NULL, 'schema', 'Person', 'table', default, NULL, NULL)
SELECT objtype, objname, name, value FROM fn_listextendedproperty('caption', 'schema', 'Person', 'table', 'Address', NULL, NULL)
SELECT objtype, objname, name, value FROM fn_listextendedproperty(NULL, 'schema', NULL, NULL, NULL, NULL, NULL)
SELECT objtype, objname, name, value FROM fn_listextendedproperty(NULL, 'schema', NULL, 'table', 'Address', NULL, NULL)
SELECT objtype, objname, name, value FROM fn_listextendedproperty(NULL, 'user', 'CustomApp', NULL, NULL, NULL, NULL)
SELECT objtype, objname, name, value FROM fn_listextendedproperty(NULL, 'schema', 'Person', 'procedure', 'Find', 'parameter', NULL)
SELECT objtype, objname, name, value FROM fn_listextendedproperty(NULL, 'planet', 'Earth', NULL, NULL, NULL, NULL)
GO
-- Errors.
EXEC sp_addextendedproperty N'MS_Description', N'again', 'schema', 'Person', 'table', 'Address'
EXEC sp_addextendedproperty N'CAPTION', N'again', 'schema', 'Person', 'table', 'Address', 'column', 'PostalCode'
EXEC sp_addextendedproperty N'Caption', N'again'
GO
EXEC sp_updateextendedproperty N'none', N'x', 'schema', 'Person', 'table', 'Address'
EXEC sp_dropextendedproperty N'none', 'schema', 'Person', 'table', 'Address', 'column', 'City'
EXEC sp_dropextendedproperty N'none'
GO
EXEC sp_addextendedproperty N'a', N'x', 'schema', 'Person', 'table', 'Nowhere'
EXEC sp_addextendedproperty N'a', N'x', 'schema', 'Person', 'view', 'Address'
EXEC sp_addextendedproperty N'a', N'x', 'schema', 'Person', 'table', 'Address', 'column', 'None'
EXEC sp_addextendedproperty N'a', N'x', 'schema', 'sys'
EXEC sp_addextendedproperty N'a', N'x', 'assembly', 'None'
GO
EXEC sp_addextendedproperty NULL, N'x'
EXEC sp_addextendedproperty N'a', N'x', 'planet', 'Earth'
EXEC sp_addextendedproperty N'a', N'x', 'schema'
EXEC sp_addextendedproperty N'a', N'x', NULL, NULL, 'table', 'Address'
EXEC sp_updateextendedproperty N'a', N'x', 'schema', 'Person', 'column', 'Address'
EXEC sp_dropextendedproperty N'a', 'schema', 'Person', 'table', 'Address', 'colum', 'City'
GO
DECLARE @long nvarchar(4000) = REPLICATE(N'x', 3751)
EXEC sp_addextendedproperty N'long', @long
SET @long = REPLICATE(N'x', 3750)
EXEC sp_addextendedproperty N'long', @long
SELECT DATALENGTH(value) FROM sys.extended_properties WHERE name = N'long'
EXEC sp_dropextendedproperty N'long'
GO
-- Update, and what follows names and definitions.
EXEC sp_updateextendedproperty N'caption', N'Code', 'schema', 'Person', 'table', 'Address', 'column', 'PostalCode'
EXEC sp_rename 'Person.Address.Note', 'Remark', 'COLUMN'
EXEC sp_rename 'Person.Cities', 'Towns'
ALTER TABLE Person.Address ALTER COLUMN City nvarchar(50)
SELECT objtype, objname, name, value FROM fn_listextendedproperty(NULL, 'schema', 'Person', 'table', 'Address', 'column', NULL)
SELECT objtype, objname, name, value FROM fn_listextendedproperty(NULL, 'schema', 'Person', 'view', NULL, NULL, NULL)
ALTER SCHEMA dbo TRANSFER Person.Numbers
SELECT objtype, objname, name, value FROM fn_listextendedproperty(NULL, 'schema', 'dbo', 'sequence', NULL, NULL, NULL)
GO
-- What a rollback undoes.
BEGIN TRANSACTION
EXEC sp_dropextendedproperty N'Caption'
EXEC sp_addextendedproperty N'Other', 1
DROP TABLE Person.Address
SELECT COUNT(*) AS properties FROM sys.extended_properties
ROLLBACK
SELECT COUNT(*) AS properties FROM sys.extended_properties
SELECT name, value, SQL_VARIANT_PROPERTY(value, 'BaseType') AS type FROM fn_listextendedproperty(NULL, NULL, NULL, NULL, NULL, NULL, NULL)
GO
-- What goes with its owner.
ALTER TABLE Person.Address DROP CONSTRAINT CK_Code
ALTER TABLE Person.Address DROP COLUMN PostalCode
SELECT class, minor_id, name FROM sys.extended_properties WHERE major_id = OBJECT_ID('Person.Address') ORDER BY class, minor_id
DROP INDEX IX_City ON Person.Address
CREATE INDEX IX_City ON Person.Address (City)
SELECT class, minor_id, name FROM sys.extended_properties WHERE major_id = OBJECT_ID('Person.Address') ORDER BY class, minor_id
DROP VIEW Person.Towns
DROP PROCEDURE Person.Find
DROP FUNCTION Person.Twice
DROP SEQUENCE dbo.Numbers
DROP TYPE dbo.OrderNumber
DROP USER CustomApp
DROP TRIGGER Person.Changed
SELECT class_desc, name, value FROM sys.extended_properties ORDER BY class, name, minor_id, major_id
DROP TABLE Person.Address
DROP SCHEMA Person
SELECT class_desc, name, value FROM sys.extended_properties ORDER BY class, name, minor_id, major_id
GO
USE master
DROP DATABASE props
