-- relational-databases/system-stored-procedures/sp-help-log-shipping-secondary-primary-transact-sql.md
CREATE PROCEDURE sys.sp_help_log_shipping_secondary_primary @primary_server sysname, @primary_database sysname
AS
SET NOCOUNT ON;
SELECT secondary_id, primary_server, primary_database, backup_source_directory, backup_destination_directory, file_retention_period, copy_job_id, restore_job_id, monitor_server,
       monitor_server_security_mode
FROM msdb.dbo.log_shipping_secondary
WHERE primary_server = @primary_server AND primary_database = @primary_database;
RETURN 0;
