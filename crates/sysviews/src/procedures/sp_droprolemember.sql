-- relational-databases/system-stored-procedures/sp-droprolemember-transact-sql.md
CREATE PROCEDURE sys.sp_droprolemember @rolename sysname, @membername sysname
AS
SET NOCOUNT ON;
IF @rolename IS NULL OR @membername IS NULL
BEGIN
    RAISERROR(15004, 16, 1);
    RETURN 1;
END;
IF NOT EXISTS (SELECT * FROM sys.database_principals WHERE name = @membername)
BEGIN
    RAISERROR(15410, 11, 1, @membername);
    RETURN 1;
END;
DECLARE @text nvarchar(max) = N'ALTER ROLE ' + QUOTENAME(@rolename) + N' DROP MEMBER ' + QUOTENAME(@membername);
EXEC(@text);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
