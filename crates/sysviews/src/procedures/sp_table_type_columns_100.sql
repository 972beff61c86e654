-- Read by Microsoft's ODBC driver for the columns of a table type
-- (relational-databases/native-client-odbc-table-valued-parameters/table-valued-parameter-metadata-for-prepared-statements.md).
CREATE PROCEDURE sys.sp_table_type_columns_100 @table_name nvarchar(384), @table_owner nvarchar(384) = NULL, @table_qualifier sysname = NULL,
    @column_name nvarchar(384) = NULL, @ODBCVer int = 2, @fUsePattern bit = 1
AS
SET NOCOUNT ON;
IF @table_qualifier <> DB_NAME()
BEGIN
    RAISERROR(15250, 16, 1);
    RETURN 1;
END;
SELECT DB_NAME() AS TABLE_QUALIFIER, s.name AS TABLE_OWNER, t.name AS TABLE_NAME, v.name AS COLUMN_NAME, v.DATA_TYPE, v.TYPE_NAME,
       v.PRECISION, v.LENGTH, v.SCALE, v.RADIX, v.NULLABLE, CAST(NULL AS varchar(254)) AS REMARKS, v.COLUMN_DEF,
       v.SQL_DATA_TYPE, v.SQL_DATETIME_SUB, v.CHAR_OCTET_LENGTH, v.ORDINAL_POSITION, v.IS_NULLABLE,
       CAST(0 AS smallint) AS SS_IS_SPARSE, CAST(0 AS smallint) AS SS_IS_COLUMN_SET, v.SS_IS_COMPUTED, v.SS_IS_IDENTITY,
       CAST(NULL AS sysname) AS SS_UDT_CATALOG_NAME, CAST(NULL AS sysname) AS SS_UDT_SCHEMA_NAME,
       CAST(NULL AS nvarchar(4000)) AS SS_UDT_ASSEMBLY_TYPE_NAME, CAST(NULL AS sysname) AS SS_XML_SCHEMACOLLECTION_CATALOG_NAME,
       CAST(NULL AS sysname) AS SS_XML_SCHEMACOLLECTION_SCHEMA_NAME, CAST(NULL AS sysname) AS SS_XML_SCHEMACOLLECTION_NAME,
       v.SS_DATA_TYPE
FROM sys.table_types AS t JOIN sys.schemas AS s ON s.schema_id = t.schema_id
     JOIN sys.spt_odbc_columns(1, CASE WHEN @ODBCVer > 2 THEN 3 ELSE 2 END, 0) AS v ON v.object_id = t.type_table_object_id AND v.is_parameter = 0
WHERE ((@fUsePattern = 1 AND t.name LIKE @table_name) OR t.name = @table_name)
      AND (@table_owner IS NULL OR (@fUsePattern = 1 AND s.name LIKE @table_owner) OR s.name = @table_owner)
      AND (@column_name IS NULL OR (@fUsePattern = 1 AND v.name LIKE @column_name) OR v.name = @column_name)
ORDER BY TABLE_QUALIFIER, TABLE_OWNER, TABLE_NAME, ORDINAL_POSITION;
RETURN 0;
