-- relational-databases/system-stored-procedures/sp-help-notification-transact-sql.md. No notification is ever sent.
CREATE PROCEDURE dbo.sp_help_notification @object_type char(9), @name sysname, @enum_type char(10), @notification_method tinyint, @target_name sysname = NULL
AS
SET NOCOUNT ON;
SELECT @object_type = UPPER(@object_type), @enum_type = UPPER(@enum_type);
IF @object_type NOT IN ('ALERTS', 'OPERATORS')
BEGIN
    RAISERROR(14266, 16, 1, '@object_type', 'ALERTS, OPERATORS');
    RETURN 1;
END;
IF @enum_type NOT IN ('ALL', 'ACTUAL', 'TARGET')
BEGIN
    RAISERROR(14266, 16, 1, '@enum_type', 'ALL, ACTUAL, TARGET');
    RETURN 1;
END;
IF @notification_method NOT IN (1, 2, 4, 7)
BEGIN
    RAISERROR(14266, 16, 1, '@notification_method', '1, 2, 4, 7');
    RETURN 1;
END;
IF @enum_type = 'TARGET' AND @target_name IS NULL
BEGIN
    RAISERROR(14502, 16, 1);
    RETURN 1;
END;
IF @enum_type <> 'TARGET' AND @target_name IS NOT NULL
BEGIN
    RAISERROR(14503, 16, 1);
    RETURN 1;
END;
DECLARE @id int = CASE @object_type WHEN 'ALERTS' THEN (SELECT id FROM dbo.sysoperators WHERE name = @name) ELSE (SELECT id FROM dbo.sysalerts WHERE name = @name) END;
IF @id IS NULL
BEGIN
    RAISERROR(14262, 16, 1, '@name', @name);
    RETURN 1;
END;
DECLARE @uses nvarchar(400) = CASE WHEN @notification_method & 1 <> 0 THEN N', CAST(ISNULL(n.notification_method & 1, 0) AS int) AS use_email' ELSE N'' END
    + CASE WHEN @notification_method & 2 <> 0 THEN N', CAST(ISNULL(n.notification_method & 2, 0) / 2 AS int) AS use_pager' ELSE N'' END
    + CASE WHEN @notification_method & 4 <> 0 THEN N', CAST(ISNULL(n.notification_method & 4, 0) / 4 AS int) AS use_netsend' ELSE N'' END;
DECLARE @text nvarchar(max) = CASE @object_type
    WHEN 'ALERTS' THEN N'SELECT o.id AS alert_id, o.name AS alert_name' + @uses + N', 0 AS has_email, 0 AS has_pager, 0 AS has_netsend
        FROM dbo.sysalerts AS o LEFT JOIN dbo.sysnotifications AS n ON n.alert_id = o.id AND n.operator_id = @id'
    ELSE N'SELECT o.id AS operator_id, o.name AS operator_name' + @uses + N', IIF(o.email_address IS NULL, 0, 1) AS has_email, IIF(o.pager_address IS NULL, 0, 1) AS has_pager,
        IIF(o.netsend_address IS NULL, 0, 1) AS has_netsend FROM dbo.sysoperators AS o LEFT JOIN dbo.sysnotifications AS n ON n.operator_id = o.id AND n.alert_id = @id'
    END
    + CASE @enum_type WHEN 'ACTUAL' THEN N' WHERE n.notification_method & @method <> 0' WHEN 'TARGET' THEN N' WHERE o.name = @target' ELSE N'' END
    + N' ORDER BY o.name';
EXEC sp_executesql @text, N'@id int, @method tinyint, @target sysname', @id, @notification_method, @target_name;
RETURN 0;
