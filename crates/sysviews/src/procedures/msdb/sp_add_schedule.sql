-- relational-databases/system-stored-procedures/sp-add-schedule-transact-sql.md
CREATE PROCEDURE dbo.sp_add_schedule @schedule_name sysname, @enabled tinyint = 1, @freq_type int = 0, @freq_interval int = 0, @freq_subday_type int = 0,
    @freq_subday_interval int = 0, @freq_relative_interval int = 0, @freq_recurrence_factor int = 0, @active_start_date int = NULL, @active_end_date int = 99991231,
    @active_start_time int = 0, @active_end_time int = 235959, @owner_login_name sysname = NULL, @schedule_uid uniqueidentifier = NULL OUTPUT,
    @schedule_id int = NULL OUTPUT, @originating_server sysname = NULL
AS
SET NOCOUNT ON;
EXEC dbo.sp_create_agent_tables;
DECLARE @status int, @owner_sid varbinary(85);
SELECT @active_start_date = ISNULL(NULLIF(@active_start_date, 0), CONVERT(int, CONVERT(char(8), GETDATE(), 112))), @owner_login_name = ISNULL(@owner_login_name, SUSER_SNAME()),
       @active_end_date = ISNULL(@active_end_date, 99991231);
EXEC @status = dbo.sp_verify_schedule @enabled, @freq_type, @freq_interval, @freq_subday_type, @freq_relative_interval, @freq_recurrence_factor, @active_start_date,
     @active_end_date, @active_start_time, @active_end_time, @owner_login_name, @owner_sid OUTPUT;
IF @status <> 0 RETURN 1;
SET @schedule_uid = ISNULL(@schedule_uid, NEWID());
INSERT dbo.sysschedules (schedule_uid, originating_server_id, name, owner_sid, enabled, freq_type, freq_interval, freq_subday_type, freq_subday_interval,
    freq_relative_interval, freq_recurrence_factor, active_start_date, active_end_date, active_start_time, active_end_time, date_created, date_modified, version_number)
VALUES (@schedule_uid, 0, LTRIM(RTRIM(@schedule_name)), @owner_sid, @enabled, @freq_type, @freq_interval, @freq_subday_type, @freq_subday_interval, @freq_relative_interval,
    @freq_recurrence_factor, @active_start_date, @active_end_date, @active_start_time, @active_end_time, GETDATE(), GETDATE(), 1);
IF @@ERROR <> 0 RETURN 1;
SET @schedule_id = SCOPE_IDENTITY();
RETURN 0;
