-- relational-databases/system-stored-procedures/sp-help-jobstep-transact-sql.md
CREATE PROCEDURE dbo.sp_help_jobstep @job_id uniqueidentifier = NULL, @job_name sysname = NULL, @step_id int = NULL, @step_name sysname = NULL, @suffix bit = 0
AS
SET NOCOUNT ON;
DECLARE @status int, @text nvarchar(20) = CONVERT(nvarchar(20), @step_id);
EXEC @status = dbo.sp_verify_job_identifiers '@job_name', '@job_id', @job_name OUTPUT, @job_id OUTPUT;
IF @status <> 0 RETURN 1;
IF @step_id IS NOT NULL AND NOT EXISTS (SELECT * FROM dbo.sysjobsteps WHERE job_id = @job_id AND step_id = @step_id)
BEGIN
    RAISERROR(14262, 16, 1, N'@step_id', @text);
    RETURN 1;
END;
IF @step_name IS NOT NULL AND NOT EXISTS (SELECT * FROM dbo.sysjobsteps WHERE job_id = @job_id AND step_name = @step_name)
BEGIN
    RAISERROR(14262, 16, 1, N'@step_name', @step_name);
    RETURN 1;
END;
SELECT step_id, step_name, subsystem, command, flags, cmdexec_success_code, on_success_action, on_success_step_id, on_fail_action, on_fail_step_id, server,
       database_name, database_user_name, retry_attempts, retry_interval, os_run_priority, output_file_name, last_run_outcome, last_run_duration, last_run_retries,
       last_run_date, last_run_time, proxy_id
FROM dbo.sysjobsteps
WHERE job_id = @job_id AND (@step_id IS NULL OR step_id = @step_id) AND (@step_name IS NULL OR step_name = @step_name)
ORDER BY step_id;
RETURN 0;
