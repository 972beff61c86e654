-- relational-databases/system-catalog-views/sys-sequences-transact-sql.md, sys-identity-columns-transact-sql.md: each value is a sql_variant
-- of the type of the sequence or column.
CREATE SEQUENCE dbo.small AS tinyint START WITH 5 INCREMENT BY 2;
CREATE SEQUENCE dbo.wide AS decimal(30, 0) START WITH 7;
CREATE TABLE dbo.counted(n smallint IDENTITY(3, 4), a int);
INSERT dbo.counted VALUES (1);
GO
SELECT name, start_value, SQL_VARIANT_PROPERTY(start_value, 'BaseType') AS base, SQL_VARIANT_PROPERTY(maximum_value, 'Precision') AS digits,
       CAST(current_value AS bigint) AS current_value, increment, last_used_value
FROM sys.sequences ORDER BY name;
SELECT seed_value, increment_value, last_value, SQL_VARIANT_PROPERTY(last_value, 'BaseType') AS base FROM sys.identity_columns;
SELECT name, TYPE_NAME(system_type_id) AS type FROM sys.all_columns
WHERE object_id IN (OBJECT_ID('sys.sequences'), OBJECT_ID('sys.identity_columns')) AND system_type_id = 98 ORDER BY object_id, column_id;
SELECT SEQUENCE_NAME, START_VALUE, INCREMENT FROM INFORMATION_SCHEMA.SEQUENCES ORDER BY SEQUENCE_NAME;
GO
-- t-sql/data-types/sql-variant-transact-sql.md: arithmetic needs an explicit conversion.
SELECT start_value + 1 FROM sys.sequences;
GO
