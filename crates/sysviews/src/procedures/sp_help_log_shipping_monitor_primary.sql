-- relational-databases/system-stored-procedures/sp-help-log-shipping-monitor-primary-transact-sql.md
CREATE PROCEDURE sys.sp_help_log_shipping_monitor_primary @primary_server sysname, @primary_database sysname
AS
SET NOCOUNT ON;
SELECT primary_id, primary_server, primary_database, backup_threshold, threshold_alert, threshold_alert_enabled, last_backup_file, last_backup_date, last_backup_date_utc,
       history_retention_period
FROM msdb.dbo.log_shipping_monitor_primary
WHERE primary_server = @primary_server AND primary_database = @primary_database;
RETURN 0;
