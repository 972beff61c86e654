-- relational-databases/system-stored-procedures/sp-addrole-transact-sql.md
CREATE PROCEDURE sys.sp_addrole @rolename sysname, @ownername sysname = NULL
AS
SET NOCOUNT ON;
IF @@TRANCOUNT > 0
BEGIN
    RAISERROR(15002, 16, 1, N'sys.sp_addrole');
    RETURN 1;
END;
IF @rolename IS NULL
BEGIN
    RAISERROR(15004, 16, 1);
    RETURN 1;
END;
DECLARE @text nvarchar(max) = N'CREATE ROLE ' + QUOTENAME(@rolename) + ISNULL(N' AUTHORIZATION ' + QUOTENAME(@ownername), N'');
EXEC(@text);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
