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
FROM (VALUES (N'db_owner', N'DB Owners'), (N'db_accessadmin', N'DB Access Administrators'),
             (N'db_securityadmin', N'DB Security Administrators'), (N'db_ddladmin', N'DB DDL Administrators'),
             (N'db_backupoperator', N'DB Backup Operator'), (N'db_datareader', N'DB Data Reader'),
             (N'db_datawriter', N'DB Data Writer'), (N'db_denydatareader', N'DB Deny Data Reader'),
             (N'db_denydatawriter', N'DB Deny Data Writer')) AS d(name, description)
JOIN sys.database_principals AS p ON p.name = d.name
WHERE @rolename IS NULL OR p.name = @rolename ORDER BY p.principal_id;
RETURN 0;
