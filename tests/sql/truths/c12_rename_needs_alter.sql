-- relational-databases/system-stored-procedures/sp-rename-transact-sql.md, *Permissions*: ALTER on the object, or on the table of a column or
-- index; CONTROL of a type.
CREATE DATABASE d;
GO
USE d;
CREATE TABLE dbo.t(a INT CONSTRAINT ck CHECK (a > 0), c INT, INDEX i (a));
CREATE TABLE dbo.secret(a INT);
CREATE TYPE dbo.number FROM INT;
CREATE USER ann WITHOUT LOGIN;
GRANT SELECT, INSERT, UPDATE, DELETE, EXECUTE, VIEW DEFINITION ON SCHEMA::dbo TO ann;
GO
CREATE PROCEDURE dbo.p AS SELECT COUNT(*) FROM dbo.t;
GO
CREATE TRIGGER dbo.own ON dbo.t AFTER DELETE AS PRINT 'own';
GO
EXECUTE AS USER = 'ann';
EXEC sp_rename 'dbo.t', 'old';
EXEC sp_rename 'dbo.secret', 't';
EXEC sp_rename 'dbo.p', 'q';
EXEC sp_rename 'dbo.own', 'other';
EXEC sp_rename 'dbo.ck', 'other', 'OBJECT';
EXEC sp_rename 'dbo.t.c', 'b', 'COLUMN';
EXEC sp_rename 'dbo.t.i', 'j', 'INDEX';
EXEC sp_rename 'dbo.number', 'digits', 'USERDATATYPE';
GO
REVERT;
SELECT name FROM sys.objects WHERE schema_id = 1 ORDER BY name;
GRANT ALTER ON dbo.t TO ann;
GRANT CONTROL ON TYPE::dbo.number TO ann;
EXECUTE AS USER = 'ann';
EXEC sp_rename 'dbo.t.c', 'b', 'COLUMN';
GO
EXEC sp_rename 'dbo.t.i', 'j', 'INDEX';
EXEC sp_rename 'dbo.own', 'other';
EXEC sp_rename 'dbo.number', 'digits', 'USERDATATYPE';
EXEC sp_rename 'dbo.t', 'old';
GO
