-- relational-databases/system-stored-procedures/sp-stored-procedures-transact-sql.md
CREATE PROCEDURE sys.sp_stored_procedures @sp_name nvarchar(390) = NULL, @sp_owner nvarchar(384) = NULL, @sp_qualifier sysname = NULL, @fUsePattern bit = 1
AS
SET NOCOUNT ON;
IF @sp_qualifier <> DB_NAME()
BEGIN
    RAISERROR(15250, 16, 1);
    RETURN 1;
END;
-- Without an owner, a name without wildcards means the object of the current schema, else the one of dbo.
IF @sp_owner IS NULL AND (@fUsePattern = 0 OR @sp_name NOT LIKE N'%[%_[]%')
    SET @sp_owner = (SELECT TOP (1) SCHEMA_NAME(schema_id) FROM sys.objects
                 WHERE name = @sp_name AND schema_id IN (SCHEMA_ID(), 1) AND type IN ('P', 'X', 'FN', 'IF', 'TF') ORDER BY CASE schema_id WHEN 1 THEN 1 ELSE 0 END);
SELECT DB_NAME() AS PROCEDURE_QUALIFIER, s.name AS PROCEDURE_OWNER,
       CAST(o.name + CASE WHEN o.type IN ('P', 'X') THEN N';1' ELSE N';0' END AS nvarchar(134)) AS PROCEDURE_NAME,
       -1 AS NUM_INPUT_PARAMS, -1 AS NUM_OUTPUT_PARAMS, -1 AS NUM_RESULT_SETS, CAST(NULL AS varchar(254)) AS REMARKS,
       CAST(2 AS smallint) AS PROCEDURE_TYPE
FROM sys.all_objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id
WHERE o.type IN ('P', 'X', 'FN', 'IF', 'TF')
      AND (@sp_name IS NULL OR (@fUsePattern = 1 AND o.name LIKE @sp_name) OR o.name = @sp_name)
      AND (@sp_owner IS NULL OR (@fUsePattern = 1 AND s.name LIKE @sp_owner) OR s.name = @sp_owner)
ORDER BY PROCEDURE_QUALIFIER, PROCEDURE_OWNER, PROCEDURE_NAME;
RETURN 0;
