-- relational-databases/system-stored-procedures/sp-help-schedule-transact-sql.md. Descriptions are not written.
CREATE PROCEDURE dbo.sp_help_schedule @schedule_id int = NULL, @schedule_name sysname = NULL, @attached_schedules_only bit = 0, @include_description bit = 0
AS
SET NOCOUNT ON;
DECLARE @status int = 0;
IF @schedule_id IS NOT NULL OR @schedule_name IS NOT NULL
    EXEC @status = dbo.sp_verify_schedule_identifiers '@schedule_name', '@schedule_id', @schedule_name OUTPUT, @schedule_id OUTPUT;
IF @status <> 0 RETURN 1;
SELECT schedule_id, schedule_uid, name AS schedule_name, enabled, freq_type, freq_interval, freq_subday_type, freq_subday_interval, freq_relative_interval,
       freq_recurrence_factor, active_start_date, active_end_date, active_start_time, active_end_time, date_created,
       CAST(N'(Description not requested)' AS nvarchar(4000)) AS schedule_description,
       (SELECT COUNT(*) FROM dbo.sysjobschedules AS j WHERE j.schedule_id = s.schedule_id) AS job_count
FROM dbo.sysschedules AS s
WHERE (@schedule_id IS NULL OR schedule_id = @schedule_id)
  AND (@attached_schedules_only = 0 OR EXISTS (SELECT * FROM dbo.sysjobschedules AS j WHERE j.schedule_id = s.schedule_id))
ORDER BY schedule_id;
RETURN 0;
