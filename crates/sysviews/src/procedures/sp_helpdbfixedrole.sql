-- relational-databases/system-stored-procedures/sp-helpdbfixedrole-transact-sql.md
CREATE PROCEDURE sys.sp_helpdbfixedrole @rolename sysname = NULL
AS
SET NOCOUNT ON;
IF @rolename IS NOT NULL AND NOT EXISTS (SELECT * FROM sys.database_principals WHERE is_fixed_role = 1 AND name = @rolename)
BEGIN
    RAISERROR(15412, 11, 1, @rolename);
    RETURN 1;
END;
SELECT CAST(p.name AS sysname) AS DbFixedRole, CAST(d.description AS nvarchar(70)) AS Description
FROM (VALUES (N'db_owner', N'Database owners'), (N'db_accessadmin', N'Database access administrators'),
             (N'db_securityadmin', N'Database security administrators'), (N'db_ddladmin', N'Database DDL administrators'),
             (N'db_backupoperator', N'Database backup operators'), (N'db_datareader', N'Database data readers'),
             (N'db_datawriter', N'Database data writers'), (N'db_denydatareader', N'Database deny data readers'),
             (N'db_denydatawriter', N'Database deny data writers')) AS d(name, description)
JOIN sys.database_principals AS p ON p.name = d.name
WHERE @rolename IS NULL OR p.name = @rolename ORDER BY p.principal_id;
RETURN 0;
