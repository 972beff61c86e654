-- relational-databases/system-stored-procedures/sp-approlepassword-transact-sql.md
CREATE PROCEDURE sys.sp_approlepassword @rolename sysname, @newpwd sysname
AS
SET NOCOUNT ON;
IF @@TRANCOUNT > 0
BEGIN
    RAISERROR(15002, 16, 1, N'sys.sp_approlepassword');
    RETURN 1;
END;
IF @rolename IS NULL
BEGIN
    RAISERROR(15004, 16, 1);
    RETURN 1;
END;
IF @newpwd IS NULL
BEGIN
    RAISERROR(15034, 16, 1);
    RETURN 1;
END;
DECLARE @text nvarchar(max) = N'ALTER APPLICATION ROLE ' + QUOTENAME(@rolename) + N' WITH PASSWORD = N''' + REPLACE(@newpwd, N'''', N'''''') + N'''';
EXEC(@text);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
