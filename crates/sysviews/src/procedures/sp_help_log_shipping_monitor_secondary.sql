-- relational-databases/system-stored-procedures/sp-help-log-shipping-monitor-secondary-transact-sql.md
CREATE PROCEDURE sys.sp_help_log_shipping_monitor_secondary @secondary_server sysname, @secondary_database sysname
AS
SET NOCOUNT ON;
SELECT secondary_server, secondary_database, secondary_id, primary_server, primary_database, restore_threshold, threshold_alert, threshold_alert_enabled, last_copied_file,
       last_copied_date, last_copied_date_utc, last_restored_file, last_restored_date, last_restored_date_utc, history_retention_period
FROM msdb.dbo.log_shipping_monitor_secondary
WHERE secondary_server = @secondary_server AND secondary_database = @secondary_database;
RETURN 0;
