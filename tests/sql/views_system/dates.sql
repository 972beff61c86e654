-- When objects were made and altered: create_date and modify_date of sys.objects, and of the views that inherit its columns or tell the same
-- (relational-databases/system-catalog-views/sys-objects-transact-sql.md, system-information-schema-views/routines-transact-sql.md,
-- sys-databases-transact-sql.md; the clock of these scripts stands still, at the beginning of 2026). How they change: crates/engine/tests.
CREATE DATABASE Dated;
GO
USE Dated;
CREATE TABLE dbo.T (id int NOT NULL CONSTRAINT PK_T PRIMARY KEY, a int CONSTRAINT D_T DEFAULT 1, b int CONSTRAINT C_T CHECK (b > 0),
    c int CONSTRAINT F_T FOREIGN KEY REFERENCES dbo.T (id));
GO
CREATE VIEW dbo.V AS SELECT id FROM dbo.T;
GO
CREATE PROCEDURE dbo.P AS SELECT 1;
GO
CREATE FUNCTION dbo.F (@x int) RETURNS int AS BEGIN RETURN @x END;
GO
CREATE TRIGGER dbo.R ON dbo.T AFTER DELETE AS RETURN;
GO
CREATE SEQUENCE dbo.S AS int;
CREATE SYNONYM dbo.Y FOR dbo.T;
CREATE TYPE dbo.L AS TABLE (id int);
GO
SELECT CASE WHEN type = 'TT' THEN N'TT' ELSE name END AS name, create_date, modify_date FROM sys.objects WHERE is_ms_shipped = 0 ORDER BY 1;
SELECT N'tables' AS [view], create_date, modify_date FROM sys.tables WHERE name = N'T'
UNION ALL SELECT N'views', create_date, modify_date FROM sys.views
UNION ALL SELECT N'procedures', create_date, modify_date FROM sys.procedures
UNION ALL SELECT N'triggers', create_date, modify_date FROM sys.triggers
UNION ALL SELECT N'synonyms', create_date, modify_date FROM sys.synonyms
UNION ALL SELECT N'sequences', create_date, modify_date FROM sys.sequences
UNION ALL SELECT N'key_constraints', create_date, modify_date FROM sys.key_constraints WHERE parent_object_id = OBJECT_ID(N'dbo.T')
UNION ALL SELECT N'check_constraints', create_date, modify_date FROM sys.check_constraints
UNION ALL SELECT N'default_constraints', create_date, modify_date FROM sys.default_constraints
UNION ALL SELECT N'foreign_keys', create_date, modify_date FROM sys.foreign_keys
UNION ALL SELECT N'ROUTINES', CREATED, LAST_ALTERED FROM INFORMATION_SCHEMA.ROUTINES WHERE ROUTINE_NAME = N'P';
GO
SELECT name, create_date FROM sys.databases WHERE name IN (N'master', N'tempdb', N'Dated') ORDER BY name;
-- The system's own tables, and who is always there, were made with their database.
SELECT name, create_date, modify_date FROM sys.objects WHERE name = N'sysobjects';
SELECT name, create_date, modify_date FROM sys.database_principals WHERE name IN (N'dbo', N'public') ORDER BY name;
SELECT name, create_date, modify_date FROM sys.server_principals WHERE name = N'sysadmin';
GO
CREATE TABLE #t (a int);
SELECT create_date, modify_date FROM tempdb.sys.tables WHERE object_id = OBJECT_ID(N'tempdb..#t');
DROP TABLE #t;
EXEC sp_help N'dbo.V';
GO
USE master;
DROP DATABASE Dated;
GO
