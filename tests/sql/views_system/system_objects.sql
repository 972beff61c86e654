-- relational-databases/system-catalog-views/sys-all-objects-transact-sql.md, sys-system-objects-transact-sql.md, sys-all-columns-transact-sql.md,
-- sys-all-parameters-transact-sql.md, sys-system-sql-modules-transact-sql.md: the objects of the system are listed with those of users.
CREATE TABLE dbo.t (a int)
GO
SELECT s.name AS of_schema, o.name, o.type, o.type_desc, o.is_ms_shipped FROM sys.all_objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id
WHERE o.name IN ('t', 'tables', 'sp_help', 'sp_executesql', 'fn_listextendedproperty') AND s.name <> 'INFORMATION_SCHEMA' ORDER BY o.name
SELECT CASE WHEN OBJECT_ID('sys.tables') < 0 AND OBJECT_ID('sys.tables') <> OBJECT_ID('sys.views') THEN 'has an id' END AS tables
SELECT OBJECT_NAME(OBJECT_ID('sys.tables')) AS name, OBJECT_SCHEMA_NAME(OBJECT_ID('sys.tables')) AS of_schema, OBJECT_NAME(OBJECT_ID('INFORMATION_SCHEMA.TABLES', 'V')) AS standard,
    OBJECT_ID('sys.tables', 'P') AS no_procedure, OBJECT_NAME(OBJECT_ID('sp_help')) AS procedure_name, OBJECT_NAME(OBJECT_ID('dbo.sysobjects')) AS legacy, OBJECT_ID('dbo.tables') AS none
SELECT COUNT(*) AS differing FROM sys.system_objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id WHERE o.object_id <> ISNULL(OBJECT_ID(s.name + '.' + o.name), 0)
SELECT COUNT(*) - COUNT(DISTINCT object_id) AS ids_twice FROM sys.all_objects
-- Every view has columns, every column an object.
SELECT o.name FROM sys.system_objects AS o WHERE o.type = 'V' AND NOT EXISTS (SELECT * FROM sys.system_columns AS c WHERE c.object_id = o.object_id)
SELECT COUNT(*) AS orphans FROM sys.all_columns AS c WHERE c.object_id NOT IN (SELECT object_id FROM sys.all_objects)
SELECT c.column_id, c.name, TYPE_NAME(c.user_type_id) AS type FROM sys.all_columns AS c WHERE c.object_id = OBJECT_ID('sys.schemas') ORDER BY c.column_id
SELECT CASE WHEN COUNT(*) > 1000 THEN 'thousands' END AS columns FROM sys.all_columns
SELECT COUNT(*) AS numbers FROM (SELECT TOP (1000000) ROW_NUMBER() OVER (ORDER BY (SELECT NULL)) AS n FROM sys.all_columns AS a CROSS JOIN sys.all_columns AS b) AS x
SELECT p.name FROM sys.all_parameters AS p WHERE p.object_id = OBJECT_ID('sp_tables') ORDER BY p.parameter_id
SELECT COUNT(*) AS definitions FROM sys.all_sql_modules WHERE object_id = OBJECT_ID('sys.system_views') AND definition LIKE 'CREATE VIEW sys.system_views%'
SELECT COUNT(*) AS views FROM sys.all_views WHERE object_id = OBJECT_ID('sys.tables')
-- Numbers.
SELECT COUNT(*) AS n, MIN(number) AS first, MAX(number) AS last FROM master..spt_values WHERE type = 'P'
SELECT number, low, high FROM master.dbo.spt_values WHERE type = 'P' AND number IN (0, 9, 2047)
GO
CREATE DATABASE numbers
GO
USE numbers
GO
SELECT COUNT(*) AS n FROM dbo.spt_values
GO
SELECT COUNT(*) AS n FROM spt_values
GO
USE master
DROP DATABASE numbers
