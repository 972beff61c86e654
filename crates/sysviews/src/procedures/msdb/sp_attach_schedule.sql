-- relational-databases/system-stored-procedures/sp-attach-schedule-transact-sql.md. The next run is unknown, because no job runs.
CREATE PROCEDURE dbo.sp_attach_schedule @job_id uniqueidentifier = NULL, @job_name sysname = NULL, @schedule_id int = NULL, @schedule_name sysname = NULL,
    @automatic_post bit = 1
AS
SET NOCOUNT ON;
DECLARE @status int;
EXEC @status = dbo.sp_verify_job_identifiers '@job_name', '@job_id', @job_name OUTPUT, @job_id OUTPUT;
IF @status <> 0 RETURN 1;
EXEC @status = dbo.sp_verify_schedule_identifiers '@schedule_name', '@schedule_id', @schedule_name OUTPUT, @schedule_id OUTPUT;
IF @status <> 0 RETURN 1;
IF EXISTS (SELECT * FROM dbo.sysjobschedules WHERE job_id = @job_id AND schedule_id = @schedule_id) RETURN 0;
INSERT dbo.sysjobschedules (schedule_id, job_id, next_run_date, next_run_time) VALUES (@schedule_id, @job_id, 0, 0);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
