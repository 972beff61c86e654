-- relational-databases/system-stored-procedures/sp-help-jobserver-transact-sql.md
CREATE PROCEDURE dbo.sp_help_jobserver @job_id uniqueidentifier = NULL, @job_name sysname = NULL, @show_last_run_details tinyint = 0
AS
SET NOCOUNT ON;
DECLARE @status int;
EXEC @status = dbo.sp_verify_job_identifiers '@job_name', '@job_id', @job_name OUTPUT, @job_id OUTPUT;
IF @status <> 0 RETURN 1;
IF @show_last_run_details = 1
    SELECT server_id, CAST(SERVERPROPERTY('ServerName') AS nvarchar(30)) AS server_name, CAST(NULL AS datetime) AS enlist_date, CAST(NULL AS datetime) AS last_poll_date,
           last_run_date, last_run_time, last_run_duration, last_run_outcome, CAST(last_outcome_message AS nvarchar(1024)) AS last_outcome_message
    FROM dbo.sysjobservers WHERE job_id = @job_id;
ELSE
    SELECT server_id, CAST(SERVERPROPERTY('ServerName') AS nvarchar(30)) AS server_name, CAST(NULL AS datetime) AS enlist_date, CAST(NULL AS datetime) AS last_poll_date
    FROM dbo.sysjobservers WHERE job_id = @job_id;
RETURN 0;
