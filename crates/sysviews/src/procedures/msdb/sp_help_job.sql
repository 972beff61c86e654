-- relational-databases/system-stored-procedures/sp-help-job-transact-sql.md. Every job is idle, because nothing runs jobs.
CREATE PROCEDURE dbo.sp_help_job @job_id uniqueidentifier = NULL, @job_name sysname = NULL, @job_aspect varchar(9) = NULL, @job_type varchar(12) = NULL,
    @owner_login_name sysname = NULL, @subsystem nvarchar(40) = NULL, @category_name sysname = NULL, @enabled tinyint = NULL, @execution_status int = NULL,
    @date_comparator char(1) = NULL, @date_created datetime = NULL, @date_last_modified datetime = NULL, @description nvarchar(512) = NULL
AS
SET NOCOUNT ON;
DECLARE @status int = 0, @one bit = CASE WHEN @job_id IS NULL AND @job_name IS NULL THEN 0 ELSE 1 END;
IF @one = 1 EXEC @status = dbo.sp_verify_job_identifiers '@job_name', '@job_id', @job_name OUTPUT, @job_id OUTPUT;
IF @status <> 0 RETURN 1;
SET @job_aspect = UPPER(ISNULL(@job_aspect, CASE @one WHEN 1 THEN 'ALL' ELSE 'JOB' END));
IF @job_aspect NOT IN ('ALL', 'JOB', 'STEPS', 'SCHEDULES', 'TARGETS')
BEGIN
    RAISERROR(14266, 16, 1, N'@job_aspect', N'ALL, JOB, STEPS, SCHEDULES, TARGETS');
    RETURN 1;
END;
IF UPPER(@job_type) NOT IN ('LOCAL', 'MULTI-SERVER')
BEGIN
    RAISERROR(14266, 16, 1, N'@job_type', N'LOCAL, MULTI-SERVER');
    RETURN 1;
END;
IF @date_comparator NOT IN ('=', '<', '>')
BEGIN
    RAISERROR(14266, 16, 1, N'@date_comparator', N'=, >, <');
    RETURN 1;
END;
IF @job_aspect <> 'JOB' AND @job_aspect <> 'ALL' AND @one = 0
BEGIN
    RAISERROR(14294, 16, 1, N'@job_id', N'@job_name');
    RETURN 1;
END;
IF @job_aspect IN ('ALL', 'JOB')
    SELECT j.job_id, CAST(SERVERPROPERTY('ServerName') AS nvarchar(30)) AS originating_server, j.name, j.enabled, j.description, j.start_step_id, c.name AS category,
           CAST(SUSER_SNAME(j.owner_sid) AS sysname) AS owner, j.notify_level_eventlog, j.notify_level_email, j.notify_level_netsend, j.notify_level_page,
           ISNULL(e.name, N'(unknown)') AS notify_email_operator, ISNULL(n.name, N'(unknown)') AS notify_netsend_operator, ISNULL(p.name, N'(unknown)') AS notify_page_operator,
           j.delete_level, j.date_created, j.date_modified, j.version_number, ISNULL(s.last_run_date, 0) AS last_run_date, ISNULL(s.last_run_time, 0) AS last_run_time,
           CAST(ISNULL(s.last_run_outcome, 5) AS int) AS last_run_outcome, 0 AS next_run_date, 0 AS next_run_time, 0 AS next_run_schedule_id, 4 AS current_execution_status,
           CAST(N'0 (unknown)' AS sysname) AS current_execution_step, 0 AS current_retry_attempt,
           (SELECT COUNT(*) FROM dbo.sysjobsteps AS t WHERE t.job_id = j.job_id) AS has_step,
           (SELECT COUNT(*) FROM dbo.sysjobschedules AS h WHERE h.job_id = j.job_id) AS has_schedule,
           CASE WHEN s.job_id IS NULL THEN 0 ELSE 1 END AS has_target, CASE WHEN s.job_id IS NULL THEN 0 ELSE 1 END AS type
    FROM dbo.sysjobs AS j LEFT JOIN dbo.sysjobservers AS s ON s.job_id = j.job_id LEFT JOIN dbo.syscategories AS c ON c.category_id = j.category_id
         LEFT JOIN dbo.sysoperators AS e ON e.id = j.notify_email_operator_id LEFT JOIN dbo.sysoperators AS n ON n.id = j.notify_netsend_operator_id
         LEFT JOIN dbo.sysoperators AS p ON p.id = j.notify_page_operator_id
    WHERE (@one = 0 OR j.job_id = @job_id) AND (@enabled IS NULL OR j.enabled = @enabled) AND (@category_name IS NULL OR c.name = @category_name)
      AND (@owner_login_name IS NULL OR j.owner_sid = SUSER_SID(@owner_login_name)) AND (@description IS NULL OR j.description LIKE @description)
      AND (@subsystem IS NULL OR EXISTS (SELECT * FROM dbo.sysjobsteps AS t WHERE t.job_id = j.job_id AND t.subsystem = @subsystem))
      AND (@execution_status IS NULL OR @execution_status = 4) AND (@job_type IS NULL OR UPPER(@job_type) = 'LOCAL')
      AND (@date_comparator IS NULL
           OR ((@date_created IS NULL OR @date_comparator = '=' AND j.date_created = @date_created OR @date_comparator = '<' AND j.date_created < @date_created
                OR @date_comparator = '>' AND j.date_created > @date_created)
               AND (@date_last_modified IS NULL OR @date_comparator = '=' AND j.date_modified = @date_last_modified
                    OR @date_comparator = '<' AND j.date_modified < @date_last_modified OR @date_comparator = '>' AND j.date_modified > @date_last_modified)))
    ORDER BY j.name;
IF @job_aspect = 'STEPS' OR @job_aspect = 'ALL' AND @one = 1 EXEC dbo.sp_help_jobstep @job_id = @job_id;
IF @job_aspect = 'SCHEDULES' OR @job_aspect = 'ALL' AND @one = 1 EXEC dbo.sp_help_jobschedule @job_id = @job_id;
IF @job_aspect = 'TARGETS' OR @job_aspect = 'ALL' AND @one = 1 EXEC dbo.sp_help_jobserver @job_id = @job_id, @show_last_run_details = 1;
RETURN 0;
