-- relational-databases/system-catalog-views/sys-table-types-transact-sql.md, sys-default-constraints-transact-sql.md,
-- sys-check-constraints-transact-sql.md, sys-computed-columns-transact-sql.md: type_table_object_id leads to the columns and constraints
-- of a table type, each of which is an object with an id.
CREATE TYPE dbo.lines AS TABLE(line int NOT NULL CHECK (line > 0), amount money NOT NULL DEFAULT 1, twice AS amount * 2, code char(3) UNIQUE, PRIMARY KEY (line));
GO
SELECT t.name, d.definition, COL_NAME(d.parent_object_id, d.parent_column_id) AS column_name, SCHEMA_NAME(d.schema_id) AS schema_name,
       CASE WHEN d.object_id = c.default_object_id THEN 'yes' END AS is_of_column, CASE WHEN d.create_date = o.create_date THEN 'yes' END AS is_dated
FROM sys.table_types AS t JOIN sys.columns AS c ON c.object_id = t.type_table_object_id
     JOIN sys.default_constraints AS d ON d.parent_object_id = c.object_id AND d.parent_column_id = c.column_id
     JOIN sys.objects AS o ON o.object_id = t.type_table_object_id;
SELECT t.name, k.definition, k.parent_column_id FROM sys.table_types AS t JOIN sys.check_constraints AS k ON k.parent_object_id = t.type_table_object_id;
SELECT t.name, c.name AS column_name, c.definition, c.is_persisted FROM sys.table_types AS t JOIN sys.computed_columns AS c ON c.object_id = t.type_table_object_id;
SELECT o.type, o.is_ms_shipped, COUNT(DISTINCT o.object_id) AS ids FROM sys.table_types AS t JOIN sys.objects AS o ON o.parent_object_id = t.type_table_object_id
GROUP BY o.type, o.is_ms_shipped ORDER BY o.type;
SELECT k.type, COUNT(DISTINCT k.object_id) AS ids FROM sys.table_types AS t JOIN sys.key_constraints AS k ON k.parent_object_id = t.type_table_object_id GROUP BY k.type;
-- By the constraint's own id.
SELECT (SELECT COUNT(*) FROM sys.check_constraints AS k WHERE k.object_id = d.object_id) AS checks,
       (SELECT COUNT(*) FROM sys.default_constraints AS x WHERE x.object_id = d.object_id) AS defaults
FROM sys.default_constraints AS d WHERE d.parent_object_id = (SELECT type_table_object_id FROM sys.table_types WHERE name = 'lines');
-- No table has them.
SELECT CONSTRAINT_NAME FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS;
GO
