-- relational-databases/system-stored-procedures/sp-delete-jobschedule-transact-sql.md: removes a schedule from a job, and deletes it if no other job has it.
CREATE PROCEDURE dbo.sp_delete_jobschedule @job_id uniqueidentifier = NULL, @job_name sysname = NULL, @name sysname, @keep_schedule bit = 0, @automatic_post bit = 1
AS
SET NOCOUNT ON;
DECLARE @status int, @schedule int, @delete bit = ~@keep_schedule;
EXEC @status = dbo.sp_verify_job_identifiers '@job_name', '@job_id', @job_name OUTPUT, @job_id OUTPUT;
IF @status <> 0 RETURN 1;
SELECT @schedule = s.schedule_id FROM dbo.sysjobschedules AS j JOIN dbo.sysschedules AS s ON s.schedule_id = j.schedule_id WHERE j.job_id = @job_id AND s.name = @name;
IF @schedule IS NULL
BEGIN
    RAISERROR(14262, 16, 1, N'@name', @name);
    RETURN 1;
END;
EXEC @status = dbo.sp_detach_schedule @job_id = @job_id, @schedule_id = @schedule, @delete_unused_schedule = @delete;
RETURN @status;
