-- relational-databases/system-stored-procedures/sp-delete-alert-transact-sql.md
CREATE PROCEDURE dbo.sp_delete_alert @name sysname
AS
SET NOCOUNT ON;
DECLARE @id int;
SELECT @id = id FROM dbo.sysalerts WHERE name = @name;
IF @id IS NULL
BEGIN
    RAISERROR(14262, 16, 1, N'@name', @name);
    RETURN 1;
END;
BEGIN TRANSACTION;
DELETE dbo.sysnotifications WHERE alert_id = @id;
DELETE dbo.sysalerts WHERE id = @id;
COMMIT TRANSACTION;
RETURN 0;
