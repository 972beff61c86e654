-- relational-databases/system-stored-procedures/sp-droprole-transact-sql.md
CREATE PROCEDURE sys.sp_droprole @rolename sysname
AS
SET NOCOUNT ON;
IF @@TRANCOUNT > 0
BEGIN
    RAISERROR(15002, 16, 1, N'sys.sp_droprole');
    RETURN 1;
END;
IF @rolename IS NULL
BEGIN
    RAISERROR(15004, 16, 1);
    RETURN 1;
END;
DECLARE @text nvarchar(max) = N'DROP ROLE ' + QUOTENAME(@rolename);
EXEC(@text);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
