-- relational-databases/system-stored-procedures/sp-add-notification-transact-sql.md
CREATE PROCEDURE dbo.sp_add_notification @alert_name sysname, @operator_name sysname, @notification_method tinyint
AS
SET NOCOUNT ON;
DECLARE @status int, @alert int, @operator int;
EXEC @status = dbo.sp_verify_notification @alert_name, @operator_name, @alert OUTPUT, @operator OUTPUT;
IF @status <> 0 RETURN 1;
IF @notification_method NOT BETWEEN 1 AND 7
BEGIN
    RAISERROR(14266, 16, 1, N'@notification_method', N'1..7');
    RETURN 1;
END;
IF EXISTS (SELECT * FROM dbo.sysnotifications WHERE alert_id = @alert AND operator_id = @operator)
BEGIN
    RAISERROR(14261, 16, 1, N'notification', @operator_name);
    RETURN 1;
END;
BEGIN TRANSACTION;
INSERT dbo.sysnotifications (alert_id, operator_id, notification_method) VALUES (@alert, @operator, @notification_method);
UPDATE dbo.sysalerts SET has_notification = has_notification | @notification_method WHERE id = @alert;
COMMIT TRANSACTION;
RETURN 0;
