-- relational-databases/system-stored-procedures/sp-help-log-shipping-secondary-database-transact-sql.md
CREATE PROCEDURE sys.sp_help_log_shipping_secondary_database @secondary_database sysname = NULL, @secondary_id uniqueidentifier = NULL
AS
SET NOCOUNT ON;
SELECT s.secondary_id, s.primary_server, s.primary_database, s.backup_source_directory, s.backup_destination_directory, s.file_retention_period, s.copy_job_id, s.restore_job_id,
       s.monitor_server, s.monitor_server_security_mode, d.secondary_database, d.restore_delay, d.restore_all, d.restore_mode, d.disconnect_users, d.block_size, d.buffer_count,
       d.max_transfer_size, m.restore_threshold, m.threshold_alert, m.threshold_alert_enabled, m.last_copied_file, m.last_copied_date, m.last_copied_date_utc,
       m.last_restored_file, m.last_restored_date, m.last_restored_date_utc, m.history_retention_period, m.last_restored_latency
FROM msdb.dbo.log_shipping_secondary_databases AS d JOIN msdb.dbo.log_shipping_secondary AS s ON s.secondary_id = d.secondary_id
     LEFT JOIN msdb.dbo.log_shipping_monitor_secondary AS m ON m.secondary_id = d.secondary_id AND m.secondary_database = d.secondary_database
WHERE d.secondary_database = @secondary_database OR d.secondary_id = @secondary_id;
RETURN 0;
