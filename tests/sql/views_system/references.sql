-- docs/relational-databases/system-information-schema-views: referential-constraints-transact-sql.md, key-column-usage-transact-sql.md, constraint-column-usage-transact-sql.md (a row for each
-- column that is constrained as a key), sequences-transact-sql.md; docs/relational-databases/system-catalog-views/sys-system-views-transact-sql.md.
CREATE DATABASE R;
GO
USE R;
GO
CREATE SCHEMA s;
GO
CREATE TABLE s.parent (a int NOT NULL, b int NOT NULL, c int NULL, CONSTRAINT PK_parent PRIMARY KEY (a, b));
CREATE UNIQUE INDEX IX_c ON s.parent (c);
CREATE TABLE dbo.child (x int NOT NULL, y int NOT NULL, z int NULL,
    CONSTRAINT FK_pair FOREIGN KEY (y, x) REFERENCES s.parent (a, b) ON DELETE CASCADE,
    CONSTRAINT FK_c FOREIGN KEY (z) REFERENCES s.parent (c) ON UPDATE SET NULL);
GO
SELECT CONSTRAINT_CATALOG, CONSTRAINT_SCHEMA, CONSTRAINT_NAME, UNIQUE_CONSTRAINT_SCHEMA, UNIQUE_CONSTRAINT_NAME, MATCH_OPTION, UPDATE_RULE, DELETE_RULE
FROM INFORMATION_SCHEMA.REFERENTIAL_CONSTRAINTS ORDER BY CONSTRAINT_NAME;
SELECT CONSTRAINT_NAME, TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME, ORDINAL_POSITION FROM INFORMATION_SCHEMA.KEY_COLUMN_USAGE ORDER BY CONSTRAINT_NAME, ORDINAL_POSITION;
ALTER TABLE dbo.child ADD d int CONSTRAINT CK_d CHECK (d > 0);
SELECT TABLE_CATALOG, TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME, CONSTRAINT_CATALOG, CONSTRAINT_SCHEMA, CONSTRAINT_NAME
FROM INFORMATION_SCHEMA.CONSTRAINT_COLUMN_USAGE WHERE TABLE_NAME = 'child' ORDER BY CONSTRAINT_NAME, COLUMN_NAME;
GO
CREATE SEQUENCE s.q AS smallint START WITH 5 INCREMENT BY -1 MINVALUE -10 MAXVALUE 20 CYCLE;
SELECT SEQUENCE_CATALOG, SEQUENCE_SCHEMA, SEQUENCE_NAME, DATA_TYPE, NUMERIC_PRECISION, CAST(START_VALUE AS int) AS START_VALUE,
    CAST(MINIMUM_VALUE AS int) AS MINIMUM_VALUE, CAST(MAXIMUM_VALUE AS int) AS MAXIMUM_VALUE, CAST(INCREMENT AS int) AS INCREMENT, CYCLE_OPTION
FROM INFORMATION_SCHEMA.SEQUENCES;
GO
SELECT v.name, s.name AS of_schema, v.type, v.type_desc, v.is_ms_shipped FROM sys.system_views AS v JOIN sys.schemas AS s ON s.schema_id = v.schema_id
WHERE v.name IN ('dm_exec_sessions', 'SEQUENCES', 'system_views', 'fn_dblog') AND NOT (s.name = 'sys' AND v.name = 'sequences') ORDER BY v.name;
GO
-- CAST and CONVERT: sql_variant converts explicitly; a value of a max type is in none, but one may come of it.
DECLARE @v sql_variant = N'text', @n sql_variant = 12.50;
SELECT CAST(@v AS nvarchar(max)) AS v, CAST(@n AS varchar(max)) AS n, CAST(CAST(0x0102 AS sql_variant) AS varbinary(max)) AS b;
GO
DECLARE @v sql_variant = N'text';
DECLARE @m nvarchar(max) = @v;
