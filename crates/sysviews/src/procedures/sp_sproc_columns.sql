-- relational-databases/system-stored-procedures/sp-sproc-columns-transact-sql.md
CREATE PROCEDURE sys.sp_sproc_columns @procedure_name nvarchar(390) = N'%', @procedure_owner nvarchar(384) = NULL, @procedure_qualifier sysname = NULL,
    @column_name nvarchar(384) = NULL, @ODBCVer int = 2, @fUsePattern bit = 1
AS
SET NOCOUNT ON;
IF @procedure_qualifier <> DB_NAME()
BEGIN
    RAISERROR(15250, 16, 1);
    RETURN 1;
END;
SELECT DB_NAME() AS PROCEDURE_QUALIFIER, s.name AS PROCEDURE_OWNER,
       CAST(o.name + CASE o.type WHEN 'P' THEN N';1' ELSE N';0' END AS nvarchar(134)) AS PROCEDURE_NAME,
       p.name AS COLUMN_NAME, CAST(CASE WHEN p.parameter_id = 0 THEN 5 WHEN p.is_output = 1 THEN 2 ELSE 1 END AS smallint) AS COLUMN_TYPE,
       CAST(CASE p.system_type_id WHEN 36 THEN -11 WHEN 40 THEN -9 WHEN 41 THEN -9 WHEN 42 THEN -9 WHEN 43 THEN -9 WHEN 48 THEN -6 WHEN 52 THEN 5 WHEN 56 THEN 4
                 WHEN 58 THEN 11 WHEN 59 THEN 7 WHEN 60 THEN 3 WHEN 61 THEN 11 WHEN 62 THEN 6 WHEN 98 THEN -150 WHEN 104 THEN -7 WHEN 106 THEN 3
                 WHEN 108 THEN 2 WHEN 122 THEN 3 WHEN 127 THEN -5 WHEN 165 THEN CASE p.max_length WHEN -1 THEN -4 ELSE -3 END
                 WHEN 167 THEN CASE p.max_length WHEN -1 THEN -1 ELSE 12 END WHEN 173 THEN -2 WHEN 175 THEN 1 WHEN 189 THEN -2
                 WHEN 231 THEN CASE p.max_length WHEN -1 THEN -10 ELSE -9 END WHEN 239 THEN -8 WHEN 241 THEN -10 END AS smallint) AS DATA_TYPE, t.name AS TYPE_NAME,
       CAST(CASE WHEN p.system_type_id IN (231, 239) AND p.max_length > 0 THEN p.max_length / 2
                 WHEN p.system_type_id = 36 THEN 36 WHEN p.system_type_id = 62 THEN 15 WHEN p.system_type_id = 59 THEN 7
                 WHEN p.max_length = -1 THEN CASE WHEN p.system_type_id IN (231, 241) THEN 1073741823 ELSE 2147483647 END
                 WHEN p.precision > 0 THEN p.precision ELSE p.max_length END AS int) AS PRECISION,
       CAST(CASE WHEN p.max_length = -1 THEN CASE WHEN p.system_type_id IN (231, 241) THEN 2147483646 ELSE 2147483647 END
                 WHEN p.system_type_id IN (106, 108) THEN p.precision + 2 WHEN p.system_type_id IN (60) THEN 21
                 WHEN p.system_type_id = 122 THEN 12 WHEN p.system_type_id IN (58, 61) THEN 16
                 WHEN p.system_type_id IN (40, 41, 42, 43) THEN p.precision * 2 ELSE p.max_length END AS int) AS LENGTH,
       CAST(CASE WHEN p.system_type_id IN (48, 52, 56, 60, 106, 108, 122, 127, 41, 42, 43, 61) THEN p.scale WHEN p.system_type_id = 58 THEN 0 END AS smallint) AS SCALE,
       CAST(CASE WHEN p.system_type_id IN (48, 52, 56, 60, 106, 108, 122, 127) THEN 10 WHEN p.system_type_id IN (59, 62) THEN 10 END AS smallint) AS RADIX,
       CAST(p.is_nullable AS smallint) AS NULLABLE, CAST(NULL AS varchar(254)) AS REMARKS, CAST(NULL AS nvarchar(4000)) AS COLUMN_DEF,
       CAST(CASE WHEN p.system_type_id IN (58, 61) THEN 9 ELSE CASE p.system_type_id WHEN 36 THEN -11 WHEN 40 THEN -9 WHEN 41 THEN -9 WHEN 42 THEN -9 WHEN 43 THEN -9 WHEN 48 THEN -6 WHEN 52 THEN 5 WHEN 56 THEN 4
                 WHEN 58 THEN 11 WHEN 59 THEN 7 WHEN 60 THEN 3 WHEN 61 THEN 11 WHEN 62 THEN 6 WHEN 98 THEN -150 WHEN 104 THEN -7 WHEN 106 THEN 3
                 WHEN 108 THEN 2 WHEN 122 THEN 3 WHEN 127 THEN -5 WHEN 165 THEN CASE p.max_length WHEN -1 THEN -4 ELSE -3 END
                 WHEN 167 THEN CASE p.max_length WHEN -1 THEN -1 ELSE 12 END WHEN 173 THEN -2 WHEN 175 THEN 1 WHEN 189 THEN -2
                 WHEN 231 THEN CASE p.max_length WHEN -1 THEN -10 ELSE -9 END WHEN 239 THEN -8 WHEN 241 THEN -10 END END AS smallint) AS SQL_DATA_TYPE,
       CAST(CASE WHEN p.system_type_id IN (58, 61) THEN 3 END AS smallint) AS SQL_DATETIME_SUB,
       CAST(CASE WHEN p.system_type_id IN (165, 167, 173, 175, 189, 231, 239, 241) THEN 
                 CASE WHEN p.max_length > 0 THEN p.max_length WHEN p.system_type_id IN (231, 241) THEN 2147483646 ELSE 2147483647 END END AS int) AS CHAR_OCTET_LENGTH,
       p.parameter_id AS ORDINAL_POSITION, CAST(CASE p.is_nullable WHEN 1 THEN 'YES' ELSE 'NO' END AS varchar(254)) AS IS_NULLABLE,
       CAST(CASE p.system_type_id WHEN 36 THEN 37 WHEN 48 THEN CASE p.is_nullable WHEN 1 THEN 38 ELSE 48 END WHEN 52 THEN CASE p.is_nullable WHEN 1 THEN 38 ELSE 52 END
                 WHEN 56 THEN CASE p.is_nullable WHEN 1 THEN 38 ELSE 56 END WHEN 127 THEN CASE p.is_nullable WHEN 1 THEN 108 ELSE 63 END
                 WHEN 58 THEN CASE p.is_nullable WHEN 1 THEN 111 ELSE 58 END WHEN 61 THEN CASE p.is_nullable WHEN 1 THEN 111 ELSE 61 END
                 WHEN 59 THEN CASE p.is_nullable WHEN 1 THEN 109 ELSE 59 END WHEN 62 THEN CASE p.is_nullable WHEN 1 THEN 109 ELSE 62 END
                 WHEN 60 THEN CASE p.is_nullable WHEN 1 THEN 110 ELSE 60 END WHEN 122 THEN CASE p.is_nullable WHEN 1 THEN 110 ELSE 122 END
                 WHEN 104 THEN 50 WHEN 98 THEN 39 WHEN 106 THEN CASE p.is_nullable WHEN 1 THEN 106 ELSE 55 END
                 WHEN 108 THEN CASE p.is_nullable WHEN 1 THEN 108 ELSE 63 END WHEN 165 THEN 37 WHEN 173 THEN 37 WHEN 189 THEN 45 ELSE 39 END AS tinyint) AS SS_DATA_TYPE
FROM (SELECT object_id, CASE parameter_id WHEN 0 THEN N'@RETURN_VALUE' ELSE name END AS name, parameter_id, system_type_id, user_type_id, max_length, precision, scale, is_output, is_nullable FROM sys.parameters
      UNION ALL
      SELECT object_id, N'@RETURN_VALUE', 0, 56, 56, 4, 10, 0, 1, 0 FROM sys.procedures) AS p
     JOIN sys.objects AS o ON o.object_id = p.object_id JOIN sys.schemas AS s ON s.schema_id = o.schema_id
     JOIN sys.types AS t ON t.user_type_id = p.user_type_id
WHERE ((@fUsePattern = 1 AND o.name LIKE @procedure_name) OR o.name = @procedure_name) AND s.name LIKE ISNULL(@procedure_owner, N'%')
      AND p.name LIKE ISNULL(@column_name, N'%')
ORDER BY PROCEDURE_OWNER, PROCEDURE_NAME, ORDINAL_POSITION;
RETURN 0;
