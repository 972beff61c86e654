-- relational-databases/system-stored-procedures/sp-change-users-login-transact-sql.md, and messages 15286 to 15295 of
-- relational-databases/errors-events/database-engine-events-and-errors.md.
CREATE PROCEDURE sys.sp_change_users_login @Action varchar(10), @UserNamePattern sysname = NULL, @LoginName sysname = NULL, @Password sysname = NULL
AS
SET NOCOUNT ON;
IF LOWER(@LoginName) = N'sa'
BEGIN
    RAISERROR(15287, 16, 1, @LoginName);
    RETURN 1;
END;
IF LOWER(@UserNamePattern) IN (N'dbo', N'guest', N'sys', N'information_schema')
BEGIN
    RAISERROR(15287, 16, 1, @UserNamePattern);
    RETURN 1;
END;
IF @Action IS NULL OR UPPER(@Action) = 'REPORT' AND COALESCE(@UserNamePattern, @LoginName, @Password) IS NOT NULL
   OR UPPER(@Action) = 'UPDATE_ONE' AND (@UserNamePattern IS NULL OR @LoginName IS NULL)
   OR UPPER(@Action) = 'AUTO_FIX' AND (@UserNamePattern IS NULL OR @LoginName IS NOT NULL)
BEGIN
    RAISERROR(15600, 15, 1, N'sys.sp_change_users_login');
    RETURN 1;
END;
IF UPPER(@Action) NOT IN ('REPORT', 'UPDATE_ONE', 'AUTO_FIX')
BEGIN
    RAISERROR(15286, 16, 1, @Action);
    RETURN 1;
END;
IF UPPER(@Action) = 'REPORT'
BEGIN
    SELECT u.name AS UserName, u.sid AS UserSID
    FROM sys.database_principals AS u
    WHERE u.type = 'S' AND u.authentication_type = 1 AND u.principal_id > 4 AND NOT EXISTS (SELECT * FROM sys.server_principals AS l WHERE l.sid = u.sid)
    ORDER BY u.name;
    RETURN 0;
END;
IF @@TRANCOUNT > 0
BEGIN
    RAISERROR(15289, 16, 1);
    RETURN 1;
END;
IF NOT EXISTS (SELECT * FROM sys.database_principals WHERE type = 'S' AND authentication_type = 1 AND name = @UserNamePattern)
BEGIN
    RAISERROR(15291, 16, 1, N'User', @UserNamePattern);
    RETURN 1;
END;
DECLARE @text nvarchar(max), @fixed int = 0, @added int = 0;
IF UPPER(@Action) = 'UPDATE_ONE'
BEGIN
    IF NOT EXISTS (SELECT * FROM sys.server_principals WHERE type = 'S' AND name = @LoginName)
    BEGIN
        RAISERROR(15600, 15, 1, N'sys.sp_change_users_login');
        RETURN 1;
    END;
    SET @text = N'ALTER USER ' + QUOTENAME(@UserNamePattern) + N' WITH LOGIN = ' + QUOTENAME(@LoginName);
    EXEC(@text);
    IF @@ERROR <> 0 RETURN 1;
    RETURN 0;
END;
IF EXISTS (SELECT * FROM sys.server_principals WHERE type = 'S' AND name = @UserNamePattern)
BEGIN
    RAISERROR(15292, 10, 1, @UserNamePattern);
    SET @fixed = 1;
END;
ELSE
BEGIN
    IF @Password IS NULL
    BEGIN
        RAISERROR(15600, 15, 1, N'sys.sp_change_users_login');
        RETURN 1;
    END;
    RAISERROR(15293, 10, 1, @UserNamePattern);
    SET @text = N'CREATE LOGIN ' + QUOTENAME(@UserNamePattern) + N' WITH PASSWORD = N''' + REPLACE(@Password, N'''', N'''''') + N'''';
    EXEC(@text);
    IF @@ERROR <> 0 RETURN 1;
    SET @added = 1;
END;
SET @text = N'ALTER USER ' + QUOTENAME(@UserNamePattern) + N' WITH LOGIN = ' + QUOTENAME(@UserNamePattern);
EXEC(@text);
IF @@ERROR <> 0 RETURN 1;
RAISERROR(15295, 10, 1, @fixed);
RAISERROR(15294, 10, 1, @added);
RETURN 0;
