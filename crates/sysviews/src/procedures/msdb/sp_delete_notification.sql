-- relational-databases/system-stored-procedures/sp-delete-notification-transact-sql.md
CREATE PROCEDURE dbo.sp_delete_notification @alert_name sysname, @operator_name sysname
AS
SET NOCOUNT ON;
DECLARE @alert int, @operator int;
SELECT @alert = id FROM dbo.sysalerts WHERE name = @alert_name;
SELECT @operator = id FROM dbo.sysoperators WHERE name = @operator_name;
IF @alert IS NULL
BEGIN
    RAISERROR(14262, 16, 1, N'@alert_name', @alert_name);
    RETURN 1;
END;
IF @operator IS NULL
BEGIN
    RAISERROR(14262, 16, 1, N'@operator_name', @operator_name);
    RETURN 1;
END;
BEGIN TRANSACTION;
DELETE dbo.sysnotifications WHERE alert_id = @alert AND operator_id = @operator;
UPDATE dbo.sysalerts
SET has_notification = (SELECT ISNULL(MAX(n.notification_method & 1) | MAX(n.notification_method & 2) | MAX(n.notification_method & 4), 0)
                        FROM dbo.sysnotifications AS n WHERE n.alert_id = @alert)
WHERE id = @alert;
COMMIT TRANSACTION;
RETURN 0;
