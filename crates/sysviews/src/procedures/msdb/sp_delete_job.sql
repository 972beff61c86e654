-- relational-databases/system-stored-procedures/sp-delete-job-transact-sql.md. There is no history to keep, because no job runs.
CREATE PROCEDURE dbo.sp_delete_job @job_id uniqueidentifier = NULL, @job_name sysname = NULL, @originating_server sysname = NULL, @delete_history bit = 1,
    @delete_unused_schedule bit = 1
AS
SET NOCOUNT ON;
DECLARE @status int;
EXEC @status = dbo.sp_verify_job_identifiers '@job_name', '@job_id', @job_name OUTPUT, @job_id OUTPUT;
IF @status <> 0 RETURN 1;
BEGIN TRANSACTION;
DECLARE @schedules TABLE (schedule_id int);
INSERT @schedules SELECT schedule_id FROM dbo.sysjobschedules WHERE job_id = @job_id;
DELETE dbo.sysjobschedules WHERE job_id = @job_id;
DELETE dbo.sysjobservers WHERE job_id = @job_id;
DELETE dbo.sysjobsteps WHERE job_id = @job_id;
DELETE dbo.sysjobs WHERE job_id = @job_id;
UPDATE dbo.sysalerts SET job_id = 0x00 WHERE job_id = @job_id;
IF @delete_unused_schedule = 1
    DELETE dbo.sysschedules
    WHERE schedule_id IN (SELECT schedule_id FROM @schedules) AND schedule_id NOT IN (SELECT schedule_id FROM dbo.sysjobschedules WHERE schedule_id IS NOT NULL);
COMMIT TRANSACTION;
RETURN 0;
