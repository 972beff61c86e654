-- relational-databases/system-stored-procedures/sp-pkeys-transact-sql.md
CREATE PROCEDURE sys.sp_pkeys @table_name sysname, @table_owner sysname = NULL, @table_qualifier sysname = NULL
AS
SET NOCOUNT ON; SET @table_owner = NULLIF(@table_owner, N'');
IF @table_qualifier <> DB_NAME()
BEGIN
    RAISERROR(15250, 16, 1);
    RETURN 1;
END;
IF @table_owner IS NULL SET @table_owner = CASE WHEN OBJECT_ID(QUOTENAME(SCHEMA_NAME()) + N'.' + QUOTENAME(@table_name)) IS NULL THEN N'dbo' ELSE SCHEMA_NAME() END;
SELECT DB_NAME() AS TABLE_QUALIFIER, s.name AS TABLE_OWNER, o.name AS TABLE_NAME, c.name AS COLUMN_NAME,
       CAST(x.key_ordinal AS smallint) AS KEY_SEQ, k.name AS PK_NAME
FROM sys.key_constraints AS k JOIN sys.objects AS o ON o.object_id = k.parent_object_id JOIN sys.schemas AS s ON s.schema_id = o.schema_id
     JOIN sys.index_columns AS x ON x.object_id = k.parent_object_id AND x.index_id = k.unique_index_id
     JOIN sys.columns AS c ON c.object_id = x.object_id AND c.column_id = x.column_id
WHERE k.type = 'PK' AND x.key_ordinal > 0 AND o.name = @table_name AND s.name = @table_owner
ORDER BY TABLE_QUALIFIER, TABLE_OWNER, TABLE_NAME, KEY_SEQ;
RETURN 0;
