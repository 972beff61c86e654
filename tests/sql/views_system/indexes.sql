-- docs/relational-databases/system-catalog-views/sys-indexes-transact-sql.md, sys-index-columns-transact-sql.md, sys-key-constraints-transact-sql.md,
-- sys-partitions-transact-sql.md (index_id 0 is a heap, 1 a clustered index; rows); docs/relational-databases/system-information-schema-views:
-- table-constraints, key-column-usage, tables, views, routines, schemata, check-constraints.
CREATE DATABASE C;
GO
USE C;
CREATE TABLE dbo.heap (a int, b int CONSTRAINT CK_b CHECK (b > 0));
CREATE TABLE dbo.keyed (a int NOT NULL, b varchar(10) NOT NULL, c int CONSTRAINT UQ_c UNIQUE, CONSTRAINT PK_keyed PRIMARY KEY (b DESC, a));
INSERT INTO dbo.heap VALUES (1, 1), (2, 2), (3, 3);
INSERT INTO dbo.keyed VALUES (1, 'x', 1), (2, 'y', 2);
GO
SELECT OBJECT_NAME(object_id) AS of_table, name, index_id, type, type_desc, is_unique, is_primary_key, is_unique_constraint, has_filter
FROM sys.indexes WHERE object_id IN (OBJECT_ID('dbo.heap'), OBJECT_ID('dbo.keyed')) ORDER BY of_table, index_id;
SELECT i.name, x.index_column_id, c.name AS column_name, x.key_ordinal, x.is_descending_key, x.is_included_column
FROM sys.index_columns AS x JOIN sys.indexes AS i ON i.object_id = x.object_id AND i.index_id = x.index_id
     JOIN sys.columns AS c ON c.object_id = x.object_id AND c.column_id = x.column_id ORDER BY i.name, x.index_column_id;
SELECT name, type, type_desc, unique_index_id, is_system_named FROM sys.key_constraints ORDER BY name;
SELECT OBJECT_NAME(object_id) AS of_table, index_id, partition_number, rows, data_compression_desc FROM sys.partitions ORDER BY of_table, index_id;
DELETE FROM dbo.heap WHERE a > 1;
SELECT rows FROM sys.partitions WHERE object_id = OBJECT_ID('dbo.heap') AND index_id IN (0, 1);
TRUNCATE TABLE dbo.heap;
SELECT DISTINCT object_id FROM sys.partitions WHERE [rows] > 0 AND index_id IN (0, 1) AND object_id = OBJECT_ID('dbo.heap');
GO
SELECT CONSTRAINT_SCHEMA, CONSTRAINT_NAME, TABLE_NAME, CONSTRAINT_TYPE, IS_DEFERRABLE FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS ORDER BY CONSTRAINT_NAME;
SELECT CONSTRAINT_NAME, TABLE_NAME, COLUMN_NAME, ORDINAL_POSITION FROM INFORMATION_SCHEMA.KEY_COLUMN_USAGE ORDER BY CONSTRAINT_NAME, ORDINAL_POSITION;
SELECT CONSTRAINT_NAME FROM INFORMATION_SCHEMA.CHECK_CONSTRAINTS;
SELECT TABLE_CATALOG, TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE FROM INFORMATION_SCHEMA.TABLES ORDER BY TABLE_NAME;
SELECT * FROM information_schema.schemata ORDER BY SCHEMA_NAME;
GO
CREATE VIEW dbo.v AS SELECT a FROM dbo.keyed;
GO
CREATE FUNCTION dbo.f () RETURNS TABLE AS RETURN SELECT 1 AS one;
GO
SELECT TABLE_NAME, VIEW_DEFINITION, CHECK_OPTION, IS_UPDATABLE FROM INFORMATION_SCHEMA.VIEWS;
SELECT TABLE_NAME, TABLE_TYPE FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_TYPE = 'VIEW';
SELECT ROUTINE_SCHEMA, ROUTINE_NAME, ROUTINE_TYPE, ROUTINE_BODY, ROUTINE_DEFINITION FROM INFORMATION_SCHEMA.ROUTINES;
GO
-- docs/relational-databases/system-dynamic-management-views/sys-dm-os-buffer-descriptors-transact-sql.md; no page is in an extension.
SELECT DISTINCT DB_NAME(database_id) AS db, is_in_bpool_extension FROM sys.dm_os_buffer_descriptors WHERE database_id = DB_ID();
SELECT CASE WHEN COUNT(*) > 0 THEN 'yes' ELSE 'no' END AS data_pages FROM sys.dm_os_buffer_descriptors WHERE database_id = DB_ID() AND page_type = N'DATA_PAGE';
SELECT CASE WHEN SUM(CAST(is_modified AS int)) > 0 THEN 'yes' ELSE 'no' END AS some_are_changed FROM sys.dm_os_buffer_descriptors WHERE database_id = DB_ID();
CHECKPOINT;
SELECT SUM(CAST(is_modified AS int)) AS changed FROM sys.dm_os_buffer_descriptors WHERE database_id = DB_ID();
DBCC DROPCLEANBUFFERS WITH NO_INFOMSGS;
SELECT COUNT(*) AS data_pages FROM sys.dm_os_buffer_descriptors WHERE database_id = DB_ID() AND page_type = N'DATA_PAGE';
GO
