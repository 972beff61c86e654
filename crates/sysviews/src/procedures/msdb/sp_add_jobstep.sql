-- relational-databases/system-stored-procedures/sp-add-jobstep-transact-sql.md. There are no proxies.
CREATE PROCEDURE dbo.sp_add_jobstep @job_id uniqueidentifier = NULL, @job_name sysname = NULL, @step_id int = NULL, @step_name sysname, @subsystem nvarchar(40) = N'TSQL',
    @command nvarchar(max) = NULL, @additional_parameters nvarchar(max) = NULL, @cmdexec_success_code int = 0, @on_success_action tinyint = 1,
    @on_success_step_id int = 0, @on_fail_action tinyint = 2, @on_fail_step_id int = 0, @server sysname = NULL, @database_name sysname = NULL,
    @database_user_name sysname = NULL, @retry_attempts int = 0, @retry_interval int = 0, @os_run_priority int = 0, @output_file_name nvarchar(200) = NULL,
    @flags int = 0, @proxy_id int = NULL, @proxy_name sysname = NULL, @step_uid uniqueidentifier = NULL OUTPUT
AS
SET NOCOUNT ON;
DECLARE @status int, @last int, @text nvarchar(20);
EXEC @status = dbo.sp_verify_job_identifiers '@job_name', '@job_id', @job_name OUTPUT, @job_id OUTPUT;
IF @status <> 0 RETURN 1;
SELECT @last = ISNULL(MAX(step_id), 0) FROM dbo.sysjobsteps WHERE job_id = @job_id;
SELECT @step_id = ISNULL(@step_id, @last + 1), @step_uid = ISNULL(@step_uid, NEWID());
IF @step_id NOT BETWEEN 1 AND @last + 1
BEGIN
    SET @text = N'1..' + CONVERT(nvarchar(11), @last + 1);
    RAISERROR(14266, 16, 1, N'@step_id', @text);
    RETURN 1;
END;
EXEC @status = dbo.sp_verify_jobstep @job_id, NULL, @step_name, @subsystem OUTPUT, @on_success_action, @on_fail_action, @database_name OUTPUT, @flags, @proxy_id, @proxy_name;
IF @status <> 0 RETURN 1;
BEGIN TRANSACTION;
-- The steps after the new one get the next number, in the references to them, too.
UPDATE dbo.sysjobsteps
SET step_id = CASE WHEN step_id >= @step_id THEN step_id + 1 ELSE step_id END,
    on_success_step_id = CASE WHEN on_success_step_id >= @step_id THEN on_success_step_id + 1 ELSE on_success_step_id END,
    on_fail_step_id = CASE WHEN on_fail_step_id >= @step_id THEN on_fail_step_id + 1 ELSE on_fail_step_id END
WHERE job_id = @job_id AND @step_id <= @last;
INSERT dbo.sysjobsteps (job_id, step_id, step_name, subsystem, command, flags, additional_parameters, cmdexec_success_code, on_success_action, on_success_step_id,
    on_fail_action, on_fail_step_id, server, database_name, database_user_name, retry_attempts, retry_interval, os_run_priority, output_file_name, last_run_outcome,
    last_run_duration, last_run_retries, last_run_date, last_run_time, proxy_id, step_uid)
VALUES (@job_id, @step_id, LTRIM(RTRIM(@step_name)), @subsystem, @command, @flags, @additional_parameters, @cmdexec_success_code, @on_success_action, @on_success_step_id,
    @on_fail_action, @on_fail_step_id, @server, @database_name, @database_user_name, @retry_attempts, @retry_interval, @os_run_priority, @output_file_name, 0, 0, 0, 0, 0,
    NULL, @step_uid);
UPDATE dbo.sysjobs SET version_number = version_number + 1, date_modified = GETDATE() WHERE job_id = @job_id;
COMMIT TRANSACTION;
RETURN 0;
