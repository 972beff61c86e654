-- Read by Microsoft's ODBC driver for the primary key of a table type
-- (relational-databases/native-client-odbc-table-valued-parameters/table-valued-parameter-metadata-for-prepared-statements.md).
CREATE PROCEDURE sys.sp_table_type_pkeys @table_name sysname, @table_owner sysname = NULL, @table_qualifier sysname = NULL
AS
SET NOCOUNT ON; SET @table_owner = NULLIF(@table_owner, N'');
IF @table_qualifier <> DB_NAME()
BEGIN
    RAISERROR(15250, 16, 1);
    RETURN 1;
END;
IF @table_owner IS NULL SET @table_owner = CASE WHEN TYPE_ID(QUOTENAME(SCHEMA_NAME()) + N'.' + QUOTENAME(@table_name)) IS NULL THEN N'dbo' ELSE SCHEMA_NAME() END;
SELECT DB_NAME() AS TABLE_QUALIFIER, s.name AS TABLE_OWNER, t.name AS TABLE_NAME, c.name AS COLUMN_NAME,
       CAST(x.key_ordinal AS smallint) AS KEY_SEQ, k.name AS PK_NAME
FROM sys.table_types AS t JOIN sys.schemas AS s ON s.schema_id = t.schema_id JOIN sys.key_constraints AS k ON k.parent_object_id = t.type_table_object_id
     JOIN sys.index_columns AS x ON x.object_id = k.parent_object_id AND x.index_id = k.unique_index_id
     JOIN sys.columns AS c ON c.object_id = x.object_id AND c.column_id = x.column_id
WHERE k.type = 'PK' AND x.key_ordinal > 0 AND t.name = @table_name AND s.name = @table_owner
ORDER BY TABLE_QUALIFIER, TABLE_OWNER, TABLE_NAME, KEY_SEQ;
RETURN 0;
