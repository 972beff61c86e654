-- docs/t-sql/statements/create-trigger-transact-sql.md, alter-trigger-transact-sql.md, drop-trigger-transact-sql.md, enable-trigger-transact-sql.md, disable-trigger-transact-sql.md; docs/relational-databases/system-catalog-views/sys-triggers-transact-sql.md and sys-trigger-events-transact-sql.md.
CREATE DATABASE T;
GO
USE T;
GO
CREATE SCHEMA other;
GO
CREATE TABLE dbo.t (a int);
CREATE TABLE dbo.u (a int);
CREATE TABLE other.o (a int);
GO
CREATE TRIGGER tr ON dbo.t FOR INSERT, DELETE NOT FOR REPLICATION AS PRINT 'tr';
GO
-- It is in its table's schema.
CREATE TRIGGER tr_other ON other.o FOR UPDATE AS PRINT 'tr_other';
GO
SELECT t.name, SCHEMA_NAME(o.schema_id) AS [schema], OBJECT_NAME(o.parent_object_id) AS parent, o.type, o.type_desc, t.is_disabled, t.is_not_for_replication, t.is_instead_of_trigger
FROM sys.triggers t JOIN sys.objects o ON o.object_id = t.object_id ORDER BY t.name;
SELECT t.name, e.type, e.type_desc FROM sys.trigger_events e JOIN sys.triggers t ON t.object_id = e.object_id ORDER BY t.name, e.type;
SELECT OBJECT_DEFINITION(OBJECT_ID('other.tr_other')) AS text, OBJECTPROPERTY(OBJECT_ID('dbo.tr'), 'IsTrigger') AS is_trigger;
GO
CREATE TRIGGER tr ON dbo.t FOR INSERT AS PRINT 'again';
GO
ALTER TRIGGER tr ON dbo.u FOR INSERT AS PRINT 'x';
GO
ALTER TRIGGER missing ON dbo.u FOR INSERT AS PRINT 'x';
GO
CREATE TRIGGER x ON dbo.missing FOR INSERT AS PRINT 'x';
GO
CREATE TRIGGER dbo.x ON other.o FOR INSERT AS PRINT 'x';
GO
CREATE TRIGGER x ON dbo.t FOR SELECTION AS PRINT 'x';
GO
CREATE TRIGGER x ON dbo.t FOR INSERT, INSERT AS PRINT 'x';
GO
CREATE TRIGGER x ON dbo.t FOR INSERT AS RETURN 1;
GO
PRINT 'x';
CREATE TRIGGER x ON dbo.t FOR INSERT AS PRINT 'x';
GO
-- Off and on.
DISABLE TRIGGER dbo.tr ON dbo.t;
GO
INSERT INTO dbo.t VALUES (1);
SELECT is_disabled FROM sys.triggers WHERE name = 'tr';
ENABLE TRIGGER ALL ON dbo.t;
GO
INSERT INTO dbo.t VALUES (1);
ALTER TABLE dbo.t DISABLE TRIGGER tr;
INSERT INTO dbo.t VALUES (1);
ALTER TABLE dbo.t ENABLE TRIGGER ALL;
DELETE dbo.t;
GO
DISABLE TRIGGER missing ON dbo.t;
GO
ALTER TABLE dbo.t ENABLE TRIGGER missing;
GO
ENABLE TRIGGER tr ON dbo.missing;
GO
CREATE OR ALTER TRIGGER tr ON dbo.t FOR DELETE AS PRINT 'altered';
GO
INSERT INTO dbo.t VALUES (1);
DELETE dbo.t;
GO
-- It goes where its table goes.
ALTER SCHEMA other TRANSFER dbo.t;
SELECT name, OBJECT_SCHEMA_NAME(object_id) AS [schema] FROM sys.triggers ORDER BY name;
GO
ALTER SCHEMA dbo TRANSFER other.tr;
GO
DROP TRIGGER dbo.tr;
GO
DROP TRIGGER IF EXISTS dbo.tr, other.tr;
SELECT name FROM sys.triggers;
DROP TABLE other.o;
SELECT COUNT(*) AS triggers FROM sys.triggers;
GO
-- A cascade fires the triggers of the table that it changes.
CREATE TABLE dbo.parent (id int PRIMARY KEY);
CREATE TABLE dbo.child (id int REFERENCES dbo.parent ON DELETE CASCADE);
GO
CREATE TRIGGER tr_child ON dbo.child FOR DELETE AS PRINT 'x';
GO
INSERT INTO dbo.parent VALUES (1);
INSERT INTO dbo.child VALUES (1);
DELETE dbo.parent;
GO
USE master;
DROP DATABASE T;
GO
