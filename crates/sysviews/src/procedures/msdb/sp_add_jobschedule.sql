-- relational-databases/system-stored-procedures/sp-add-jobschedule-transact-sql.md: a schedule of one job.
CREATE PROCEDURE dbo.sp_add_jobschedule @job_id uniqueidentifier = NULL, @job_name sysname = NULL, @name sysname, @enabled tinyint = 1, @freq_type int = 1,
    @freq_interval int = 0, @freq_subday_type int = 0, @freq_subday_interval int = 0, @freq_relative_interval int = 0, @freq_recurrence_factor int = 0,
    @active_start_date int = NULL, @active_end_date int = 99991231, @active_start_time int = 0, @active_end_time int = 235959, @schedule_id int = NULL OUTPUT,
    @automatic_post bit = 1, @schedule_uid uniqueidentifier = NULL OUTPUT
AS
SET NOCOUNT ON;
DECLARE @status int, @owner sysname;
EXEC @status = dbo.sp_verify_job_identifiers '@job_name', '@job_id', @job_name OUTPUT, @job_id OUTPUT;
IF @status <> 0 RETURN 1;
SELECT @owner = SUSER_SNAME(owner_sid) FROM dbo.sysjobs WHERE job_id = @job_id;
BEGIN TRANSACTION;
EXEC @status = dbo.sp_add_schedule @name, @enabled, @freq_type, @freq_interval, @freq_subday_type, @freq_subday_interval, @freq_relative_interval, @freq_recurrence_factor,
     @active_start_date, @active_end_date, @active_start_time, @active_end_time, @owner, @schedule_uid OUTPUT, @schedule_id OUTPUT;
IF @status = 0 EXEC @status = dbo.sp_attach_schedule @job_id = @job_id, @schedule_id = @schedule_id;
COMMIT TRANSACTION;
RETURN @status;
