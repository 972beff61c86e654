-- relational-databases/system-stored-procedures/sp-help-log-shipping-primary-database-transact-sql.md
CREATE PROCEDURE sys.sp_help_log_shipping_primary_database @database sysname = NULL, @primary_id uniqueidentifier = NULL
AS
SET NOCOUNT ON;
SELECT p.primary_id, p.primary_database, p.backup_directory, p.backup_share, p.backup_retention_period, p.backup_compression, p.backup_job_id, p.monitor_server,
       p.monitor_server_security_mode, m.backup_threshold, m.threshold_alert, m.threshold_alert_enabled, p.last_backup_file, p.last_backup_date, m.last_backup_date_utc,
       m.history_retention_period
FROM msdb.dbo.log_shipping_primary_databases AS p LEFT JOIN msdb.dbo.log_shipping_monitor_primary AS m ON m.primary_id = p.primary_id
WHERE p.primary_database = @database OR p.primary_id = @primary_id;
RETURN 0;
