-- docs/t-sql/functions/col-length-transact-sql.md, col-name-transact-sql.md, columnproperty-transact-sql.md, index-col-transact-sql.md,
-- indexkey-property-transact-sql.md, indexproperty-transact-sql.md, type-id-transact-sql.md, type-name-transact-sql.md, typeproperty-transact-sql.md,
-- filegroupproperty-transact-sql.md, fileproperty-transact-sql.md, objectpropertyex-transact-sql.md: what does not exist is NULL.
CREATE DATABASE M;
GO
USE M;
GO
CREATE SCHEMA s;
GO
-- The table of COL_LENGTH's example.
CREATE TABLE dbo.t1(c1 varchar(40), c2 nvarchar(40));
CREATE TABLE s.wide(id int IDENTITY CONSTRAINT PK_wide PRIMARY KEY, name nvarchar(30) NOT NULL, price decimal(9, 2), [long] varchar(max), at datetime2(3),
    f float, total AS price * 2, v rowversion, x xml);
CREATE UNIQUE INDEX IX_wide ON s.wide(name DESC, price);
CREATE STATISTICS ST_wide ON s.wide(at);
GO
SELECT COL_LENGTH('t1', 'c1') AS 'VarChar', COL_LENGTH('t1', 'c2') AS 'NVarChar', COL_LENGTH('s.wide', 'long') AS [max], COL_LENGTH('M.s.wide', 'price') AS price,
       COL_LENGTH('s.wide', 'nothing') AS no_column, COL_LENGTH('nothing', 'c1') AS no_table;
SELECT COL_NAME(OBJECT_ID('s.wide'), 1) AS first, COL_NAME(OBJECT_ID('s.wide'), 2) AS second, COL_NAME(OBJECT_ID('s.wide'), 99) AS nothing, COL_NAME(NULL, 1) AS no_table;
GO
SELECT c.name, COLUMNPROPERTY(c.object_id, c.name, 'ColumnId') AS id, COLUMNPROPERTY(c.object_id, c.name, 'AllowsNull') AS nullable,
       COLUMNPROPERTY(c.object_id, c.name, 'PRECISION') AS precision, COLUMNPROPERTY(c.object_id, c.name, 'Scale') AS scale,
       COLUMNPROPERTY(c.object_id, c.name, 'IsIdentity') AS is_identity, COLUMNPROPERTY(c.object_id, c.name, 'IsComputed') AS is_computed,
       COLUMNPROPERTY(c.object_id, c.name, 'CharMaxLen') AS characters, COLUMNPROPERTY(c.object_id, c.name, 'IsIndexable') AS is_indexable,
       COLUMNPROPERTY(c.object_id, c.name, 'UsesAnsiTrim') AS trim
FROM sys.columns AS c WHERE c.object_id = OBJECT_ID('s.wide') ORDER BY c.column_id;
SELECT COLUMNPROPERTY(OBJECT_ID('s.wide'), 'nothing', 'Scale') AS no_column, COLUMNPROPERTY(OBJECT_ID('s.wide'), 'id', 'nothing') AS no_property;
GO
-- The keys: of the clustered index (1) id, of IX_wide (2) name descending, then price.
SELECT INDEX_COL('s.wide', 1, 1) AS a, INDEX_COL('s.wide', 2, 1) AS b, INDEX_COL(N'M.s.wide', 2, 2) AS c, INDEX_COL('s.wide', 2, 3) AS no_place, INDEX_COL('s.wide', 9, 1) AS no_index;
SELECT INDEXKEY_PROPERTY(OBJECT_ID('s.wide'), 2, 1, 'ColumnId') AS [Column ID], INDEXKEY_PROPERTY(OBJECT_ID('s.wide'), 2, 1, 'IsDescending') AS [Asc or Desc order],
       INDEXKEY_PROPERTY(OBJECT_ID('s.wide'), 2, 2, 'IsDescending') AS second, INDEXKEY_PROPERTY(OBJECT_ID('s.wide'), 2, 2, 'nothing') AS nothing;
SELECT n.name, INDEXPROPERTY(OBJECT_ID('s.wide'), n.name, 'IndexID') AS id, INDEXPROPERTY(OBJECT_ID('s.wide'), n.name, 'IsClustered') AS [Is Clustered],
       INDEXPROPERTY(OBJECT_ID('s.wide'), n.name, 'IsUnique') AS [Is Unique], INDEXPROPERTY(OBJECT_ID('s.wide'), n.name, 'IsStatistics') AS is_statistics,
       INDEXPROPERTY(OBJECT_ID('s.wide'), n.name, 'IsAutoStatistics') AS is_auto, INDEXPROPERTY(OBJECT_ID('s.wide'), n.name, 'IndexFillFactor') AS [Fill Factor]
FROM (VALUES ('PK_wide'), ('IX_wide'), ('ST_wide'), ('nothing')) AS n(name);
GO
SELECT TYPE_ID('datetime') AS [TYPE_ID], TYPE_ID('sys.int') AS with_schema, TYPE_ID('[NVARCHAR]') AS in_brackets, TYPE_ID('sysname') AS sysname, TYPE_ID('NewType') AS nothing, TYPE_ID('dbo.int') AS elsewhere;
SELECT TYPE_NAME(36) AS a, TYPE_NAME(239) AS b, TYPE_NAME(256) AS c, TYPE_NAME(999) AS nothing;
SELECT n.name, TYPEPROPERTY(n.name, 'PRECISION') AS precision, TYPEPROPERTY(n.name, 'Scale') AS scale, TYPEPROPERTY(n.name, 'AllowsNull') AS nullable,
       TYPEPROPERTY(n.name, 'UsesAnsiTrim') AS trim, TYPEPROPERTY(n.name, 'OwnerId') AS owner
FROM (VALUES ('tinyint'), ('decimal'), ('float'), ('varchar'), ('nvarchar'), ('sysname'), ('nothing')) AS n(name);
GO
SELECT FILEGROUPPROPERTY('PRIMARY', 'IsDefault') AS is_default, FILEGROUPPROPERTY('primary', 'IsUserDefinedFG') AS is_users, FILEGROUPPROPERTY('nothing', 'IsDefault') AS no_filegroup,
       FILEGROUPPROPERTY('PRIMARY', 'nothing') AS no_property;
SELECT CASE WHEN FILEPROPERTY('M', 'SpaceUsed') BETWEEN 8 AND f.size THEN 'yes' ELSE 'no' END AS used_by_data FROM sys.database_files AS f WHERE f.name = 'M';
SELECT OBJECTPROPERTYEX(OBJECT_ID('s.wide'), 'BaseType') AS base, SQL_VARIANT_PROPERTY(OBJECTPROPERTYEX(OBJECT_ID('s.wide'), 'BaseType'), 'BaseType') AS of_type,
       OBJECTPROPERTYEX(OBJECT_ID('s.wide'), 'TableHasTimestamp') AS has_rowversion, OBJECTPROPERTYEX(OBJECT_ID('s.wide'), 'IsTable') AS is_table,
       OBJECTPROPERTYEX(OBJECT_ID('nothing'), 'BaseType') AS nothing;
SELECT CASE WHEN OBJECTPROPERTY(OBJECT_ID('s.wide'), 'SchemaId') = SCHEMA_ID('s') THEN 'yes' ELSE 'no' END AS in_its_schema,
       OBJECTPROPERTY(OBJECT_ID('s.wide'), 'TableHasForeignRef') AS is_referenced, OBJECTPROPERTY(OBJECT_ID('s.wide'), 'IsAnsiNullsOn') AS ansi;
GO
SELECT COLUMNPROPERTY(OBJECT_ID('s.wide'), 'total', 'IsPrecise');
GO
SELECT COL_LENGTH('t1');
