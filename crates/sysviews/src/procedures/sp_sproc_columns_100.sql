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
-- The parameters of the system's procedures are described if the pattern finds one.
DECLARE @system bit = CASE WHEN EXISTS (SELECT * FROM sys.system_objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id
                                        WHERE ((@fUsePattern = 1 AND o.name LIKE @procedure_name) OR o.name = @procedure_name)
                                              AND s.name LIKE ISNULL(@procedure_owner, N'%')) THEN 1 ELSE 0 END;
SELECT DB_NAME() AS PROCEDURE_QUALIFIER, s.name AS PROCEDURE_OWNER,
       CAST(o.name + CASE WHEN o.type IN ('P', 'X') THEN N';1' ELSE N';0' END AS nvarchar(134)) AS PROCEDURE_NAME,
       p.name AS COLUMN_NAME, CAST(CASE WHEN p.parameter_id = 0 THEN 5 WHEN p.is_output = 1 THEN 2 ELSE 1 END AS smallint) AS COLUMN_TYPE,
       v.DATA_TYPE, t.name AS TYPE_NAME, v.PRECISION, v.LENGTH, v.SCALE, v.RADIX, v.NULLABLE, CAST(NULL AS varchar(254)) AS REMARKS,
       CAST(NULL AS nvarchar(4000)) AS COLUMN_DEF, v.SQL_DATA_TYPE, v.SQL_DATETIME_SUB, v.CHAR_OCTET_LENGTH, p.parameter_id AS ORDINAL_POSITION, v.IS_NULLABLE,
       CASE p.system_type_id WHEN 243 THEN DB_NAME() END AS SS_TYPE_CATALOG_NAME, CASE p.system_type_id WHEN 243 THEN u.name END AS SS_TYPE_SCHEMA_NAME,
       CAST(NULL AS sysname) AS SS_UDT_CATALOG_NAME, CAST(NULL AS sysname) AS SS_UDT_SCHEMA_NAME, CAST(NULL AS nvarchar(4000)) AS SS_UDT_ASSEMBLY_TYPE_NAME,
       CAST(NULL AS sysname) AS SS_XML_SCHEMACOLLECTION_CATALOG_NAME, CAST(NULL AS sysname) AS SS_XML_SCHEMACOLLECTION_SCHEMA_NAME,
       CAST(NULL AS sysname) AS SS_XML_SCHEMACOLLECTION_NAME,
       v.SS_DATA_TYPE
FROM (SELECT object_id, CASE parameter_id WHEN 0 THEN N'@RETURN_VALUE' ELSE name END AS name, parameter_id, system_type_id, user_type_id, is_output FROM sys.all_parameters
      UNION ALL
      SELECT object_id, N'@RETURN_VALUE', 0, 56, 56, 1 FROM sys.all_objects WHERE type IN ('P', 'X')) AS p
     JOIN sys.all_objects AS o ON o.object_id = p.object_id JOIN sys.schemas AS s ON s.schema_id = o.schema_id
     JOIN sys.types AS t ON t.user_type_id = p.user_type_id JOIN sys.schemas AS u ON u.schema_id = t.schema_id
     JOIN sys.spt_odbc_columns(1, CASE WHEN @ODBCVer > 2 THEN 3 ELSE 2 END, @system) AS v
          ON v.object_id = p.object_id AND v.is_parameter = 1 AND v.place = p.parameter_id
WHERE ((@fUsePattern = 1 AND o.name LIKE @procedure_name) OR o.name = @procedure_name) AND s.name LIKE ISNULL(@procedure_owner, N'%')
      AND p.name LIKE ISNULL(@column_name, N'%')
ORDER BY PROCEDURE_OWNER, PROCEDURE_NAME, ORDINAL_POSITION;
RETURN 0;
