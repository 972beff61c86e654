-- relational-databases/system-stored-procedures/sp-sproc-columns-transact-sql.md, with the additional columns that newer drivers read. Table-valued parameters:
-- relational-databases/native-client-odbc-table-valued-parameters/additional-table-valued-parameter-metadata.md
CREATE PROCEDURE sys.sp_sproc_columns_100 @procedure_name nvarchar(390) = N'%', @procedure_owner nvarchar(384) = NULL, @procedure_qualifier sysname = NULL,
    @column_name nvarchar(384) = NULL, @ODBCVer int = 2, @fUsePattern bit = 1
AS
SET NOCOUNT ON;
IF @procedure_qualifier <> DB_NAME()
BEGIN
    RAISERROR(15250, 16, 1);
    RETURN 1;
END;
-- Without an owner, a name without wildcards means the object of the current schema, else the one of dbo.
IF @procedure_owner IS NULL AND (@fUsePattern = 0 OR @procedure_name NOT LIKE N'%[%_[]%')
    SET @procedure_owner = (SELECT TOP (1) SCHEMA_NAME(schema_id) FROM sys.objects
                 WHERE name = @procedure_name AND schema_id IN (SCHEMA_ID(), 1) AND type IN ('P', 'X', 'FN', 'IF', 'TF')
                 ORDER BY CASE schema_id WHEN 1 THEN 1 ELSE 0 END);
-- The parameters of the system's procedures are described if the pattern finds one.
DECLARE @system bit = CASE WHEN EXISTS (SELECT * FROM sys.system_objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id
                                        WHERE ((@fUsePattern = 1 AND o.name LIKE @procedure_name) OR o.name = @procedure_name)
                                              AND (@procedure_owner IS NULL OR (@fUsePattern = 1 AND s.name LIKE @procedure_owner)
                                                   OR s.name = @procedure_owner)) THEN 1 ELSE 0 END;
SELECT DB_NAME() AS PROCEDURE_QUALIFIER, s.name AS PROCEDURE_OWNER,
       CAST(o.name + CASE WHEN o.type IN ('P', 'X') THEN N';1' ELSE N';0' END AS nvarchar(134)) AS PROCEDURE_NAME,
       p.name AS COLUMN_NAME,
       CAST(CASE WHEN p.user_type_id IS NULL THEN 3 WHEN p.parameter_id = 0 THEN 5 WHEN p.is_output = 1 THEN 2 ELSE 1 END AS smallint) AS COLUMN_TYPE,
       v.DATA_TYPE, ISNULL(t.name, N'table') AS TYPE_NAME,
       CASE WHEN p.user_type_id IS NULL THEN CAST(0 AS tinyint) ELSE v.PRECISION END AS PRECISION,
       CASE WHEN p.user_type_id IS NULL THEN CAST(0 AS tinyint) ELSE v.LENGTH END AS LENGTH,
       CASE WHEN p.user_type_id IS NULL THEN CAST(0 AS tinyint) ELSE v.SCALE END AS SCALE,
       CASE WHEN p.user_type_id IS NULL THEN CAST(0 AS tinyint) ELSE v.RADIX END AS RADIX,
       CASE WHEN p.user_type_id IS NULL THEN CAST(0 AS tinyint) ELSE v.NULLABLE END AS NULLABLE,
       CAST(CASE WHEN p.user_type_id IS NULL THEN 'Result table returned by table valued function' END AS varchar(254)) AS REMARKS,
       CAST(NULL AS nvarchar(4000)) AS COLUMN_DEF, v.SQL_DATA_TYPE, v.SQL_DATETIME_SUB,
       CASE WHEN p.user_type_id IS NULL THEN CAST(0 AS tinyint) ELSE v.CHAR_OCTET_LENGTH END AS CHAR_OCTET_LENGTH,
       p.parameter_id AS ORDINAL_POSITION, CASE WHEN p.user_type_id IS NULL THEN 'NO' ELSE v.IS_NULLABLE END AS IS_NULLABLE,
       CASE p.system_type_id WHEN 243 THEN DB_NAME() END AS SS_TYPE_CATALOG_NAME, CASE p.system_type_id WHEN 243 THEN u.name END AS SS_TYPE_SCHEMA_NAME,
       CAST(NULL AS sysname) AS SS_UDT_CATALOG_NAME, CAST(NULL AS sysname) AS SS_UDT_SCHEMA_NAME, CAST(NULL AS nvarchar(4000)) AS SS_UDT_ASSEMBLY_TYPE_NAME,
       CAST(NULL AS sysname) AS SS_XML_SCHEMACOLLECTION_CATALOG_NAME, CAST(NULL AS sysname) AS SS_XML_SCHEMACOLLECTION_SCHEMA_NAME,
       CAST(NULL AS sysname) AS SS_XML_SCHEMACOLLECTION_NAME,
       CASE WHEN p.user_type_id IS NULL THEN CAST(0 AS tinyint) ELSE v.SS_DATA_TYPE END AS SS_DATA_TYPE
FROM (SELECT object_id, CASE parameter_id WHEN 0 THEN N'@RETURN_VALUE' ELSE name END AS name, parameter_id, system_type_id, user_type_id, is_output FROM sys.all_parameters
      UNION ALL
      SELECT object_id, N'@RETURN_VALUE', 0, 56, 56, 1 FROM sys.all_objects WHERE type IN ('P', 'X')
      UNION ALL
      SELECT object_id, N'@TABLE_RETURN_VALUE', 0, NULL, NULL, 0 FROM sys.all_objects WHERE type IN ('IF', 'TF')) AS p
     JOIN sys.all_objects AS o ON o.object_id = p.object_id JOIN sys.schemas AS s ON s.schema_id = o.schema_id
     LEFT JOIN sys.types AS t ON t.user_type_id = p.user_type_id LEFT JOIN sys.schemas AS u ON u.schema_id = t.schema_id
     LEFT JOIN sys.spt_odbc_columns(1, CASE WHEN @ODBCVer > 2 THEN 3 ELSE 2 END, @system) AS v
          ON v.object_id = p.object_id AND v.is_parameter = 1 AND v.place = p.parameter_id
WHERE ((@fUsePattern = 1 AND o.name LIKE @procedure_name) OR o.name = @procedure_name)
      AND (@procedure_owner IS NULL OR (@fUsePattern = 1 AND s.name LIKE @procedure_owner) OR s.name = @procedure_owner)
      AND p.name LIKE ISNULL(@column_name, N'%') AND (v.object_id IS NOT NULL OR p.user_type_id IS NULL)
ORDER BY PROCEDURE_OWNER, PROCEDURE_NAME, ORDINAL_POSITION;
RETURN 0;
