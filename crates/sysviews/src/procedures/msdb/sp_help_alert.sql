-- relational-databases/system-stored-procedures/sp-help-alert-transact-sql.md
CREATE PROCEDURE dbo.sp_help_alert @alert_name sysname = NULL, @order_by sysname = N'name', @alert_id int = NULL, @category_name sysname = NULL, @legacy_format bit = 0
AS
SET NOCOUNT ON;
IF @alert_name IS NOT NULL AND NOT EXISTS (SELECT * FROM dbo.sysalerts WHERE name = @alert_name)
BEGIN
    RAISERROR(14262, 16, 1, N'@alert_name', @alert_name);
    RETURN 1;
END;
SELECT a.id, a.name, a.event_source, a.event_category_id, a.event_id, a.message_id, a.severity, a.enabled, a.delay_between_responses, a.last_occurrence_date,
       a.last_occurrence_time, a.last_response_date, a.last_response_time, a.notification_message, a.include_event_description, a.database_name, a.event_description_keyword,
       a.occurrence_count, a.count_reset_date, a.count_reset_time, a.job_id, j.name AS job_name, a.has_notification, a.flags, a.performance_condition, c.name AS category_name,
       CAST(CASE WHEN a.performance_condition IS NULL THEN 1 ELSE 2 END AS int) AS type
FROM dbo.sysalerts AS a LEFT JOIN dbo.sysjobs AS j ON j.job_id = a.job_id LEFT JOIN dbo.syscategories AS c ON c.category_id = a.category_id
WHERE (@alert_name IS NULL OR a.name = @alert_name) AND (@alert_id IS NULL OR a.id = @alert_id) AND (@category_name IS NULL OR c.name = @category_name)
ORDER BY a.name;
RETURN 0;
