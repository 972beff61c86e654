-- relational-databases/system-stored-procedures/sp-help-jobs-in-schedule-transact-sql.md. Every job is idle, because nothing runs jobs.
CREATE PROCEDURE dbo.sp_help_jobs_in_schedule @schedule_name sysname = NULL, @schedule_id int = NULL
AS
SET NOCOUNT ON;
DECLARE @status int;
EXEC @status = dbo.sp_verify_schedule_identifiers '@schedule_name', '@schedule_id', @schedule_name OUTPUT, @schedule_id OUTPUT;
IF @status <> 0 RETURN 1;
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
WHERE EXISTS (SELECT * FROM dbo.sysjobschedules AS a WHERE a.job_id = j.job_id AND a.schedule_id = @schedule_id)
ORDER BY j.name;
RETURN 0;
