-- relational-databases/system-stored-procedures/sp-columns-transact-sql.md, with the codes of ODBC for the types that came with SQL Server 2008, and what
-- newer drivers ask of a column besides. Columns of views are not known before they are used.
CREATE PROCEDURE sys.sp_columns_100 @table_name nvarchar(384), @table_owner nvarchar(384) = NULL, @table_qualifier sysname = NULL,
    @column_name nvarchar(384) = NULL, @NameScope int = 0, @ODBCVer int = 2, @fUsePattern bit = 1
AS
SET NOCOUNT ON;
IF @table_qualifier <> DB_NAME()
BEGIN
    RAISERROR(15250, 16, 1);
    RETURN 1;
END;
-- An object of the default schema goes before others of its name.
IF @table_owner IS NULL AND OBJECT_ID(QUOTENAME(SCHEMA_NAME()) + N'.' + QUOTENAME(@table_name)) IS NOT NULL SET @table_owner = SCHEMA_NAME();
SELECT DB_NAME() AS TABLE_QUALIFIER, s.name AS TABLE_OWNER, o.name AS TABLE_NAME, c.name AS COLUMN_NAME,
       CASE WHEN c.max_length = -1 AND c.system_type_id IN (165, 167, 231) THEN CAST(CASE c.system_type_id WHEN 165 THEN -4 WHEN 167 THEN -1 ELSE -10 END AS smallint)
            WHEN @ODBCVer > 2 THEN i.DATA_TYPE ELSE i.DATA_TYPE_2 END AS DATA_TYPE,
       CAST(t.name + CASE c.is_identity WHEN 1 THEN N' identity' ELSE N'' END AS sysname) AS TYPE_NAME,
       CAST(CASE WHEN c.system_type_id IN (231, 239) AND c.max_length > 0 THEN c.max_length / 2 WHEN c.system_type_id = 36 THEN 36
                 WHEN c.system_type_id = 62 AND @ODBCVer < 3 THEN 15 WHEN c.system_type_id = 59 AND @ODBCVer < 3 THEN 7
                 WHEN c.max_length = -1 THEN CASE c.system_type_id WHEN 231 THEN 1073741823 WHEN 241 THEN 0 ELSE 2147483647 END
                 WHEN c.precision > 0 THEN c.precision ELSE c.max_length END AS int) AS PRECISION,
       CAST(CASE WHEN c.max_length = -1 THEN CASE c.system_type_id WHEN 231 THEN 2147483646 WHEN 241 THEN 0 ELSE 2147483647 END
                 WHEN c.system_type_id IN (106, 108) THEN c.precision + 2 WHEN c.system_type_id = 60 THEN 21 WHEN c.system_type_id = 122 THEN 12
                 WHEN c.system_type_id IN (42, 58, 61) THEN 16 WHEN c.system_type_id = 40 THEN 6 WHEN c.system_type_id = 41 THEN 12 WHEN c.system_type_id = 43 THEN 20
                 ELSE c.max_length END AS int) AS LENGTH,
       CAST(CASE WHEN c.system_type_id IN (48, 52, 56, 60, 106, 108, 122, 127, 41, 42, 43, 61) THEN c.scale WHEN c.system_type_id = 58 THEN 0 END AS smallint) AS SCALE,
       CAST(CASE WHEN c.system_type_id IN (59, 62) AND @ODBCVer < 3 THEN 10 ELSE i.NUM_PREC_RADIX END AS smallint) AS RADIX,
       CAST(c.is_nullable AS smallint) AS NULLABLE, CAST(NULL AS varchar(254)) AS REMARKS, CAST(d.definition AS nvarchar(4000)) AS COLUMN_DEF,
       i.SQL_DATA_TYPE, i.SQL_DATETIME_SUB,
       CAST(CASE WHEN c.system_type_id IN (165, 167, 173, 175, 189, 231, 239) THEN
                 CASE WHEN c.max_length > 0 THEN c.max_length WHEN c.system_type_id = 231 THEN 2147483646 ELSE 2147483647 END END AS int) AS CHAR_OCTET_LENGTH,
       (SELECT COUNT(*) FROM sys.columns AS b WHERE b.object_id = c.object_id AND b.column_id <= c.column_id) AS ORDINAL_POSITION,
       CAST(CASE c.is_nullable WHEN 1 THEN 'YES' ELSE 'NO' END AS varchar(254)) AS IS_NULLABLE,
       CAST(c.is_sparse AS smallint) AS SS_IS_SPARSE, CAST(c.is_column_set AS smallint) AS SS_IS_COLUMN_SET, CAST(c.is_computed AS smallint) AS SS_IS_COMPUTED,
       CAST(c.is_identity AS smallint) AS SS_IS_IDENTITY, CAST(NULL AS sysname) AS SS_UDT_CATALOG_NAME, CAST(NULL AS sysname) AS SS_UDT_SCHEMA_NAME,
       CAST(NULL AS nvarchar(4000)) AS SS_UDT_ASSEMBLY_TYPE_NAME, CAST(NULL AS sysname) AS SS_XML_SCHEMACOLLECTION_CATALOG_NAME,
       CAST(NULL AS sysname) AS SS_XML_SCHEMACOLLECTION_SCHEMA_NAME, CAST(NULL AS sysname) AS SS_XML_SCHEMACOLLECTION_NAME,
       CAST(CASE WHEN c.system_type_id IN (48, 52, 56, 127) THEN CASE c.is_nullable WHEN 1 THEN CASE c.system_type_id WHEN 127 THEN 108 ELSE 38 END
                                                             ELSE CASE c.system_type_id WHEN 127 THEN 63 ELSE c.system_type_id END END
                 WHEN c.system_type_id IN (58, 61) THEN CASE c.is_nullable WHEN 1 THEN 111 ELSE c.system_type_id END
                 WHEN c.system_type_id IN (59, 62) THEN CASE c.is_nullable WHEN 1 THEN 109 ELSE c.system_type_id END
                 WHEN c.system_type_id IN (60, 122) THEN CASE c.is_nullable WHEN 1 THEN 110 ELSE c.system_type_id END
                 WHEN c.system_type_id = 106 THEN CASE c.is_nullable WHEN 1 THEN 106 ELSE 55 END WHEN c.system_type_id = 108 THEN CASE c.is_nullable WHEN 1 THEN 108 ELSE 63 END
                 WHEN c.system_type_id = 104 THEN 50 WHEN c.system_type_id IN (36, 165, 173) THEN 37 WHEN c.system_type_id = 189 THEN 45 WHEN c.system_type_id = 40 THEN 0
                 WHEN c.system_type_id IN (41, 42, 43) THEN 0 ELSE 39 END AS tinyint) AS SS_DATA_TYPE
FROM sys.columns AS c JOIN sys.objects AS o ON o.object_id = c.object_id JOIN sys.schemas AS s ON s.schema_id = o.schema_id
     JOIN sys.types AS t ON t.user_type_id = c.user_type_id
     JOIN sys.spt_datatype_info AS i ON i.system_type_id = c.system_type_id AND ISNULL(i.AUTO_INCREMENT, 0) = 0 AND i.TYPE_NAME <> N'sysname'
     LEFT JOIN sys.default_constraints AS d ON d.parent_object_id = c.object_id AND d.parent_column_id = c.column_id
WHERE ((@fUsePattern = 1 AND o.name LIKE @table_name AND s.name LIKE ISNULL(@table_owner, N'%') AND c.name LIKE ISNULL(@column_name, N'%'))
       OR (@fUsePattern = 0 AND o.name = @table_name AND s.name = ISNULL(@table_owner, s.name) AND c.name = ISNULL(@column_name, c.name)))
ORDER BY TABLE_QUALIFIER, TABLE_OWNER, TABLE_NAME, ORDINAL_POSITION;
RETURN 0;
