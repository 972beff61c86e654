-- relational-databases/system-stored-procedures/sp-droplogin-transact-sql.md
CREATE PROCEDURE sys.sp_droplogin @loginame sysname
AS
SET NOCOUNT ON;
IF @@TRANCOUNT > 0
BEGIN
    RAISERROR(15002, 16, 1, N'sys.sp_droplogin');
    RETURN 1;
END;
IF @loginame IS NULL
BEGIN
    RAISERROR(15004, 16, 1);
    RETURN 1;
END;
DECLARE @text nvarchar(max) = N'DROP LOGIN ' + QUOTENAME(@loginame);
EXEC(@text);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
