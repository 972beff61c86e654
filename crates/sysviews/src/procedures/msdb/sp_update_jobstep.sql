-- relational-databases/system-stored-procedures/sp-update-jobstep-transact-sql.md. An omitted parameter keeps the setting.
CREATE PROCEDURE dbo.sp_update_jobstep @job_id uniqueidentifier = NULL, @job_name sysname = NULL, @step_id int, @step_name sysname = NULL, @subsystem nvarchar(40) = NULL,
    @command nvarchar(max) = NULL, @additional_parameters nvarchar(max) = NULL, @cmdexec_success_code int = NULL, @on_success_action tinyint = NULL,
    @on_success_step_id int = NULL, @on_fail_action tinyint = NULL, @on_fail_step_id int = NULL, @server sysname = NULL, @database_name sysname = NULL,
    @database_user_name sysname = NULL, @retry_attempts int = NULL, @retry_interval int = NULL, @os_run_priority int = NULL, @output_file_name nvarchar(200) = NULL,
    @flags int = NULL, @proxy_id int = NULL, @proxy_name sysname = NULL
AS
SET NOCOUNT ON;
DECLARE @status int, @text nvarchar(20) = CONVERT(nvarchar(20), @step_id);
EXEC @status = dbo.sp_verify_job_identifiers '@job_name', '@job_id', @job_name OUTPUT, @job_id OUTPUT;
IF @status <> 0 RETURN 1;
IF NOT EXISTS (SELECT * FROM dbo.sysjobsteps WHERE job_id = @job_id AND step_id = @step_id)
BEGIN
    RAISERROR(14262, 16, 1, N'@step_id', @text);
    RETURN 1;
END;
SELECT @step_name = ISNULL(@step_name, step_name), @subsystem = ISNULL(@subsystem, subsystem), @on_success_action = ISNULL(@on_success_action, on_success_action),
       @on_fail_action = ISNULL(@on_fail_action, on_fail_action), @database_name = ISNULL(@database_name, database_name)
FROM dbo.sysjobsteps WHERE job_id = @job_id AND step_id = @step_id;
EXEC @status = dbo.sp_verify_jobstep @job_id, @step_id, @step_name, @subsystem OUTPUT, @on_success_action, @on_fail_action, @database_name OUTPUT, @flags, @proxy_id, @proxy_name;
IF @status <> 0 RETURN 1;
BEGIN TRANSACTION;
UPDATE dbo.sysjobsteps
SET step_name = LTRIM(RTRIM(@step_name)), subsystem = @subsystem, command = ISNULL(@command, command), flags = ISNULL(@flags, flags),
    additional_parameters = ISNULL(@additional_parameters, additional_parameters), cmdexec_success_code = ISNULL(@cmdexec_success_code, cmdexec_success_code),
    on_success_action = @on_success_action, on_success_step_id = ISNULL(@on_success_step_id, on_success_step_id), on_fail_action = @on_fail_action,
    on_fail_step_id = ISNULL(@on_fail_step_id, on_fail_step_id), server = ISNULL(@server, server), database_name = @database_name,
    database_user_name = ISNULL(@database_user_name, database_user_name), retry_attempts = ISNULL(@retry_attempts, retry_attempts),
    retry_interval = ISNULL(@retry_interval, retry_interval), os_run_priority = ISNULL(@os_run_priority, os_run_priority),
    output_file_name = ISNULL(@output_file_name, output_file_name)
WHERE job_id = @job_id AND step_id = @step_id;
UPDATE dbo.sysjobs SET version_number = version_number + 1, date_modified = GETDATE() WHERE job_id = @job_id;
COMMIT TRANSACTION;
RETURN 0;
