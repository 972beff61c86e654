-- docs/relational-databases/system-dynamic-management-views/sys-dm-sql-referenced-entities-transact-sql.md (examples C and D),
-- sys-dm-sql-referencing-entities-transact-sql.md (example B); system-catalog-views/sys-sql-expression-dependencies-transact-sql.md (example C;
-- is_caller_dependent), sys-sql-dependencies-transact-sql.md; system-stored-procedures/sp-depends-transact-sql.md;
-- system-information-schema-views/view-table-usage-transact-sql.md, view-column-usage-transact-sql.md, constraint-column-usage-transact-sql.md.
CREATE DATABASE D;
GO
USE D;
GO
CREATE TABLE dbo.Table1 (a int, b int, c AS a + b);
GO
SELECT referenced_schema_name AS schema_name, referenced_entity_name AS table_name, referenced_minor_name AS referenced_column,
       COALESCE(COL_NAME(OBJECT_ID(N'dbo.Table1'), referencing_minor_id), 'N/A') AS referencing_column_name
FROM sys.dm_sql_referenced_entities ('dbo.Table1', 'OBJECT');
DROP TABLE dbo.Table1;
GO
CREATE TABLE dbo.Table2 (c1 int, c2 int);
GO
CREATE PROCEDURE dbo.Proc1 AS
    SELECT a, b, c FROM Table1;
    SELECT c1, c2 FROM Table2;
GO
SELECT CASE referenced_id WHEN OBJECT_ID('dbo.Table2') THEN 'Table2' END AS referenced_id, referenced_entity_name AS table_name,
       referenced_minor_name AS referenced_column_name, is_all_columns_found
FROM sys.dm_sql_referenced_entities ('dbo.Proc1', 'OBJECT');
GO
CREATE PROCEDURE p1 AS SELECT * FROM db2.s1.t1;
GO
CREATE PROCEDURE p2 AS UPDATE db3..t3 SET c1 = c1 + 1;
GO
SELECT OBJECT_NAME(referencing_id) AS name, referenced_database_name, referenced_schema_name, referenced_entity_name, referenced_id
FROM sys.sql_expression_dependencies WHERE referenced_database_name IS NOT NULL ORDER BY name;
GO
-- Views, functions, types, sequences, executed procedures.
CREATE TYPE dbo.Flag FROM bit NOT NULL;
CREATE SEQUENCE dbo.numbers AS int START WITH 1;
CREATE TABLE dbo.orders (id int NOT NULL PRIMARY KEY, customer int, total money, CONSTRAINT CK_total CHECK (total > 0 AND customer > 0));
GO
CREATE FUNCTION dbo.twice(@x int) RETURNS int WITH SCHEMABINDING AS BEGIN RETURN @x * 2; END;
GO
CREATE VIEW dbo.totals WITH SCHEMABINDING AS SELECT customer, dbo.twice(id) AS twice FROM dbo.orders AS o;
GO
CREATE PROCEDURE dbo.work @flag dbo.Flag AS
    INSERT INTO dbo.orders VALUES (NEXT VALUE FOR dbo.numbers, 1, 2);
    UPDATE o SET total += 1 FROM dbo.orders AS o WHERE customer = 1;
    EXEC p1;
    EXEC dbo.Proc1;
    EXEC sp_who;
    SELECT * FROM dbo.totals;
    SELECT id FROM #temporary; SELECT name FROM sys.objects;
GO
SELECT OBJECT_NAME(referencing_id) AS referencing, is_schema_bound_reference, referenced_class_desc, referenced_schema_name, referenced_entity_name,
       CASE WHEN referenced_id IS NULL THEN 'none' ELSE COALESCE(OBJECT_NAME(referenced_id), 'type') END AS id,
       COL_NAME(referenced_id, referenced_minor_id) AS column_name, is_caller_dependent, is_ambiguous
FROM sys.sql_expression_dependencies WHERE referencing_id IN (OBJECT_ID('dbo.work'), OBJECT_ID('dbo.totals'), OBJECT_ID('dbo.CK_total'))
ORDER BY referencing, referenced_entity_name, referenced_minor_id;
SELECT referenced_entity_name, referenced_minor_name, is_selected, is_updated, is_select_all, is_insert_all, is_incomplete
FROM sys.dm_sql_referenced_entities ('dbo.work', 'OBJECT') ORDER BY referenced_entity_name, referenced_minor_id;
SELECT referencing_schema_name, referencing_entity_name, referencing_class_desc, is_caller_dependent
FROM sys.dm_sql_referencing_entities ('dbo.Flag', 'TYPE');
SELECT referencing_entity_name, is_caller_dependent FROM sys.dm_sql_referencing_entities ('dbo.orders', 'OBJECT') ORDER BY referencing_entity_name;
SELECT referencing_entity_name, is_caller_dependent FROM sys.dm_sql_referencing_entities ('dbo.p1', 'OBJECT');
SELECT COUNT(*) AS nothing FROM sys.dm_sql_referencing_entities ('orders', 'OBJECT');
SELECT COUNT(*) AS nothing FROM sys.dm_sql_referenced_entities ('dbo.work', 'SERVER_DDL_TRIGGER');
SELECT class, class_desc, OBJECT_NAME(referenced_major_id) AS object, COL_NAME(referenced_major_id, referenced_minor_id) AS column_name, is_selected, is_updated, is_select_all
FROM sys.sql_dependencies WHERE object_id = OBJECT_ID('dbo.totals') ORDER BY object, referenced_minor_id;
GO
EXEC sp_depends N'dbo.totals';
GO
EXEC sp_depends N'dbo.numbers2';
GO
CREATE TABLE dbo.alone (id int);
EXEC sp_depends N'dbo.alone';
GO
SELECT * FROM INFORMATION_SCHEMA.VIEW_TABLE_USAGE;
SELECT * FROM INFORMATION_SCHEMA.VIEW_COLUMN_USAGE ORDER BY COLUMN_NAME;
SELECT TABLE_NAME, COLUMN_NAME, CONSTRAINT_NAME FROM INFORMATION_SCHEMA.CONSTRAINT_COLUMN_USAGE WHERE CONSTRAINT_NAME = 'CK_total' ORDER BY COLUMN_NAME;
GO
-- Without the permission to read a definition, its dependencies aren't visible.
CREATE USER u WITHOUT LOGIN;
GRANT EXECUTE ON dbo.work TO u;
GO
EXECUTE AS USER = 'u';
SELECT COUNT(*) AS hidden FROM sys.sql_expression_dependencies;
SELECT COUNT(*) AS hidden FROM sys.dm_sql_referenced_entities ('dbo.work', 'OBJECT');
REVERT;
GRANT VIEW DEFINITION ON dbo.work TO u;
EXECUTE AS USER = 'u';
SELECT DISTINCT OBJECT_NAME(referencing_id) AS visible FROM sys.sql_expression_dependencies;
REVERT;
