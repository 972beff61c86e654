-- relational-databases/system-stored-procedures/sp-table-privileges-transact-sql.md. Shows every privilege as granted by the owner to itself.
CREATE PROCEDURE sys.sp_table_privileges @table_name nvarchar(384), @table_owner nvarchar(384) = NULL, @table_qualifier sysname = NULL, @fUsePattern bit = 1
AS
SET NOCOUNT ON;
IF @table_qualifier <> DB_NAME()
BEGIN
    RAISERROR(15250, 16, 1);
    RETURN 1;
END;
SELECT DB_NAME() AS TABLE_QUALIFIER, s.name AS TABLE_OWNER, o.name AS TABLE_NAME, CAST(N'dbo' AS sysname) AS GRANTOR, CAST(N'dbo' AS sysname) AS GRANTEE,
       CAST(p.privilege AS varchar(32)) AS PRIVILEGE, CAST('YES' AS varchar(3)) AS IS_GRANTABLE
FROM sys.objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id
     CROSS JOIN (VALUES ('SELECT'), ('INSERT'), ('UPDATE'), ('DELETE'), ('REFERENCES')) AS p(privilege)
WHERE o.type IN ('U', 'V')
      AND ((@fUsePattern = 1 AND o.name LIKE @table_name AND s.name LIKE ISNULL(@table_owner, N'%')) OR (@fUsePattern = 0 AND o.name = @table_name AND s.name = ISNULL(@table_owner, s.name)))
ORDER BY TABLE_QUALIFIER, TABLE_OWNER, TABLE_NAME, PRIVILEGE;
RETURN 0;
