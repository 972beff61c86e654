-- relational-databases/system-stored-procedures/sp-helpsrvrolemember-transact-sql.md. Everybody sees the members of fixed server roles.
CREATE PROCEDURE sys.sp_helpsrvrolemember @srvrolename sysname = NULL
AS
SET NOCOUNT ON;
IF @srvrolename IS NOT NULL AND NOT EXISTS (SELECT * FROM sys.server_principals WHERE is_fixed_role = 1 AND name = @srvrolename)
BEGIN
    RAISERROR(15412, 11, 1, @srvrolename);
    RETURN 1;
END;
SELECT r.name AS ServerRole, SUSER_NAME(m.member_principal_id) AS MemberName,
       CAST(SUSER_SID(SUSER_NAME(m.member_principal_id)) AS varbinary(85)) AS MemberSID
FROM sys.server_role_members AS m JOIN sys.server_principals AS r ON r.principal_id = m.role_principal_id
WHERE r.is_fixed_role = 1 AND (@srvrolename IS NULL OR r.name = @srvrolename)
ORDER BY r.principal_id, m.member_principal_id;
RETURN 0;
