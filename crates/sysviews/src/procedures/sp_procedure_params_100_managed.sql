-- Read by .NET's SqlClient (SqlCommandBuilder.DeriveParameters): a row for the return status and one per parameter. MANAGED_DATA_TYPE is
-- the System.Data.SqlDbType number, PARAMETER_TYPE that of OLE DB (1 input, 2 input/output, 4 return value). The length of a max type is 0.
CREATE PROCEDURE sys.sp_procedure_params_100_managed @procedure_name sysname, @group_number int = 1, @procedure_schema sysname = NULL, @parameter_name sysname = NULL
AS
SET NOCOUNT ON;
DECLARE @id int = OBJECT_ID(ISNULL(QUOTENAME(@procedure_schema) + N'.', N'') + QUOTENAME(@procedure_name));
SELECT DB_NAME() AS PROCEDURE_CATALOG, s.name AS PROCEDURE_SCHEMA, o.name AS PROCEDURE_NAME, p.name AS PARAMETER_NAME,
       CAST(p.parameter_id AS smallint) AS ORDINAL_POSITION,
       CAST(CASE WHEN p.parameter_id = 0 THEN 4 WHEN p.is_output = 1 THEN 2 ELSE 1 END AS smallint) AS PARAMETER_TYPE,
       p.is_nullable AS IS_NULLABLE,
       CAST(CASE p.system_type_id WHEN 127 THEN 0 WHEN 173 THEN 1 WHEN 104 THEN 2 WHEN 175 THEN 3 WHEN 61 THEN 4 WHEN 106 THEN 5 WHEN 108 THEN 5 WHEN 62 THEN 6
                 WHEN 56 THEN 8 WHEN 60 THEN 9 WHEN 239 THEN 10 WHEN 231 THEN 12 WHEN 59 THEN 13 WHEN 36 THEN 14 WHEN 58 THEN 15 WHEN 52 THEN 16
                 WHEN 122 THEN 17 WHEN 189 THEN 19 WHEN 48 THEN 20 WHEN 165 THEN 21 WHEN 167 THEN 22 WHEN 98 THEN 23 WHEN 241 THEN 25
                 WHEN 243 THEN 30 WHEN 40 THEN 31 WHEN 41 THEN 32 WHEN 42 THEN 33 WHEN 43 THEN 34 END AS smallint) AS MANAGED_DATA_TYPE,
       CAST(CASE WHEN p.system_type_id NOT IN (165, 167, 173, 175, 231, 239) THEN NULL WHEN p.max_length = -1 THEN 0
                 WHEN p.system_type_id IN (231, 239) THEN p.max_length / 2 ELSE p.max_length END AS int) AS CHARACTER_MAXIMUM_LENGTH,
       CAST(CASE WHEN p.system_type_id NOT IN (165, 167, 173, 175, 231, 239) THEN NULL WHEN p.max_length = -1 THEN 0
                 ELSE p.max_length END AS int) AS CHARACTER_OCTET_LENGTH,
       CAST(CASE WHEN p.system_type_id IN (48, 52, 56, 59, 60, 62, 106, 108, 122, 127) THEN p.precision END AS smallint) AS NUMERIC_PRECISION,
       CAST(CASE WHEN p.system_type_id IN (106, 108) THEN p.scale END AS smallint) AS NUMERIC_SCALE,
       t.name AS TYPE_NAME,
       CASE p.system_type_id WHEN 243 THEN DB_NAME() END AS TYPE_CATALOG_NAME, CASE p.system_type_id WHEN 243 THEN u.name END AS TYPE_SCHEMA_NAME,
       CAST(NULL AS sysname) AS XML_CATALOGNAME, CAST(NULL AS sysname) AS XML_SCHEMANAME, CAST(NULL AS sysname) AS XML_SCHEMACOLLECTIONNAME,
       CAST(CASE WHEN p.system_type_id IN (41, 42, 43) THEN p.scale END AS int) AS SS_DATETIME_PRECISION
FROM (SELECT object_id, CASE parameter_id WHEN 0 THEN N'@RETURN_VALUE' ELSE name END AS name, parameter_id, system_type_id, user_type_id, max_length, precision,
             scale, is_output, is_nullable
      FROM sys.parameters
      UNION ALL
      SELECT object_id, N'@RETURN_VALUE', 0, 56, 56, 4, 10, 0, 1, 0 FROM sys.procedures) AS p
     JOIN sys.objects AS o ON o.object_id = p.object_id JOIN sys.schemas AS s ON s.schema_id = o.schema_id
     JOIN sys.types AS t ON t.user_type_id = p.user_type_id JOIN sys.schemas AS u ON u.schema_id = t.schema_id
WHERE o.object_id = @id AND @group_number = 1 AND (@parameter_name IS NULL OR p.name = @parameter_name)
ORDER BY p.parameter_id;
RETURN 0;
