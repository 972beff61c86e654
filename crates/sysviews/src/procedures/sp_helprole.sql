-- relational-databases/system-stored-procedures/sp-helprole-transact-sql.md. There are no application roles.
CREATE PROCEDURE sys.sp_helprole @rolename sysname = NULL
AS
SET NOCOUNT ON;
IF @rolename IS NOT NULL AND NOT EXISTS (SELECT * FROM sys.database_principals WHERE type = 'R' AND name = @rolename)
BEGIN
    RAISERROR(15409, 11, 1, @rolename);
    RETURN 1;
END;
SELECT name AS RoleName, CAST(principal_id AS smallint) AS RoleId, 0 AS IsAppRole
FROM sys.database_principals WHERE type = 'R' AND (@rolename IS NULL OR name = @rolename) ORDER BY principal_id;
RETURN 0;
