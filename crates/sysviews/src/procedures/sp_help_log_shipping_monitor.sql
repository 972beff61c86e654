-- relational-databases/system-stored-procedures/sp-help-log-shipping-monitor-transact-sql.md
CREATE PROCEDURE sys.sp_help_log_shipping_monitor
AS
SET NOCOUNT ON;
SELECT CAST(CASE WHEN DATEDIFF(minute, last_backup_date_utc, GETUTCDATE()) <= backup_threshold THEN 0 ELSE 1 END AS bit) AS status, CAST(1 AS bit) AS is_primary,
       primary_server AS server, primary_database AS database_name, DATEDIFF(minute, last_backup_date_utc, GETUTCDATE()) AS time_since_last_backup, last_backup_file,
       backup_threshold, threshold_alert_enabled AS is_backup_alert_enabled, CAST(NULL AS int) AS time_since_last_copy, CAST(NULL AS nvarchar(500)) AS last_copied_file,
       CAST(NULL AS int) AS time_since_last_restore, CAST(NULL AS nvarchar(500)) AS last_restored_file, CAST(NULL AS int) AS last_restored_latency,
       CAST(NULL AS int) AS restore_threshold, CAST(NULL AS bit) AS is_restore_alert_enabled
FROM msdb.dbo.log_shipping_monitor_primary
UNION ALL
SELECT CAST(CASE WHEN DATEDIFF(minute, last_restored_date_utc, GETUTCDATE()) <= restore_threshold THEN 0 ELSE 1 END AS bit), CAST(0 AS bit), secondary_server,
       secondary_database, NULL, NULL, NULL, NULL, DATEDIFF(minute, last_copied_date_utc, GETUTCDATE()), last_copied_file,
       DATEDIFF(minute, last_restored_date_utc, GETUTCDATE()), last_restored_file, last_restored_latency, restore_threshold, threshold_alert_enabled
FROM msdb.dbo.log_shipping_monitor_secondary;
RETURN 0;
