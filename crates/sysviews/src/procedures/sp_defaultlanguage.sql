-- relational-databases/system-stored-procedures/sp-defaultlanguage-transact-sql.md. The server's default language is us_english.
CREATE PROCEDURE sys.sp_defaultlanguage @loginame sysname, @language sysname = NULL
AS
SET NOCOUNT ON;
IF @@TRANCOUNT > 0
BEGIN
    RAISERROR(15002, 16, 1, N'sys.sp_defaultlanguage');
    RETURN 1;
END;
IF @loginame IS NULL
BEGIN
    RAISERROR(15004, 16, 1);
    RETURN 1;
END;
DECLARE @text nvarchar(max) = N'ALTER LOGIN ' + QUOTENAME(@loginame) + N' WITH DEFAULT_LANGUAGE = ' + QUOTENAME(ISNULL(@language, N'us_english'));
EXEC(@text);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
