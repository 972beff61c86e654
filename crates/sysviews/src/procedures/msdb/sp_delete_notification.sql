-- relational-databases/system-stored-procedures/sp-delete-notification-transact-sql.md
CREATE PROCEDURE dbo.sp_delete_notification @alert_name sysname, @operator_name sysname
AS
SET NOCOUNT ON;
DECLARE @status int, @alert int, @operator int;
EXEC @status = dbo.sp_verify_notification @alert_name, @operator_name, @alert OUTPUT, @operator OUTPUT;
IF @status <> 0 RETURN 1;
BEGIN TRANSACTION;
DELETE dbo.sysnotifications WHERE alert_id = @alert AND operator_id = @operator;
UPDATE dbo.sysalerts
SET has_notification = (SELECT ISNULL(MAX(n.notification_method & 1) | MAX(n.notification_method & 2) | MAX(n.notification_method & 4), 0)
                        FROM dbo.sysnotifications AS n WHERE n.alert_id = @alert)
WHERE id = @alert;
COMMIT TRANSACTION;
RETURN 0;
