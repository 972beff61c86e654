-- relational-databases/system-stored-procedures/sp-help-jobactivity-transact-sql.md. The page's spelling of last_exectued_step_date is
-- the column's name. No service runs jobs, so there is no session and no activity.
CREATE PROCEDURE dbo.sp_help_jobactivity @job_id uniqueidentifier = NULL, @job_name sysname = NULL, @session_id int = NULL
AS
SET NOCOUNT ON;
DECLARE @status int = 0;
IF @job_id IS NOT NULL OR @job_name IS NOT NULL EXEC @status = dbo.sp_verify_job_identifiers '@job_name', '@job_id', @job_name OUTPUT, @job_id OUTPUT;
IF @status <> 0 RETURN 1;
SET @session_id = ISNULL(@session_id, (SELECT MAX(session_id) FROM dbo.syssessions));
SELECT a.session_id, a.job_id, j.name AS job_name, a.run_requested_date, a.run_requested_source, a.queued_date, a.start_execution_date, a.last_executed_step_id,
       a.last_executed_step_date AS last_exectued_step_date, a.stop_execution_date, a.next_scheduled_run_date, a.job_history_id, CAST(h.message AS nvarchar(1024)) AS message,
       h.run_status, h.operator_id_emailed, h.operator_id_netsent, h.operator_id_paged
FROM dbo.sysjobactivity AS a JOIN dbo.sysjobs AS j ON j.job_id = a.job_id LEFT JOIN dbo.sysjobhistory AS h ON h.instance_id = a.job_history_id
WHERE a.session_id = @session_id AND (@job_id IS NULL OR a.job_id = @job_id);
RETURN 0;
