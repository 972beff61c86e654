-- relational-databases/system-stored-procedures/sp-helpuser-transact-sql.md. There are no aliases of users.
CREATE PROCEDURE sys.sp_helpuser @name_in_db sysname = NULL
AS
SET NOCOUNT ON;
DECLARE @type char(1) = (SELECT type FROM sys.database_principals WHERE name = @name_in_db);
IF @name_in_db IS NOT NULL AND @type IS NULL
BEGIN
    RAISERROR(15198, 16, 1, @name_in_db);
    RETURN 1;
END;
IF @type = 'R'
BEGIN
    SELECT r.name AS Role_name, CAST(r.principal_id AS smallint) AS Role_id, u.name AS Users_in_role, CAST(u.principal_id AS smallint) AS Userid
    FROM sys.database_role_members AS m JOIN sys.database_principals AS r ON r.principal_id = m.role_principal_id
    JOIN sys.database_principals AS u ON u.principal_id = m.member_principal_id
    WHERE r.name = @name_in_db ORDER BY u.name;
    RETURN 0;
END;
SELECT u.name AS UserName, ISNULL(r.name, N'public') AS RoleName, l.name AS LoginName, l.default_database_name AS DefDBName,
       u.default_schema_name AS DefSchemaName, CAST(u.principal_id AS smallint) AS UserID, u.sid AS SID
FROM sys.database_principals AS u
LEFT JOIN sys.database_role_members AS m ON m.member_principal_id = u.principal_id
LEFT JOIN sys.database_principals AS r ON r.principal_id = m.role_principal_id
LEFT JOIN sys.server_principals AS l ON l.sid = u.sid
WHERE u.type <> 'R' AND (@name_in_db IS NULL OR u.name = @name_in_db) ORDER BY u.name, r.name;
RETURN 0;
