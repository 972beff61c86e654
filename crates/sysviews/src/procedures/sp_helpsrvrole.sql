-- relational-databases/system-stored-procedures/sp-helpsrvrole-transact-sql.md
CREATE PROCEDURE sys.sp_helpsrvrole @srvrolename sysname = NULL
AS
SET NOCOUNT ON;
IF @srvrolename IS NOT NULL AND NOT EXISTS (SELECT * FROM sys.server_principals WHERE is_fixed_role = 1 AND name = @srvrolename)
BEGIN
    RAISERROR(15412, 11, 1, @srvrolename);
    RETURN 1;
END;
SELECT CAST(p.name AS sysname) AS ServerRole, CAST(d.description AS sysname) AS Description
FROM (VALUES (N'sysadmin', N'System Administrators'), (N'securityadmin', N'Security Administrators'), (N'serveradmin', N'Server Administrators'),
             (N'setupadmin', N'Setup Administrators'), (N'processadmin', N'Process Administrators'), (N'diskadmin', N'Disk Administrators'),
             (N'dbcreator', N'Database Creators'), (N'bulkadmin', N'Bulk Insert Administrators')) AS d(name, description)
JOIN sys.server_principals AS p ON p.name = d.name
WHERE @srvrolename IS NULL OR p.name = @srvrolename ORDER BY p.principal_id;
RETURN 0;
