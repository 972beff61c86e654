-- relational-databases/system-stored-procedures/sp-addapprole-transact-sql.md. The role owns a new schema of its name.
CREATE PROCEDURE sys.sp_addapprole @rolename sysname, @password sysname
AS
SET NOCOUNT ON;
IF @@TRANCOUNT > 0
BEGIN
    RAISERROR(15002, 16, 1, N'sys.sp_addapprole');
    RETURN 1;
END;
IF @rolename IS NULL
BEGIN
    RAISERROR(15004, 16, 1);
    RETURN 1;
END;
IF @password IS NULL
BEGIN
    RAISERROR(15034, 16, 1);
    RETURN 1;
END;
IF SCHEMA_ID(@rolename) IS NOT NULL
BEGIN
    RAISERROR(15023, 16, 1, @rolename);
    RETURN 1;
END;
DECLARE @name nvarchar(258) = QUOTENAME(@rolename);
DECLARE @role nvarchar(max) = N'CREATE APPLICATION ROLE ' + @name + N' WITH PASSWORD = N''' + REPLACE(@password, N'''', N'''''') + N''', DEFAULT_SCHEMA = ' + @name;
DECLARE @schema nvarchar(max) = N'CREATE SCHEMA ' + @name + N' AUTHORIZATION ' + @name;
BEGIN TRANSACTION;
EXEC(@role);
IF @@ERROR = 0 EXEC(@schema);
IF @@ERROR <> 0
BEGIN
    IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION;
    RETURN 1;
END;
COMMIT TRANSACTION;
RETURN 0;
