-- Read by .NET's SqlClient for its collection Indexes: the columns of connect/ado-net/sql-server-schema-collections.md.
CREATE PROCEDURE sys.sp_indexes_managed @Catalog sysname = NULL, @Owner sysname = NULL, @Table sysname = NULL, @Name sysname = NULL
AS
SET NOCOUNT ON;
SELECT DB_NAME() AS constraint_catalog, s.name AS constraint_schema, i.name AS constraint_name, DB_NAME() AS table_catalog, s.name AS table_schema,
       o.name AS table_name, i.name AS index_name, i.type_desc
FROM sys.indexes AS i JOIN sys.objects AS o ON o.object_id = i.object_id JOIN sys.schemas AS s ON s.schema_id = o.schema_id
WHERE o.type = 'U' AND (@Catalog IS NULL OR DB_NAME() = @Catalog) AND (@Owner IS NULL OR s.name = @Owner) AND (@Table IS NULL OR o.name = @Table)
      AND (@Name IS NULL OR i.name = @Name)
ORDER BY table_name, index_name;
RETURN 0;
