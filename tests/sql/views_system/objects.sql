-- docs/relational-databases/system-catalog-views/sys-objects-transact-sql.md, sys-tables-transact-sql.md, sys-views-transact-sql.md,
-- sys-procedures-transact-sql.md, sys-sql-modules-transact-sql.md, schemas-catalog-views-sys-schemas.md: types, their names, whose parent is whose.
CREATE DATABASE C;
GO
USE C;
CREATE TABLE dbo.Project (ProjectId int IDENTITY CONSTRAINT PK_Project PRIMARY KEY, Name nvarchar(100) NOT NULL CONSTRAINT UQ_Name UNIQUE, Budget money CONSTRAINT DF_Budget DEFAULT 0 CONSTRAINT CK_Budget CHECK (Budget >= 0));
CREATE TABLE dbo.Plain (a int);
CREATE SEQUENCE dbo.Numbers AS int START WITH 1;
GO
CREATE VIEW dbo.Names AS SELECT Name FROM dbo.Project;
GO
CREATE FUNCTION dbo.Projects (@above int) RETURNS TABLE AS RETURN SELECT ProjectId FROM dbo.Project WHERE ProjectId > @above;
GO
SELECT name, type, type_desc, OBJECT_ID(name) - object_id AS same_id, schema_id, is_ms_shipped
FROM sys.objects WHERE is_ms_shipped = 0 ORDER BY name;
SELECT o.name, p.name AS parent FROM sys.objects AS o JOIN sys.objects AS p ON p.object_id = o.parent_object_id ORDER BY o.name;
SELECT QUOTENAME(s.name) + '.' + QUOTENAME(o.name) AS obj_name FROM sys.objects AS o JOIN sys.schemas AS s ON o.[schema_id] = s.[schema_id]
WHERE o.is_ms_shipped = 0 AND o.[type] = 'U' ORDER BY obj_name;
SELECT name, schema_id FROM sys.schemas ORDER BY schema_id;
SELECT name, type, type_desc FROM sys.objects WHERE object_id = 3;
GO
SELECT name, type_desc, max_column_id_used, uses_ansi_nulls, is_memory_optimized, durability_desc, temporal_type_desc FROM sys.tables ORDER BY name;
SELECT name, type_desc, with_check_option FROM sys.views;
SELECT COUNT(*) AS procedures FROM sys.procedures;
SELECT OBJECT_NAME(object_id) AS name, definition, uses_quoted_identifier, is_schema_bound FROM sys.sql_modules ORDER BY name;
GO
-- Names without a schema are sys's where there is no user's; other databases have their own.
SELECT COUNT(*) AS tables FROM C.sys.tables;
SELECT COUNT(*) AS of_master FROM master.sys.tables WHERE name = N'Plain';
USE master;
SELECT name FROM C.sys.tables WHERE name LIKE N'P%' ORDER BY name;
SELECT name FROM sys.objects WHERE name = N'sysdatabases';
USE C;
SELECT COUNT(*) AS not_here FROM sys.objects WHERE name = N'sysdatabases';
GO
-- A transaction sees what it has made itself, and not after it is rolled back.
BEGIN TRANSACTION;
CREATE TABLE dbo.Passing (a int);
SELECT COUNT(*) AS within FROM sys.tables WHERE name = N'Passing';
ROLLBACK;
SELECT COUNT(*) AS afterwards FROM sys.tables WHERE name = N'Passing';
DROP TABLE dbo.Plain;
SELECT COUNT(*) AS dropped FROM sys.tables WHERE name = N'Plain';
GO
-- Temporary tables are tempdb's.
CREATE TABLE #temp (a int);
SELECT CASE WHEN OBJECT_ID('tempdb.dbo.#temp') IS NOT NULL THEN 'yes' ELSE 'no' END AS is_there;
SELECT COUNT(*) AS in_tempdb FROM tempdb.sys.tables WHERE name LIKE N'#temp%';
SELECT COUNT(*) AS in_the_current FROM sys.tables WHERE name LIKE N'#temp%';
DROP TABLE #temp;
SELECT CASE WHEN OBJECT_ID('tempdb.dbo.#temp') IS NULL THEN 'yes' ELSE 'no' END AS is_gone;
GO
-- Nobody changes them.
DELETE FROM sys.tables;
GO
UPDATE sys.objects SET name = N'x';
GO
INSERT INTO sys.schemas VALUES (N'x', 9, 9);
GO
