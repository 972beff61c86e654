-- relational-databases/system-stored-procedures/sp-help-log-shipping-alert-job-transact-sql.md
CREATE PROCEDURE sys.sp_help_log_shipping_alert_job
AS
SET NOCOUNT ON;
SELECT alert_job_id FROM msdb.dbo.log_shipping_monitor_alert;
RETURN 0;
