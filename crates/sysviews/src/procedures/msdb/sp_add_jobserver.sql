-- relational-databases/system-stored-procedures/sp-add-jobserver-transact-sql.md. There are no target servers but the instance.
CREATE PROCEDURE dbo.sp_add_jobserver @job_id uniqueidentifier = NULL, @job_name sysname = NULL, @server_name sysname = NULL, @automatic_post bit = 1
AS
SET NOCOUNT ON;
DECLARE @status int;
EXEC @status = dbo.sp_verify_job_identifiers '@job_name', '@job_id', @job_name OUTPUT, @job_id OUTPUT;
IF @status <> 0 RETURN 1;
SET @server_name = CASE WHEN @server_name IS NULL OR UPPER(@server_name) = N'(LOCAL)' THEN CONVERT(sysname, SERVERPROPERTY('ServerName')) ELSE @server_name END;
IF UPPER(@server_name) <> UPPER(CONVERT(sysname, SERVERPROPERTY('ServerName')))
BEGIN
    RAISERROR(14262, 16, 1, N'@server_name', @server_name);
    RETURN 1;
END;
IF EXISTS (SELECT * FROM dbo.sysjobservers WHERE job_id = @job_id AND server_id = 0)
BEGIN
    RAISERROR(14269, 16, 1, @job_name, @server_name);
    RETURN 1;
END;
INSERT dbo.sysjobservers (job_id, server_id, last_run_outcome, last_outcome_message, last_run_date, last_run_time, last_run_duration)
VALUES (@job_id, 0, 5, NULL, 0, 0, 0);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
