-- relational-databases/system-stored-procedures/sp-stop-job-transact-sql.md. There is no Agent, as if its service were stopped.
CREATE PROCEDURE dbo.sp_stop_job @job_name sysname = NULL, @job_id uniqueidentifier = NULL, @originating_server sysname = NULL, @server_name sysname = NULL
AS
SET NOCOUNT ON;
DECLARE @status int;
EXEC @status = dbo.sp_verify_job_identifiers '@job_name', '@job_id', @job_name OUTPUT, @job_id OUTPUT;
IF @status <> 0 RETURN 1;
RAISERROR(22022, 16, 1);
RETURN 1;
