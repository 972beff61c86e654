-- relational-databases/system-stored-procedures/sp-start-job-transact-sql.md. There is no Agent, as if its service were stopped.
CREATE PROCEDURE dbo.sp_start_job @job_name sysname = NULL, @job_id uniqueidentifier = NULL, @error_flag int = 1, @server_name sysname = NULL, @step_name sysname = NULL,
    @output_flag int = 1
AS
SET NOCOUNT ON;
DECLARE @status int, @id nvarchar(36);
EXEC @status = dbo.sp_verify_job_identifiers '@job_name', '@job_id', @job_name OUTPUT, @job_id OUTPUT;
IF @status <> 0 RETURN 1;
IF @step_name IS NOT NULL AND NOT EXISTS (SELECT * FROM dbo.sysjobsteps WHERE job_id = @job_id AND step_name = @step_name)
BEGIN
    RAISERROR(14262, 16, 1, N'@step_name', @step_name);
    RETURN 1;
END;
IF NOT EXISTS (SELECT * FROM dbo.sysjobservers WHERE job_id = @job_id)
BEGIN
    SET @id = CONVERT(nvarchar(36), @job_id);
    RAISERROR(14256, 16, 1, @job_name, @id);
    RETURN 1;
END;
RAISERROR(22022, 16, 1);
RETURN 1;
