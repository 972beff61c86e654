-- relational-databases/system-stored-procedures/sp-update-schedule-transact-sql.md. An omitted parameter keeps the setting.
CREATE PROCEDURE dbo.sp_update_schedule @schedule_id int = NULL, @name sysname = NULL, @new_name sysname = NULL, @enabled tinyint = NULL, @freq_type int = NULL,
    @freq_interval int = NULL, @freq_subday_type int = NULL, @freq_subday_interval int = NULL, @freq_relative_interval int = NULL, @freq_recurrence_factor int = NULL,
    @active_start_date int = NULL, @active_end_date int = NULL, @active_start_time int = NULL, @active_end_time int = NULL, @owner_login_name sysname = NULL,
    @automatic_post bit = 1
AS
SET NOCOUNT ON;
DECLARE @status int, @owner_sid varbinary(85);
EXEC @status = dbo.sp_verify_schedule_identifiers '@name', '@schedule_id', @name OUTPUT, @schedule_id OUTPUT;
IF @status <> 0 RETURN 1;
SELECT @enabled = ISNULL(@enabled, enabled), @freq_type = ISNULL(@freq_type, freq_type), @freq_interval = ISNULL(@freq_interval, freq_interval),
       @freq_subday_type = ISNULL(@freq_subday_type, freq_subday_type), @freq_subday_interval = ISNULL(@freq_subday_interval, freq_subday_interval),
       @freq_relative_interval = ISNULL(@freq_relative_interval, freq_relative_interval), @freq_recurrence_factor = ISNULL(@freq_recurrence_factor, freq_recurrence_factor),
       @active_start_date = ISNULL(@active_start_date, active_start_date), @active_end_date = ISNULL(@active_end_date, active_end_date),
       @active_start_time = ISNULL(@active_start_time, active_start_time), @active_end_time = ISNULL(@active_end_time, active_end_time),
       @owner_login_name = ISNULL(@owner_login_name, SUSER_SNAME(owner_sid))
FROM dbo.sysschedules WHERE schedule_id = @schedule_id;
EXEC @status = dbo.sp_verify_schedule @enabled, @freq_type, @freq_interval, @freq_subday_type, @freq_relative_interval, @freq_recurrence_factor, @active_start_date,
     @active_end_date, @active_start_time, @active_end_time, @owner_login_name, @owner_sid OUTPUT;
IF @status <> 0 RETURN 1;
UPDATE dbo.sysschedules
SET name = ISNULL(LTRIM(RTRIM(@new_name)), name), owner_sid = @owner_sid, enabled = @enabled, freq_type = @freq_type, freq_interval = @freq_interval,
    freq_subday_type = @freq_subday_type, freq_subday_interval = @freq_subday_interval, freq_relative_interval = @freq_relative_interval,
    freq_recurrence_factor = @freq_recurrence_factor, active_start_date = @active_start_date, active_end_date = @active_end_date, active_start_time = @active_start_time,
    active_end_time = @active_end_time, date_modified = GETDATE(), version_number = version_number + 1
WHERE schedule_id = @schedule_id;
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
