-- relational-databases/system-stored-procedures/sp-tables-transact-sql.md. The lists of databases, owners and table types are those of
-- odbc/reference/syntax/sqltables-function.md: % for one part, and empty strings for the others.
CREATE PROCEDURE sys.sp_tables @table_name nvarchar(384) = NULL, @table_owner nvarchar(384) = NULL, @table_qualifier sysname = NULL,
    @table_type varchar(100) = NULL, @fUsePattern bit = 1
AS
SET NOCOUNT ON;
IF @table_qualifier = N'%' AND DATALENGTH(@table_owner) = 0 AND DATALENGTH(@table_name) = 0
BEGIN
    SELECT name AS TABLE_QUALIFIER, CAST(NULL AS sysname) AS TABLE_OWNER, CAST(NULL AS sysname) AS TABLE_NAME, CAST(NULL AS varchar(32)) AS TABLE_TYPE,
           CAST(NULL AS varchar(254)) AS REMARKS
    FROM sys.databases WHERE HAS_DBACCESS(name) = 1 ORDER BY name;
    RETURN 0;
END;
IF @table_owner = N'%' AND DATALENGTH(@table_qualifier) = 0 AND DATALENGTH(@table_name) = 0
BEGIN
    SELECT CAST(NULL AS sysname) AS TABLE_QUALIFIER, name AS TABLE_OWNER, CAST(NULL AS sysname) AS TABLE_NAME, CAST(NULL AS varchar(32)) AS TABLE_TYPE,
           CAST(NULL AS varchar(254)) AS REMARKS
    FROM sys.schemas ORDER BY name;
    RETURN 0;
END;
IF @table_type = '%' AND DATALENGTH(@table_qualifier) = 0 AND DATALENGTH(@table_owner) = 0 AND DATALENGTH(@table_name) = 0
BEGIN
    SELECT CAST(NULL AS sysname) AS TABLE_QUALIFIER, CAST(NULL AS sysname) AS TABLE_OWNER, CAST(NULL AS sysname) AS TABLE_NAME,
           CAST(t.type AS varchar(32)) AS TABLE_TYPE, CAST(NULL AS varchar(254)) AS REMARKS
    FROM (VALUES ('SYSTEM TABLE'), ('TABLE'), ('VIEW')) AS t(type) ORDER BY t.type;
    RETURN 0;
END;
IF @table_qualifier <> DB_NAME()
BEGIN
    RAISERROR(15250, 16, 1);
    RETURN 1;
END;
-- Without an owner, a name without wildcards means the object of the current schema, else the one of dbo.
IF @table_owner IS NULL AND (@fUsePattern = 0 OR @table_name NOT LIKE N'%[%_[]%')
    SET @table_owner = (SELECT TOP (1) SCHEMA_NAME(schema_id) FROM sys.objects
                 WHERE name = @table_name AND schema_id IN (SCHEMA_ID(), 1) AND type IN ('U', 'V') ORDER BY CASE schema_id WHEN 1 THEN 1 ELSE 0 END);
SELECT DB_NAME() AS TABLE_QUALIFIER, s.name AS TABLE_OWNER, o.name AS TABLE_NAME,
       CAST(CASE o.type WHEN 'U' THEN 'TABLE' WHEN 'V' THEN 'VIEW' ELSE 'SYSTEM TABLE' END AS varchar(32)) AS TABLE_TYPE,
       CAST(NULL AS varchar(254)) AS REMARKS
FROM sys.all_objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id
WHERE o.type IN ('U', 'V', 'S')
      AND (@table_name IS NULL OR (@fUsePattern = 1 AND o.name LIKE @table_name) OR o.name = @table_name)
      AND (@table_owner IS NULL OR (@fUsePattern = 1 AND s.name LIKE @table_owner) OR s.name = @table_owner)
      AND (@table_type IS NULL OR CHARINDEX('''' + CASE o.type WHEN 'U' THEN 'TABLE' WHEN 'V' THEN 'VIEW' ELSE 'SYSTEM TABLE' END + '''', UPPER(@table_type)) > 0)
ORDER BY TABLE_TYPE, TABLE_QUALIFIER, TABLE_OWNER, TABLE_NAME;
RETURN 0;
