-- relational-databases/system-stored-procedures/sp-help-jobschedule-transact-sql.md. Descriptions are not written.
CREATE PROCEDURE dbo.sp_help_jobschedule @job_id uniqueidentifier = NULL, @job_name sysname = NULL, @schedule_name sysname = NULL, @schedule_id int = NULL,
    @include_description bit = 0
AS
SET NOCOUNT ON;
DECLARE @status int;
EXEC @status = dbo.sp_verify_job_identifiers '@job_name', '@job_id', @job_name OUTPUT, @job_id OUTPUT;
IF @status <> 0 RETURN 1;
SELECT s.schedule_id, s.name AS schedule_name, s.enabled, s.freq_type, s.freq_interval, s.freq_subday_type, s.freq_subday_interval, s.freq_relative_interval,
       s.freq_recurrence_factor, s.active_start_date, s.active_end_date, s.active_start_time, s.active_end_time, s.date_created,
       CAST(N'(Description not requested)' AS nvarchar(4000)) AS schedule_description, j.next_run_date, j.next_run_time, s.schedule_uid,
       (SELECT COUNT(*) FROM dbo.sysjobschedules AS c WHERE c.schedule_id = s.schedule_id) AS job_count
FROM dbo.sysjobschedules AS j JOIN dbo.sysschedules AS s ON s.schedule_id = j.schedule_id
WHERE j.job_id = @job_id AND (@schedule_name IS NULL OR s.name = @schedule_name) AND (@schedule_id IS NULL OR s.schedule_id = @schedule_id)
ORDER BY s.schedule_id;
RETURN 0;
