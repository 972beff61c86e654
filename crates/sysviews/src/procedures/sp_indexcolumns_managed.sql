-- Read by .NET's SqlClient for its collection IndexColumns: the columns of connect/ado-net/sql-server-schema-collections.md. KeyType is
-- the column's type id in sys.types.
CREATE PROCEDURE sys.sp_indexcolumns_managed @Catalog sysname = NULL, @Owner sysname = NULL, @Table sysname = NULL, @ConstraintName sysname = NULL,
    @Column sysname = NULL
AS
SET NOCOUNT ON;
SELECT DB_NAME() AS constraint_catalog, s.name AS constraint_schema, i.name AS constraint_name, DB_NAME() AS table_catalog, s.name AS table_schema,
       o.name AS table_name, c.name AS column_name, CAST(x.key_ordinal AS int) AS ordinal_position, c.system_type_id AS KeyType, i.name AS index_name
FROM sys.indexes AS i JOIN sys.objects AS o ON o.object_id = i.object_id JOIN sys.schemas AS s ON s.schema_id = o.schema_id
     JOIN sys.index_columns AS x ON x.object_id = i.object_id AND x.index_id = i.index_id
     JOIN sys.columns AS c ON c.object_id = x.object_id AND c.column_id = x.column_id
WHERE o.type = 'U' AND x.key_ordinal > 0 AND (@Catalog IS NULL OR DB_NAME() = @Catalog) AND (@Owner IS NULL OR s.name = @Owner)
      AND (@Table IS NULL OR o.name = @Table) AND (@ConstraintName IS NULL OR i.name = @ConstraintName) AND (@Column IS NULL OR c.name = @Column)
ORDER BY table_name, index_name, ordinal_position;
RETURN 0;
