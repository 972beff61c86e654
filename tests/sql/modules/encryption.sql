-- docs/t-sql/statements/create-procedure-transact-sql.md, create-view-transact-sql.md, create-trigger-transact-sql.md: WITH ENCRYPTION; docs/relational-databases/system-catalog-views/sys-sql-modules-transact-sql.md: definition is NULL; docs/relational-databases/system-stored-procedures/sp-helptext-transact-sql.md.
CREATE DATABASE B;
GO
USE B;
GO
CREATE TABLE dbo.t (a int);
GO
CREATE PROCEDURE dbo.p WITH ENCRYPTION AS PRINT 'runs';
GO
CREATE VIEW dbo.v WITH ENCRYPTION, SCHEMABINDING AS SELECT a FROM dbo.t;
GO
CREATE TRIGGER dbo.tr ON dbo.t WITH ENCRYPTION FOR INSERT AS PRINT 'fires';
GO
CREATE FUNCTION dbo.f() RETURNS int WITH ENCRYPTION AS BEGIN RETURN 7; END;
GO
EXEC dbo.p;
INSERT INTO dbo.t VALUES (1);
SELECT a, dbo.f() AS f FROM dbo.v;
GO
SELECT OBJECT_NAME(object_id) AS name, definition, is_schema_bound FROM sys.sql_modules ORDER BY name;
SELECT OBJECT_DEFINITION(OBJECT_ID('dbo.p')) AS text, OBJECTPROPERTY(OBJECT_ID('dbo.p'), 'IsEncrypted') AS is_encrypted;
EXEC sp_helptext 'dbo.p';
GO
ALTER PROCEDURE dbo.p AS PRINT 'is shown';
GO
SELECT definition, OBJECTPROPERTY(object_id, 'IsEncrypted') AS is_encrypted FROM sys.sql_modules WHERE object_id = OBJECT_ID('dbo.p');
GO
-- A procedure is bound to no schema.
CREATE PROCEDURE dbo.q WITH SCHEMABINDING AS PRINT 'x';
GO
USE master;
DROP DATABASE B;
GO
