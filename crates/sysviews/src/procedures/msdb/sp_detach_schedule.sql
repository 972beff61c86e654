-- relational-databases/system-stored-procedures/sp-detach-schedule-transact-sql.md
CREATE PROCEDURE dbo.sp_detach_schedule @job_id uniqueidentifier = NULL, @job_name sysname = NULL, @schedule_id int = NULL, @schedule_name sysname = NULL,
    @delete_unused_schedule bit = 0, @automatic_post bit = 1
AS
SET NOCOUNT ON;
DECLARE @status int;
EXEC @status = dbo.sp_verify_job_identifiers '@job_name', '@job_id', @job_name OUTPUT, @job_id OUTPUT;
IF @status <> 0 RETURN 1;
EXEC @status = dbo.sp_verify_schedule_identifiers '@schedule_name', '@schedule_id', @schedule_name OUTPUT, @schedule_id OUTPUT;
IF @status <> 0 RETURN 1;
IF NOT EXISTS (SELECT * FROM dbo.sysjobschedules WHERE job_id = @job_id AND schedule_id = @schedule_id)
BEGIN
    RAISERROR(14374, 16, 1, @schedule_name, @job_name);
    RETURN 1;
END;
BEGIN TRANSACTION;
DELETE dbo.sysjobschedules WHERE job_id = @job_id AND schedule_id = @schedule_id;
IF @delete_unused_schedule = 1 AND NOT EXISTS (SELECT * FROM dbo.sysjobschedules WHERE schedule_id = @schedule_id)
    DELETE dbo.sysschedules WHERE schedule_id = @schedule_id;
COMMIT TRANSACTION;
RETURN 0;
