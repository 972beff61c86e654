-- relational-databases/system-stored-procedures/sp-password-transact-sql.md
CREATE PROCEDURE sys.sp_password @old sysname = NULL, @new sysname, @loginame sysname = NULL
AS
SET NOCOUNT ON;
IF @@TRANCOUNT > 0
BEGIN
    RAISERROR(15002, 16, 1, N'sys.sp_password');
    RETURN 1;
END;
DECLARE @text nvarchar(max) = N'ALTER LOGIN ' + QUOTENAME(ISNULL(@loginame, SUSER_SNAME())) + N' WITH PASSWORD = N''' + REPLACE(ISNULL(@new, N''), N'''', N'''''') + N'''';
IF @old IS NOT NULL SET @text = @text + N' OLD_PASSWORD = N''' + REPLACE(@old, N'''', N'''''') + N'''';
EXEC(@text);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
