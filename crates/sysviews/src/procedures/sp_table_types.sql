-- Read by Microsoft's ODBC driver for the table types of a database
-- (relational-databases/native-client-odbc-table-valued-parameters/table-valued-parameter-metadata-for-prepared-statements.md).
CREATE PROCEDURE sys.sp_table_types @table_name nvarchar(384) = NULL, @table_owner nvarchar(384) = NULL, @table_qualifier sysname = NULL,
    @table_type varchar(100) = NULL, @fUsePattern bit = 1
AS
SET NOCOUNT ON;
IF @table_qualifier <> DB_NAME()
BEGIN
    RAISERROR(15250, 16, 1);
    RETURN 1;
END;
SELECT DB_NAME() AS TABLE_QUALIFIER, s.name AS TABLE_OWNER, t.name AS TABLE_NAME, CAST('TABLE TYPE' AS varchar(32)) AS TABLE_TYPE,
       CAST(NULL AS varchar(254)) AS REMARKS
FROM sys.table_types AS t JOIN sys.schemas AS s ON s.schema_id = t.schema_id
WHERE (@table_name IS NULL OR (@fUsePattern = 1 AND t.name LIKE @table_name) OR t.name = @table_name)
      AND (@table_owner IS NULL OR (@fUsePattern = 1 AND s.name LIKE @table_owner) OR s.name = @table_owner)
      AND (@table_type IS NULL OR CHARINDEX('''TABLE TYPE''', UPPER(@table_type)) > 0)
ORDER BY TABLE_TYPE, TABLE_QUALIFIER, TABLE_OWNER, TABLE_NAME;
RETURN 0;
