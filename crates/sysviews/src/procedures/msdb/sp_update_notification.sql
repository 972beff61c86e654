-- relational-databases/system-stored-procedures/sp-update-notification-transact-sql.md
CREATE PROCEDURE dbo.sp_update_notification @alert_name sysname, @operator_name sysname, @notification_method tinyint
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
IF NOT EXISTS (SELECT * FROM dbo.sysnotifications WHERE alert_id = @alert AND operator_id = @operator)
BEGIN
    RAISERROR(14262, 16, 1, N'notification', @operator_name);
    RETURN 1;
END;
BEGIN TRANSACTION;
UPDATE dbo.sysnotifications SET notification_method = @notification_method WHERE alert_id = @alert AND operator_id = @operator;
UPDATE dbo.sysalerts
SET has_notification = (SELECT ISNULL(MAX(n.notification_method & 1) | MAX(n.notification_method & 2) | MAX(n.notification_method & 4), 0)
                        FROM dbo.sysnotifications AS n WHERE n.alert_id = @alert)
WHERE id = @alert;
COMMIT TRANSACTION;
RETURN 0;
