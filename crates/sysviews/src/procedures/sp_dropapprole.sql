-- relational-databases/system-stored-procedures/sp-dropapprole-transact-sql.md. The schema that sp_addapprole made goes with the
-- role if it is empty.
CREATE PROCEDURE sys.sp_dropapprole @rolename sysname
AS
SET NOCOUNT ON;
IF @@TRANCOUNT > 0
BEGIN
    RAISERROR(15002, 16, 1, N'sys.sp_dropapprole');
    RETURN 1;
END;
IF @rolename IS NULL
BEGIN
    RAISERROR(15004, 16, 1);
    RETURN 1;
END;
DECLARE @name nvarchar(258) = QUOTENAME(@rolename);
DECLARE @role nvarchar(max) = N'DROP APPLICATION ROLE ' + @name;
DECLARE @schema nvarchar(max) = N'DROP SCHEMA ' + @name;
BEGIN TRANSACTION;
IF EXISTS (SELECT * FROM sys.schemas WHERE name = @rolename AND principal_id = DATABASE_PRINCIPAL_ID(@rolename)
           AND NOT EXISTS (SELECT * FROM sys.objects AS o WHERE o.schema_id = SCHEMA_ID(@rolename)))
    AND EXISTS (SELECT * FROM sys.database_principals WHERE name = @rolename AND type = 'A')
    EXEC(@schema);
IF @@ERROR = 0 EXEC(@role);
IF @@ERROR <> 0
BEGIN
    IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION;
    RETURN 1;
END;
COMMIT TRANSACTION;
RETURN 0;
