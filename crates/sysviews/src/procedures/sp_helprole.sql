-- relational-databases/system-stored-procedures/sp-helprole-transact-sql.md
CREATE PROCEDURE sys.sp_helprole @rolename sysname = NULL
AS
SET NOCOUNT ON;
IF @rolename IS NOT NULL AND NOT EXISTS (SELECT * FROM sys.database_principals WHERE type IN ('R', 'A') AND name = @rolename)
BEGIN
    RAISERROR(15409, 11, 1, @rolename);
    RETURN 1;
END;
SELECT name AS RoleName, CAST(principal_id AS smallint) AS RoleId, CASE type WHEN 'A' THEN 1 ELSE 0 END AS IsAppRole
FROM sys.database_principals WHERE type IN ('R', 'A') AND (@rolename IS NULL OR name = @rolename) ORDER BY principal_id;
RETURN 0;
