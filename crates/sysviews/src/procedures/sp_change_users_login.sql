-- relational-databases/system-stored-procedures/sp-change-users-login-transact-sql.md
CREATE PROCEDURE sys.sp_change_users_login @Action varchar(10), @UserNamePattern sysname = NULL, @LoginName sysname = NULL, @Password sysname = NULL
AS
SET NOCOUNT ON;
IF UPPER(@Action) = 'REPORT'
BEGIN
    SELECT u.name AS UserName, u.sid AS UserSID
    FROM sys.database_principals AS u
    WHERE u.type = 'S' AND u.authentication_type = 1 AND u.principal_id > 4 AND NOT EXISTS (SELECT * FROM sys.server_principals AS l WHERE l.sid = u.sid)
    ORDER BY u.name;
    RETURN 0;
END;
IF UPPER(@Action) NOT IN ('UPDATE_ONE', 'AUTO_FIX')
BEGIN
    RAISERROR(15600, 15, 1, N'sys.sp_change_users_login');
    RETURN 1;
END;
IF @@TRANCOUNT > 0
BEGIN
    RAISERROR(15002, 16, 1, N'sys.sp_change_users_login');
    RETURN 1;
END;
IF UPPER(@Action) = 'AUTO_FIX' SET @LoginName = ISNULL(@LoginName, @UserNamePattern);
IF NOT EXISTS (SELECT * FROM sys.database_principals WHERE type = 'S' AND name = @UserNamePattern)
BEGIN
    RAISERROR(15198, 16, 1, @UserNamePattern);
    RETURN 1;
END;
DECLARE @text nvarchar(max);
IF UPPER(@Action) = 'AUTO_FIX' AND SUSER_ID(@LoginName) IS NULL AND @Password IS NOT NULL
BEGIN
    SET @text = N'CREATE LOGIN ' + QUOTENAME(@LoginName) + N' WITH PASSWORD = N' + QUOTENAME(@Password, N'''');
    EXEC(@text);
    IF @@ERROR <> 0 RETURN 1;
END;
SET @text = N'ALTER USER ' + QUOTENAME(@UserNamePattern) + N' WITH LOGIN = ' + QUOTENAME(@LoginName);
EXEC(@text);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
