-- relational-databases/system-stored-procedures/sp-columns-transact-sql.md, with ODBC type codes for the types added in SQL Server 2008
-- and the additional columns that newer drivers read.
CREATE PROCEDURE sys.sp_columns_100 @table_name nvarchar(384), @table_owner nvarchar(384) = NULL, @table_qualifier sysname = NULL,
    @column_name nvarchar(384) = NULL, @NameScope int = 0, @ODBCVer int = 2, @fUsePattern bit = 1
AS
SET NOCOUNT ON;
IF @table_qualifier <> DB_NAME()
BEGIN
    RAISERROR(15250, 16, 1);
    RETURN 1;
END;
-- The default schema's object precedes others of the same name.
IF @table_owner IS NULL AND OBJECT_ID(QUOTENAME(SCHEMA_NAME()) + N'.' + QUOTENAME(@table_name)) IS NOT NULL SET @table_owner = SCHEMA_NAME();
-- A name is a pattern without wildcards.
IF @fUsePattern = 0
    SELECT @table_name = REPLACE(REPLACE(REPLACE(@table_name, N'[', N'[[]'), N'%', N'[%]'), N'_', N'[_]'),
           @table_owner = REPLACE(REPLACE(REPLACE(@table_owner, N'[', N'[[]'), N'%', N'[%]'), N'_', N'[_]'),
           @column_name = REPLACE(REPLACE(REPLACE(@column_name, N'[', N'[[]'), N'%', N'[%]'), N'_', N'[_]');
-- The columns of the system's views are described if the pattern finds one.
DECLARE @system bit = CASE WHEN EXISTS (SELECT * FROM sys.system_objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id
                                        WHERE o.name LIKE @table_name AND s.name LIKE ISNULL(@table_owner, N'%')) THEN 1 ELSE 0 END;
SELECT DB_NAME() AS TABLE_QUALIFIER, s.name AS TABLE_OWNER, o.name AS TABLE_NAME, v.name AS COLUMN_NAME, v.DATA_TYPE, v.TYPE_NAME,
       v.PRECISION, v.LENGTH, v.SCALE, v.RADIX, v.NULLABLE, CAST(NULL AS varchar(254)) AS REMARKS, v.COLUMN_DEF,
       v.SQL_DATA_TYPE, v.SQL_DATETIME_SUB, v.CHAR_OCTET_LENGTH, v.ORDINAL_POSITION, v.IS_NULLABLE,
       CAST(ISNULL(COLUMNPROPERTY(o.object_id, v.name, 'IsSparse'), 0) AS smallint) AS SS_IS_SPARSE, CAST(ISNULL(COLUMNPROPERTY(o.object_id, v.name, 'IsColumnSet'), 0) AS smallint) AS SS_IS_COLUMN_SET, v.SS_IS_COMPUTED, v.SS_IS_IDENTITY,
       CAST(NULL AS sysname) AS SS_UDT_CATALOG_NAME, CAST(NULL AS sysname) AS SS_UDT_SCHEMA_NAME,
       CAST(NULL AS nvarchar(4000)) AS SS_UDT_ASSEMBLY_TYPE_NAME, CAST(NULL AS sysname) AS SS_XML_SCHEMACOLLECTION_CATALOG_NAME,
       CAST(NULL AS sysname) AS SS_XML_SCHEMACOLLECTION_SCHEMA_NAME, CAST(NULL AS sysname) AS SS_XML_SCHEMACOLLECTION_NAME,
       v.SS_DATA_TYPE
FROM sys.all_objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id
     JOIN sys.spt_odbc_columns(1, CASE WHEN @ODBCVer > 2 THEN 3 ELSE 2 END, @system) AS v ON v.object_id = o.object_id AND v.is_parameter = 0
WHERE o.name LIKE @table_name AND o.parent_object_id = 0 AND s.name LIKE ISNULL(@table_owner, N'%') AND v.name LIKE ISNULL(@column_name, N'%')
      -- The scope is 2 for all columns and 3 for the members of a column set. Any other has the columns that aren't members
      -- (relational-databases/native-client/features/sparse-columns-support-in-sql-server-native-client.md).
      AND (@NameScope = 2 OR CASE WHEN @NameScope = 3 THEN 1 ELSE 0 END
           = CASE WHEN COLUMNPROPERTY(o.object_id, v.name, 'IsSparse') = 1
                       AND EXISTS (SELECT * FROM sys.columns AS c WHERE c.object_id = o.object_id AND c.is_column_set = 1) THEN 1 ELSE 0 END)
ORDER BY TABLE_QUALIFIER, TABLE_OWNER, TABLE_NAME, ORDINAL_POSITION;
RETURN 0;
