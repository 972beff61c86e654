-- relational-databases/system-stored-procedures/sp-column-privileges-transact-sql.md: the owner's privileges and all grants.
CREATE PROCEDURE sys.sp_column_privileges @table_name sysname, @table_owner sysname = NULL, @table_qualifier sysname = NULL, @column_name nvarchar(384) = NULL
AS
SET NOCOUNT ON;
IF @table_qualifier <> DB_NAME()
BEGIN
    RAISERROR(15250, 16, 1);
    RETURN 1;
END;
IF @table_owner IS NULL SET @table_owner = CASE WHEN OBJECT_ID(QUOTENAME(SCHEMA_NAME()) + N'.' + QUOTENAME(@table_name)) IS NULL THEN N'dbo' ELSE SCHEMA_NAME() END;
WITH columns AS
(
    SELECT o.object_id, c.column_id, c.name, o.name AS table_name, s.name AS owner, s.principal_id
    FROM sys.columns AS c JOIN sys.objects AS o ON o.object_id = c.object_id JOIN sys.schemas AS s ON s.schema_id = o.schema_id
    WHERE o.name = @table_name AND s.name = @table_owner AND c.name LIKE ISNULL(@column_name, N'%')
),
privileges AS
(
    SELECT c.owner, c.table_name, c.name, u.name AS grantor, u.name AS grantee, CAST(p.privilege AS nvarchar(128)) AS privilege, 'YES' AS is_grantable
    FROM columns AS c JOIN sys.database_principals AS u ON u.principal_id = c.principal_id
         CROSS JOIN (VALUES ('SELECT'), ('INSERT'), ('UPDATE'), ('REFERENCES')) AS p(privilege)
    UNION
    SELECT c.owner, c.table_name, c.name, r.name, e.name, d.permission_name, CASE d.state WHEN 'W' THEN 'YES' ELSE 'NO' END
    FROM columns AS c JOIN sys.database_permissions AS d ON d.class = 1 AND d.major_id = c.object_id AND d.minor_id IN (0, c.column_id)
         JOIN sys.database_principals AS r ON r.principal_id = d.grantor_principal_id
         JOIN sys.database_principals AS e ON e.principal_id = d.grantee_principal_id
    WHERE d.state IN ('G', 'W') AND d.permission_name IN ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES')
)
SELECT DB_NAME() AS TABLE_QUALIFIER, owner AS TABLE_OWNER, table_name AS TABLE_NAME, name AS COLUMN_NAME, CAST(grantor AS sysname) AS GRANTOR,
       CAST(grantee AS sysname) AS GRANTEE, CAST(privilege AS varchar(32)) AS PRIVILEGE, CAST(is_grantable AS varchar(3)) AS IS_GRANTABLE
FROM privileges ORDER BY TABLE_QUALIFIER, TABLE_OWNER, TABLE_NAME, COLUMN_NAME, PRIVILEGE, GRANTOR, GRANTEE;
RETURN 0;
