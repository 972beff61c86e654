-- relational-databases/system-stored-procedures/sp-delete-operator-transact-sql.md
CREATE PROCEDURE dbo.sp_delete_operator @name sysname, @reassign_to_operator sysname = NULL
AS
SET NOCOUNT ON;
DECLARE @id int, @heir int = 0;
SELECT @id = id FROM dbo.sysoperators WHERE name = @name;
IF @id IS NULL
BEGIN
    RAISERROR(14262, 16, 1, N'@name', @name);
    RETURN 1;
END;
IF @reassign_to_operator IS NOT NULL
BEGIN
    SELECT @heir = id FROM dbo.sysoperators WHERE name = @reassign_to_operator;
    IF @heir = 0
    BEGIN
        RAISERROR(14262, 16, 1, N'@reassign_to_operator', @reassign_to_operator);
        RETURN 1;
    END;
END;
BEGIN TRANSACTION;
UPDATE dbo.sysjobs SET notify_email_operator_id = @heir, notify_level_email = CASE @heir WHEN 0 THEN 0 ELSE notify_level_email END WHERE notify_email_operator_id = @id;
UPDATE dbo.sysjobs SET notify_netsend_operator_id = @heir, notify_level_netsend = CASE @heir WHEN 0 THEN 0 ELSE notify_level_netsend END WHERE notify_netsend_operator_id = @id;
UPDATE dbo.sysjobs SET notify_page_operator_id = @heir, notify_level_page = CASE @heir WHEN 0 THEN 0 ELSE notify_level_page END WHERE notify_page_operator_id = @id;
UPDATE dbo.sysnotifications SET operator_id = @heir
WHERE operator_id = @id AND @heir <> 0 AND alert_id NOT IN (SELECT alert_id FROM dbo.sysnotifications WHERE operator_id = @heir);
DELETE dbo.sysnotifications WHERE operator_id = @id;
UPDATE dbo.sysalerts
SET has_notification = (SELECT ISNULL(MAX(n.notification_method & 1) | MAX(n.notification_method & 2) | MAX(n.notification_method & 4), 0)
                        FROM dbo.sysnotifications AS n WHERE n.alert_id = sysalerts.id);
DELETE dbo.sysoperators WHERE id = @id;
COMMIT TRANSACTION;
RETURN 0;
