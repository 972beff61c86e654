-- relational-databases/system-stored-procedures/sp-update-jobschedule-transact-sql.md. An omitted parameter keeps the setting.
CREATE PROCEDURE dbo.sp_update_jobschedule @job_id uniqueidentifier = NULL, @job_name sysname = NULL, @name sysname, @new_name sysname = NULL, @enabled tinyint = NULL,
    @freq_type int = NULL, @freq_interval int = NULL, @freq_subday_type int = NULL, @freq_subday_interval int = NULL, @freq_relative_interval int = NULL,
    @freq_recurrence_factor int = NULL, @active_start_date int = NULL, @active_end_date int = NULL, @active_start_time int = NULL, @active_end_time int = NULL,
    @automatic_post bit = 1
AS
SET NOCOUNT ON;
DECLARE @status int, @schedule int, @found int;
EXEC @status = dbo.sp_verify_job_identifiers '@job_name', '@job_id', @job_name OUTPUT, @job_id OUTPUT;
IF @status <> 0 RETURN 1;
SELECT @schedule = MAX(s.schedule_id), @found = COUNT(*)
FROM dbo.sysjobschedules AS j JOIN dbo.sysschedules AS s ON s.schedule_id = j.schedule_id WHERE j.job_id = @job_id AND s.name = @name;
IF @found = 0
BEGIN
    RAISERROR(14374, 16, 1, @name, @job_name);
    RETURN 1;
END;
IF @found > 1
BEGIN
    RAISERROR(14375, 16, 1, @name, @job_name);
    RETURN 1;
END;
EXEC @status = dbo.sp_update_schedule @schedule_id = @schedule, @new_name = @new_name, @enabled = @enabled, @freq_type = @freq_type, @freq_interval = @freq_interval,
     @freq_subday_type = @freq_subday_type, @freq_subday_interval = @freq_subday_interval, @freq_relative_interval = @freq_relative_interval,
     @freq_recurrence_factor = @freq_recurrence_factor, @active_start_date = @active_start_date, @active_end_date = @active_end_date,
     @active_start_time = @active_start_time, @active_end_time = @active_end_time;
RETURN @status;
