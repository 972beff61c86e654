-- relational-databases/system-stored-procedures/sp-table-privileges-transact-sql.md: the owner's privileges and all grants.
CREATE PROCEDURE sys.sp_table_privileges @table_name nvarchar(384), @table_owner nvarchar(384) = NULL, @table_qualifier sysname = NULL, @fUsePattern bit = 1
AS
SET NOCOUNT ON;
IF @table_qualifier <> DB_NAME()
BEGIN
    RAISERROR(15250, 16, 1);
    RETURN 1;
END;
WITH tables AS
(
    SELECT o.object_id, o.name, s.name AS owner, s.principal_id FROM sys.objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id
    WHERE o.type IN ('U', 'V')
          AND ((@fUsePattern = 1 AND o.name LIKE @table_name AND s.name LIKE ISNULL(@table_owner, N'%')) OR (@fUsePattern = 0 AND o.name = @table_name AND s.name = ISNULL(@table_owner, s.name)))
),
privileges AS
(
    SELECT t.owner, t.name, u.name AS grantor, u.name AS grantee, CAST(p.privilege AS nvarchar(128)) AS privilege, 'YES' AS is_grantable
    FROM tables AS t JOIN sys.database_principals AS u ON u.principal_id = t.principal_id
         CROSS JOIN (VALUES ('SELECT'), ('INSERT'), ('UPDATE'), ('DELETE'), ('REFERENCES')) AS p(privilege)
    UNION
    SELECT t.owner, t.name, r.name, e.name, d.permission_name, CASE d.state WHEN 'W' THEN 'YES' ELSE 'NO' END
    FROM tables AS t JOIN sys.database_permissions AS d ON d.class = 1 AND d.major_id = t.object_id
         JOIN sys.database_principals AS r ON r.principal_id = d.grantor_principal_id
         JOIN sys.database_principals AS e ON e.principal_id = d.grantee_principal_id
    WHERE d.state IN ('G', 'W') AND d.permission_name IN ('SELECT', 'INSERT', 'UPDATE', 'DELETE', 'REFERENCES')
)
SELECT DB_NAME() AS TABLE_QUALIFIER, owner AS TABLE_OWNER, name AS TABLE_NAME, CAST(grantor AS sysname) AS GRANTOR, CAST(grantee AS sysname) AS GRANTEE,
       CAST(privilege AS varchar(32)) AS PRIVILEGE, CAST(is_grantable AS varchar(3)) AS IS_GRANTABLE
FROM privileges ORDER BY TABLE_QUALIFIER, TABLE_OWNER, TABLE_NAME, PRIVILEGE, GRANTOR, GRANTEE;
RETURN 0;
