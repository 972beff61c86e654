-- docs/relational-databases/system-catalog-views/sys-objects-transact-sql.md (parent_object_id is 0 for an object without a parent),
-- sys-columns-transact-sql.md, sys-key-constraints-transact-sql.md, sys-foreign-keys-transact-sql.md, sys-triggers-transact-sql.md; t-sql/language-elements/like-transact-sql.md:
-- a condition on an id or a name gives the same rows as reading all objects.
CREATE DATABASE F;
GO
USE F;
CREATE TABLE dbo.parent_1(id int CONSTRAINT PK_parent PRIMARY KEY, a int CONSTRAINT DF_a DEFAULT 1, CONSTRAINT CK_a CHECK (a > 0));
CREATE TABLE dbo.parentX1(id int NOT NULL, parent int CONSTRAINT FK_x REFERENCES dbo.parent_1(id));
CREATE SEQUENCE dbo.seq AS int START WITH 1;
GO
CREATE VIEW dbo.v AS SELECT id, a FROM dbo.parent_1;
GO
CREATE PROCEDURE dbo.p @one int, @two varchar(10) AS RETURN 0;
GO
CREATE TRIGGER dbo.tr ON dbo.parent_1 AFTER INSERT AS RETURN;
GO
-- By id: the object, its constraint, its trigger.
SELECT name FROM sys.objects WHERE object_id = OBJECT_ID('dbo.parent_1');
SELECT name FROM sys.objects WHERE object_id = OBJECT_ID('dbo.CK_a');
SELECT name FROM sys.objects WHERE parent_object_id = OBJECT_ID('dbo.parent_1') ORDER BY name;
SELECT name FROM sys.objects WHERE parent_object_id = 0 AND schema_id = 1 ORDER BY name;
SELECT name FROM sys.objects WHERE object_id IN (OBJECT_ID('dbo.v'), OBJECT_ID('dbo.p'), NULL) ORDER BY name;
SELECT COUNT(*) AS nothing FROM sys.objects WHERE object_id = NULL;
SELECT name FROM sys.triggers WHERE parent_id = OBJECT_ID('dbo.parent_1');
SELECT name FROM sys.columns WHERE object_id = OBJECT_ID('dbo.v') ORDER BY column_id;
SELECT name FROM sys.parameters WHERE object_id = OBJECT_ID('dbo.p') ORDER BY parameter_id;
SELECT name FROM sys.foreign_keys WHERE referenced_object_id = OBJECT_ID('dbo.parent_1');
SELECT COUNT(*) AS pairs FROM sys.foreign_key_columns WHERE referenced_object_id = OBJECT_ID('dbo.parent_1');
SELECT name FROM sys.sequences WHERE object_id = OBJECT_ID('dbo.seq');
-- By name, which ignores case and trailing blanks; a pattern with an escape character.
SELECT name FROM sys.objects WHERE name = N'PARENT_1  ';
SELECT name FROM sys.objects WHERE name LIKE N'parent_1' ORDER BY name;
SELECT name FROM sys.objects WHERE name LIKE N'parent!_1' ESCAPE N'!' ORDER BY name;
SELECT name FROM sys.objects WHERE name LIKE N'[FP]K[_]%' ORDER BY name;
DECLARE @name sysname = N'DF_a';
SELECT name FROM sys.objects WHERE name = @name OR name LIKE N'CK%' ORDER BY name;
SELECT name FROM sys.key_constraints WHERE name = N'PK_parent';
-- For each row of another view.
SELECT o.name, c.name FROM sys.objects AS o LEFT JOIN sys.columns AS c ON c.object_id = o.object_id WHERE o.schema_id = 1 AND o.parent_object_id = 0 ORDER BY o.name, c.column_id;
SELECT o.name, (SELECT COUNT(*) FROM sys.columns AS c WHERE c.object_id = o.object_id) AS columns FROM sys.objects AS o WHERE o.type IN ('U', 'V') ORDER BY o.name;
SELECT c.CONSTRAINT_TYPE, k.COLUMN_NAME FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS AS c JOIN INFORMATION_SCHEMA.KEY_COLUMN_USAGE AS k
    ON k.CONSTRAINT_NAME = c.CONSTRAINT_NAME WHERE c.TABLE_NAME LIKE N'parent%' ORDER BY c.CONSTRAINT_TYPE;
-- A user sees no more than without the condition.
CREATE USER u WITHOUT LOGIN;
GRANT SELECT ON dbo.parentX1 TO u;
GO
EXECUTE AS USER = 'u';
SELECT name FROM sys.objects WHERE name LIKE N'parent%';
SELECT o.name, c.name FROM sys.objects AS o JOIN sys.columns AS c ON c.object_id = o.object_id WHERE o.type = 'U' ORDER BY c.column_id;
REVERT;
