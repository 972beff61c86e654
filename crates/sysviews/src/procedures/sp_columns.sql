-- relational-databases/system-stored-procedures/sp-columns-transact-sql.md. Columns of views are not known before they are used.
CREATE PROCEDURE sys.sp_columns @table_name nvarchar(384), @table_owner nvarchar(384) = NULL, @table_qualifier sysname = NULL,
    @column_name nvarchar(384) = NULL, @ODBCVer int = 2
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
       CAST(CASE c.system_type_id WHEN 36 THEN -11 WHEN 40 THEN -9 WHEN 41 THEN -9 WHEN 42 THEN -9 WHEN 43 THEN -9 WHEN 48 THEN -6 WHEN 52 THEN 5 WHEN 56 THEN 4
                 WHEN 58 THEN 11 WHEN 59 THEN 7 WHEN 60 THEN 3 WHEN 61 THEN 11 WHEN 62 THEN 6 WHEN 98 THEN -150 WHEN 104 THEN -7 WHEN 106 THEN 3
                 WHEN 108 THEN 2 WHEN 122 THEN 3 WHEN 127 THEN -5 WHEN 165 THEN CASE c.max_length WHEN -1 THEN -4 ELSE -3 END
                 WHEN 167 THEN CASE c.max_length WHEN -1 THEN -1 ELSE 12 END WHEN 173 THEN -2 WHEN 175 THEN 1 WHEN 189 THEN -2
                 WHEN 231 THEN CASE c.max_length WHEN -1 THEN -10 ELSE -9 END WHEN 239 THEN -8 WHEN 241 THEN -10 END AS smallint) AS DATA_TYPE,
       CAST(t.name + CASE c.is_identity WHEN 1 THEN N' identity' ELSE N'' END AS sysname) AS TYPE_NAME,
       CAST(CASE WHEN c.system_type_id IN (231, 239) AND c.max_length > 0 THEN c.max_length / 2
                 WHEN c.system_type_id = 36 THEN 36 WHEN c.system_type_id = 62 THEN 15 WHEN c.system_type_id = 59 THEN 7
                 WHEN c.max_length = -1 THEN CASE WHEN c.system_type_id IN (231, 241) THEN 1073741823 ELSE 2147483647 END
                 WHEN c.precision > 0 THEN c.precision ELSE c.max_length END AS int) AS PRECISION,
       CAST(CASE WHEN c.max_length = -1 THEN CASE WHEN c.system_type_id IN (231, 241) THEN 2147483646 ELSE 2147483647 END
                 WHEN c.system_type_id IN (106, 108) THEN c.precision + 2 WHEN c.system_type_id IN (60) THEN 21
                 WHEN c.system_type_id = 122 THEN 12 WHEN c.system_type_id IN (58, 61) THEN 16
                 WHEN c.system_type_id IN (40, 41, 42, 43) THEN c.precision * 2 ELSE c.max_length END AS int) AS LENGTH,
       CAST(CASE WHEN c.system_type_id IN (48, 52, 56, 60, 106, 108, 122, 127, 41, 42, 43, 61) THEN c.scale WHEN c.system_type_id = 58 THEN 0 END AS smallint) AS SCALE,
       CAST(CASE WHEN c.system_type_id IN (48, 52, 56, 60, 106, 108, 122, 127) THEN 10 WHEN c.system_type_id IN (59, 62) THEN 10 END AS smallint) AS RADIX,
       CAST(c.is_nullable AS smallint) AS NULLABLE, CAST(NULL AS varchar(254)) AS REMARKS, CAST(d.definition AS nvarchar(4000)) AS COLUMN_DEF,
       CAST(CASE WHEN c.system_type_id IN (58, 61) THEN 9 ELSE CASE c.system_type_id WHEN 36 THEN -11 WHEN 40 THEN -9 WHEN 41 THEN -9 WHEN 42 THEN -9 WHEN 43 THEN -9 WHEN 48 THEN -6 WHEN 52 THEN 5 WHEN 56 THEN 4
                 WHEN 58 THEN 11 WHEN 59 THEN 7 WHEN 60 THEN 3 WHEN 61 THEN 11 WHEN 62 THEN 6 WHEN 98 THEN -150 WHEN 104 THEN -7 WHEN 106 THEN 3
                 WHEN 108 THEN 2 WHEN 122 THEN 3 WHEN 127 THEN -5 WHEN 165 THEN CASE c.max_length WHEN -1 THEN -4 ELSE -3 END
                 WHEN 167 THEN CASE c.max_length WHEN -1 THEN -1 ELSE 12 END WHEN 173 THEN -2 WHEN 175 THEN 1 WHEN 189 THEN -2
                 WHEN 231 THEN CASE c.max_length WHEN -1 THEN -10 ELSE -9 END WHEN 239 THEN -8 WHEN 241 THEN -10 END END AS smallint) AS SQL_DATA_TYPE,
       CAST(CASE WHEN c.system_type_id IN (58, 61) THEN 3 END AS smallint) AS SQL_DATETIME_SUB,
       CAST(CASE WHEN c.system_type_id IN (165, 167, 173, 175, 189, 231, 239, 241) THEN 
                 CASE WHEN c.max_length > 0 THEN c.max_length WHEN c.system_type_id IN (231, 241) THEN 2147483646 ELSE 2147483647 END END AS int) AS CHAR_OCTET_LENGTH,
       (SELECT COUNT(*) FROM sys.columns AS b WHERE b.object_id = c.object_id AND b.column_id <= c.column_id) AS ORDINAL_POSITION,
       CAST(CASE c.is_nullable WHEN 1 THEN 'YES' ELSE 'NO' END AS varchar(254)) AS IS_NULLABLE,
       CAST(CASE c.system_type_id WHEN 36 THEN 37 WHEN 48 THEN CASE c.is_nullable WHEN 1 THEN 38 ELSE 48 END WHEN 52 THEN CASE c.is_nullable WHEN 1 THEN 38 ELSE 52 END
                 WHEN 56 THEN CASE c.is_nullable WHEN 1 THEN 38 ELSE 56 END WHEN 127 THEN CASE c.is_nullable WHEN 1 THEN 108 ELSE 63 END
                 WHEN 58 THEN CASE c.is_nullable WHEN 1 THEN 111 ELSE 58 END WHEN 61 THEN CASE c.is_nullable WHEN 1 THEN 111 ELSE 61 END
                 WHEN 59 THEN CASE c.is_nullable WHEN 1 THEN 109 ELSE 59 END WHEN 62 THEN CASE c.is_nullable WHEN 1 THEN 109 ELSE 62 END
                 WHEN 60 THEN CASE c.is_nullable WHEN 1 THEN 110 ELSE 60 END WHEN 122 THEN CASE c.is_nullable WHEN 1 THEN 110 ELSE 122 END
                 WHEN 104 THEN 50 WHEN 98 THEN 39 WHEN 106 THEN CASE c.is_nullable WHEN 1 THEN 106 ELSE 55 END
                 WHEN 108 THEN CASE c.is_nullable WHEN 1 THEN 108 ELSE 63 END WHEN 165 THEN 37 WHEN 173 THEN 37 WHEN 189 THEN 45 ELSE 39 END AS tinyint) AS SS_DATA_TYPE
FROM sys.columns AS c JOIN sys.objects AS o ON o.object_id = c.object_id JOIN sys.schemas AS s ON s.schema_id = o.schema_id
     JOIN sys.types AS t ON t.user_type_id = c.user_type_id
     LEFT JOIN sys.default_constraints AS d ON d.parent_object_id = c.object_id AND d.parent_column_id = c.column_id
WHERE o.name LIKE @table_name AND s.name LIKE ISNULL(@table_owner, N'%') AND c.name LIKE ISNULL(@column_name, N'%')
ORDER BY TABLE_QUALIFIER, TABLE_OWNER, TABLE_NAME, ORDINAL_POSITION;
RETURN 0;
