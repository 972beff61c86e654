-- relational-databases/system-stored-procedures/sp-dropsrvrolemember-transact-sql.md
CREATE PROCEDURE sys.sp_dropsrvrolemember @loginame sysname, @rolename sysname
AS
SET NOCOUNT ON;
IF @@TRANCOUNT > 0
BEGIN
    RAISERROR(15002, 16, 1, N'sys.sp_dropsrvrolemember');
    RETURN 1;
END;
IF @loginame IS NULL OR @rolename IS NULL
BEGIN
    RAISERROR(15004, 16, 1);
    RETURN 1;
END;
IF NOT EXISTS (SELECT * FROM sys.server_principals WHERE type = 'S' AND name = @loginame)
BEGIN
    RAISERROR(15007, 16, 1, @loginame);
    RETURN 1;
END;
DECLARE @text nvarchar(max) = N'ALTER SERVER ROLE ' + QUOTENAME(@rolename) + N' DROP MEMBER ' + QUOTENAME(@loginame);
EXEC(@text);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
