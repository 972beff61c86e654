-- relational-databases/system-stored-procedures/sp-defaultlanguage-transact-sql.md. The server's default language is us_english.
CREATE PROCEDURE sys.sp_defaultlanguage @loginame sysname, @language sysname = NULL
AS
SET NOCOUNT ON;
IF @@TRANCOUNT > 0
BEGIN
    RAISERROR(15002, 16, 1, N'sys.sp_defaultlanguage');
    RETURN 1;
END;
IF NOT EXISTS (SELECT * FROM sys.server_principals WHERE type = 'S' AND name = @loginame)
BEGIN
    RAISERROR(15007, 16, 1, @loginame);
    RETURN 1;
END;
DECLARE @text nvarchar(max) = N'ALTER LOGIN ' + QUOTENAME(@loginame) + N' WITH DEFAULT_LANGUAGE = ' + QUOTENAME(ISNULL(@language, N'us_english'));
EXEC(@text);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
