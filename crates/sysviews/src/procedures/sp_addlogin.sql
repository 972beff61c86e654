-- relational-databases/system-stored-procedures/sp-addlogin-transact-sql.md
CREATE PROCEDURE sys.sp_addlogin @loginame sysname, @passwd sysname = NULL, @defdb sysname = N'master', @deflanguage sysname = NULL, @sid varbinary(16) = NULL, @encryptopt varchar(20) = NULL
AS
SET NOCOUNT ON;
IF @@TRANCOUNT > 0
BEGIN
    RAISERROR(15002, 16, 1, N'sys.sp_addlogin');
    RETURN 1;
END;
IF @loginame IS NULL
BEGIN
    RAISERROR(15004, 16, 1);
    RETURN 1;
END;
IF @encryptopt IS NOT NULL AND @encryptopt <> 'skip_encryption'
BEGIN
    RAISERROR(40517, 16, 1, N'sp_addlogin with another @encryptopt than skip_encryption');
    RETURN 1;
END;
IF @sid IS NOT NULL AND DATALENGTH(@sid) <> 16
BEGIN
    RAISERROR(15419, 16, 1);
    RETURN 1;
END;
DECLARE @text nvarchar(max) = N'CREATE LOGIN ' + QUOTENAME(@loginame) + N' WITH PASSWORD = ';
IF @encryptopt IS NULL
    SET @text = @text + N'N''' + REPLACE(ISNULL(@passwd, N''), N'''', N'''''') + N'''';
ELSE
    SET @text = @text + CONVERT(nvarchar(520), CONVERT(varbinary(256), @passwd), 1) + N' HASHED';
IF @defdb IS NOT NULL SET @text = @text + N', DEFAULT_DATABASE = ' + QUOTENAME(@defdb);
IF @deflanguage IS NOT NULL SET @text = @text + N', DEFAULT_LANGUAGE = ' + QUOTENAME(@deflanguage);
IF @sid IS NOT NULL SET @text = @text + N', SID = ' + CONVERT(nvarchar(40), @sid, 1);
EXEC(@text);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
