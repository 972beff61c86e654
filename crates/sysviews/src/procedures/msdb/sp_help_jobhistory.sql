-- relational-databases/system-stored-procedures/sp-help-jobhistory-transact-sql.md. The result has no rows as long as no job has run.
CREATE PROCEDURE dbo.sp_help_jobhistory @job_id uniqueidentifier = NULL, @job_name sysname = NULL, @step_id int = NULL, @sql_message_id int = NULL, @sql_severity int = NULL,
    @start_run_date int = NULL, @end_run_date int = NULL, @start_run_time int = NULL, @end_run_time int = NULL, @minimum_run_duration int = NULL, @run_status int = NULL,
    @minimum_retries int = NULL, @oldest_first int = 0, @server nvarchar(30) = NULL, @mode varchar(7) = 'SUMMARY'
AS
SET NOCOUNT ON;
DECLARE @status int = 0;
IF @job_id IS NOT NULL OR @job_name IS NOT NULL
    EXEC @status = dbo.sp_verify_job_identifiers '@job_name', '@job_id', @job_name OUTPUT, @job_id OUTPUT;
IF @status <> 0 RETURN 1;
SET @mode = UPPER(ISNULL(@mode, 'SUMMARY'));
IF @mode NOT IN ('SUMMARY', 'FULL')
BEGIN
    RAISERROR(14266, 16, 1, N'@mode', N'SUMMARY, FULL');
    RETURN 1;
END;
IF @run_status NOT BETWEEN 0 AND 5
BEGIN
    RAISERROR(14266, 16, 1, N'@run_status', N'0..5');
    RETURN 1;
END;
SELECT h.instance_id, h.job_id, j.name AS job_name, h.step_id, h.step_name, h.sql_message_id, h.sql_severity, CAST(h.message AS nvarchar(1024)) AS message, h.run_status,
       h.run_date, h.run_time, h.run_duration, CAST(e.name AS nvarchar(20)) AS operator_emailed, CAST(n.name AS nvarchar(20)) AS operator_netsent,
       CAST(p.name AS nvarchar(20)) AS operator_paged, h.retries_attempted, CAST(h.server AS nvarchar(30)) AS server
INTO #history
FROM dbo.sysjobhistory AS h JOIN dbo.sysjobs AS j ON j.job_id = h.job_id LEFT JOIN dbo.sysoperators AS e ON e.id = h.operator_id_emailed
     LEFT JOIN dbo.sysoperators AS n ON n.id = h.operator_id_netsent LEFT JOIN dbo.sysoperators AS p ON p.id = h.operator_id_paged
WHERE (@job_id IS NULL OR h.job_id = @job_id) AND (@step_id IS NULL OR h.step_id = @step_id) AND (@sql_message_id IS NULL OR h.sql_message_id = @sql_message_id)
  AND (@sql_severity IS NULL OR h.sql_severity = @sql_severity) AND (@start_run_date IS NULL OR h.run_date >= @start_run_date)
  AND (@end_run_date IS NULL OR h.run_date <= @end_run_date) AND (@start_run_time IS NULL OR h.run_time >= @start_run_time)
  AND (@end_run_time IS NULL OR h.run_time <= @end_run_time) AND (@minimum_run_duration IS NULL OR h.run_duration >= @minimum_run_duration)
  AND (@run_status IS NULL OR h.run_status = @run_status) AND (@minimum_retries IS NULL OR h.retries_attempted >= @minimum_retries)
  AND (@server IS NULL OR h.server = @server);
IF @mode = 'FULL'
    SELECT * FROM #history ORDER BY CASE @oldest_first WHEN 1 THEN instance_id ELSE -instance_id END;
ELSE
    SELECT job_id, job_name, run_status, run_date, run_time, run_duration, operator_emailed, operator_netsent, operator_paged, retries_attempted, server
    FROM #history ORDER BY CASE @oldest_first WHEN 1 THEN instance_id ELSE -instance_id END;
RETURN 0;
