-- relational-databases/system-stored-procedures/sp-column-privileges-transact-sql.md. Shows every privilege as granted by the owner to itself.
CREATE PROCEDURE sys.sp_column_privileges @table_name sysname, @table_owner sysname = NULL, @table_qualifier sysname = NULL, @column_name nvarchar(384) = NULL
AS
SET NOCOUNT ON;
IF @table_qualifier <> DB_NAME()
BEGIN
    RAISERROR(15250, 16, 1);
    RETURN 1;
END;
SELECT DB_NAME() AS TABLE_QUALIFIER, s.name AS TABLE_OWNER, o.name AS TABLE_NAME, c.name AS COLUMN_NAME, CAST(N'dbo' AS sysname) AS GRANTOR,
       CAST(N'dbo' AS sysname) AS GRANTEE, CAST(p.privilege AS varchar(32)) AS PRIVILEGE, CAST('YES' AS varchar(3)) AS IS_GRANTABLE
FROM sys.columns AS c JOIN sys.objects AS o ON o.object_id = c.object_id JOIN sys.schemas AS s ON s.schema_id = o.schema_id
     CROSS JOIN (VALUES ('SELECT'), ('INSERT'), ('UPDATE'), ('REFERENCES')) AS p(privilege)
WHERE o.name = @table_name AND s.name = ISNULL(@table_owner, SCHEMA_NAME()) AND c.name LIKE ISNULL(@column_name, N'%')
ORDER BY TABLE_QUALIFIER, TABLE_OWNER, TABLE_NAME, COLUMN_NAME, PRIVILEGE;
RETURN 0;
