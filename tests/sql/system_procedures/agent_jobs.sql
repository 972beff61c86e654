-- docs/relational-databases/system-stored-procedures: sp-add-job-transact-sql.md, sp-add-jobstep-transact-sql.md, sp-add-schedule-transact-sql.md,
-- sp-attach-schedule-transact-sql.md, sp-add-jobserver-transact-sql.md, sp-update-job-transact-sql.md, sp-help-job-transact-sql.md, sp-help-jobstep-transact-sql.md,
-- sp-start-job-transact-sql.md, sp-delete-job-transact-sql.md, sp-add-category-transact-sql.md, sp-add-operator-transact-sql.md,
-- sp-help-jobcount-transact-sql.md, sp-help-jobs-in-schedule-transact-sql.md, sp-help-jobactivity-transact-sql.md. Their examples, and the errors of a name
-- that doesn't exist or exists already. Jobs don't run.
USE msdb;
GO
EXEC dbo.sp_update_job @job_name = N'NightlyBackups', @enabled = 0;
GO
EXEC dbo.sp_add_job @job_name = N'NightlyBackups';
SELECT name, enabled, description, start_step_id, category_id, SUSER_SNAME(owner_sid) AS owner, notify_level_eventlog, delete_level, version_number FROM dbo.sysjobs;
GO
EXEC dbo.sp_add_job @job_name = N'NightlyBackups';
GO
EXEC dbo.sp_add_job @job_name = N'Ad hoc Sales Data Backup', @category_name = N'AdminJobs';
GO
EXEC dbo.sp_add_job @job_name = N'Ad hoc Sales Data Backup', @owner_login_name = N'nobody';
GO
EXEC dbo.sp_add_job @job_name = N'Ad hoc Sales Data Backup', @notify_email_operator_name = N'Dan Wilson', @notify_level_email = 2;
GO
EXEC dbo.sp_add_job @job_name = N'Ad hoc Sales Data Backup', @notify_level_email = 5;
GO
-- The examples of sp_add_jobstep, sp_add_schedule and sp_attach_schedule.
CREATE DATABASE Sales;
GO
DECLARE @job_id uniqueidentifier;
EXEC sp_add_job @job_name = N'Weekly Sales Data Backup', @job_id = @job_id OUTPUT;
SELECT COUNT(*) AS jobs FROM dbo.sysjobs WHERE job_id = @job_id;
EXEC sp_add_jobstep @job_name = N'Weekly Sales Data Backup', @step_name = N'Set database to read only', @subsystem = N'TSQL', @command = N'ALTER DATABASE SALES SET READ_ONLY',
    @retry_attempts = 5, @retry_interval = 5;
EXEC sp_add_jobstep @job_id = @job_id, @step_name = N'Last', @database_name = N'Sales', @on_success_action = 4, @on_success_step_id = 1;
EXEC sp_add_jobstep @job_id = @job_id, @step_name = N'First', @step_id = 1, @command = N'PRINT 1', @on_success_action = 3;
EXEC dbo.sp_help_jobstep @job_name = N'Weekly Sales Data Backup';
EXEC dbo.sp_help_jobstep @job_name = N'Weekly Sales Data Backup', @step_id = 4;
EXEC sp_add_jobstep @job_id = @job_id, @step_name = N'First';
EXEC sp_add_jobstep @job_id = @job_id, @step_name = N'Other', @subsystem = N'Shell';
EXEC sp_add_jobstep @job_id = @job_id, @step_name = N'Other', @database_name = N'nothing';
EXEC sp_add_jobstep @job_id = @job_id, @step_name = N'Other', @step_id = 9;
EXEC sp_add_jobstep @job_id = @job_id, @step_name = N'Other', @on_fail_action = 9;
EXEC sp_add_jobstep @step_name = N'Other';
EXEC sp_update_jobstep @job_id = @job_id, @step_id = 1, @command = N'PRINT 2';
EXEC sp_delete_jobstep @job_id = @job_id, @step_id = 2;
SELECT step_id, step_name, command, on_success_action, on_success_step_id FROM dbo.sysjobsteps WHERE job_id = @job_id ORDER BY step_id;
GO
EXEC dbo.sp_add_schedule @schedule_name = N'RunOnce', @freq_type = 1, @active_start_time = 233000;
EXEC sp_add_schedule @schedule_name = N'NightlyJobs', @freq_type = 4, @freq_interval = 1, @active_start_time = 010000;
EXEC sp_attach_schedule @job_name = N'NightlyBackups', @schedule_name = N'NightlyJobs';
EXEC sp_attach_schedule @job_name = N'Weekly Sales Data Backup', @schedule_name = N'NightlyJobs';
SELECT schedule_id, name, enabled, freq_type, freq_interval, active_start_time, active_end_date FROM dbo.sysschedules ORDER BY schedule_id;
SELECT j.name, s.name AS schedule, js.next_run_date FROM dbo.sysjobschedules AS js JOIN dbo.sysjobs AS j ON j.job_id = js.job_id
JOIN dbo.sysschedules AS s ON s.schedule_id = js.schedule_id ORDER BY j.name;
EXEC sp_help_jobcount @schedule_name = N'NightlyJobs';
EXEC sp_help_jobcount;
EXEC sp_help_jobs_in_schedule @schedule_id = 99;
EXEC sp_help_jobactivity @job_name = N'NightlyBackups';
CREATE TABLE #jobs(job_id uniqueidentifier, originating_server nvarchar(30), name sysname, enabled tinyint, description nvarchar(512), start_step_id int, category sysname,
    owner sysname, notify_level_eventlog int, notify_level_email int, notify_level_netsend int, notify_level_page int, notify_email_operator sysname,
    notify_netsend_operator sysname, notify_page_operator sysname, delete_level int, date_created datetime, date_modified datetime, version_number int, last_run_date int,
    last_run_time int, last_run_outcome int, next_run_date int, next_run_time int, next_run_schedule_id int, current_execution_status int, current_execution_step sysname,
    current_retry_attempt int, has_step int, has_schedule int, has_target int, type int);
INSERT #jobs EXEC sp_help_jobs_in_schedule @schedule_name = N'NightlyJobs';
SELECT name, has_schedule, has_step, current_execution_status FROM #jobs;
DROP TABLE #jobs;
EXEC sp_attach_schedule @job_name = N'NightlyBackups', @schedule_name = N'Weekly';
EXEC sp_add_schedule @schedule_name = N'Wrong', @freq_type = 3;
EXEC sp_add_schedule @schedule_name = N'Wrong', @freq_type = 1, @active_start_date = 20261345;
EXEC sp_add_schedule @schedule_name = N'Wrong', @freq_type = 1, @active_start_date = 20260201, @active_end_date = 20260101;
EXEC sp_delete_schedule @schedule_name = N'NightlyJobs';
EXEC sp_detach_schedule @job_name = N'NightlyBackups', @schedule_name = N'RunOnce';
EXEC sp_detach_schedule @job_name = N'NightlyBackups', @schedule_name = N'NightlyJobs';
EXEC sp_delete_schedule @schedule_name = N'RunOnce';
SELECT name FROM dbo.sysschedules;
GO
-- A job without a server can't start; one with a server needs the Agent.
EXEC dbo.sp_start_job N'Nothing';
GO
EXEC dbo.sp_add_jobserver @job_name = N'NightlyBackups';
EXEC dbo.sp_add_jobserver @job_name = N'Weekly Sales Data Backup', @server_name = N'(local)';
EXEC dbo.sp_add_jobserver @job_name = N'NightlyBackups', @server_name = N'SEATTLE2';
GO
EXEC dbo.sp_start_job N'Weekly Sales Data Backup';
GO
EXEC dbo.sp_stop_job N'Weekly Sales Data Backup';
GO
-- The example of sp_update_job.
EXEC dbo.sp_update_job @job_name = N'NightlyBackups', @new_name = N'NightlyBackups -- Disabled', @description = N'Nightly backups disabled during server migration.', @enabled = 0;
EXEC dbo.sp_update_job @job_name = N'NightlyBackups -- Disabled', @new_name = N'Weekly Sales Data Backup';
SELECT name, enabled, description, version_number FROM dbo.sysjobs ORDER BY name;
GO
-- Categories and operators.
EXEC dbo.sp_add_category @class = N'JOB', @type = N'LOCAL', @name = N'AdminJobs';
EXEC dbo.sp_add_category @class = N'JOB', @type = N'LOCAL', @name = N'AdminJobs';
EXEC dbo.sp_add_category @class = N'JOB', @type = N'NONE', @name = N'x';
EXEC dbo.sp_add_operator @name = N'Dan Wilson', @enabled = 1, @email_address = N'danwi', @pager_address = N'5551290AW@pager.Adventure-Works.com', @pager_days = 62;
EXEC dbo.sp_update_job @job_name = N'Weekly Sales Data Backup', @category_name = N'AdminJobs', @notify_email_operator_name = N'Dan Wilson', @notify_level_email = 2;
SELECT j.name, c.name AS category, o.name AS operator FROM dbo.sysjobs AS j JOIN dbo.syscategories AS c ON c.category_id = j.category_id
LEFT JOIN dbo.sysoperators AS o ON o.id = j.notify_email_operator_id ORDER BY j.name;
EXEC dbo.sp_help_category @name = N'[Uncategorized (Local)]';
EXEC dbo.sp_delete_category N'JOB', N'AdminJobs';
EXEC dbo.sp_delete_category N'JOB', N'Database Maintenance';
EXEC dbo.sp_delete_operator @name = N'Dan Wilson';
SELECT name, category_id, notify_level_email, notify_email_operator_id FROM dbo.sysjobs ORDER BY name;
GO
EXEC dbo.sp_help_job @job_name = N'Nothing';
GO
CREATE TABLE #jobs (job_id uniqueidentifier, originating_server nvarchar(30), name sysname, enabled tinyint, description nvarchar(512), start_step_id int, category sysname,
    owner sysname, notify_level_eventlog int, notify_level_email int, notify_level_netsend int, notify_level_page int, notify_email_operator sysname,
    notify_netsend_operator sysname, notify_page_operator sysname, delete_level int, date_created datetime, date_modified datetime, version_number int, last_run_date int,
    last_run_time int, last_run_outcome int, next_run_date int, next_run_time int, next_run_schedule_id int, current_execution_status int, current_execution_step sysname,
    current_retry_attempt int, has_step int, has_schedule int, has_target int, type int);
INSERT #jobs EXEC dbo.sp_help_job;
SELECT name, category, last_run_outcome, current_execution_status, has_step, has_schedule, has_target, type FROM #jobs ORDER BY name;
GO
-- A job is deleted with its steps, and with schedules that no other job has.
USE master;
EXEC msdb.dbo.sp_delete_job @job_name = N'Weekly Sales Data Backup';
SELECT (SELECT COUNT(*) FROM msdb.dbo.sysjobs) AS jobs, (SELECT COUNT(*) FROM msdb.dbo.sysjobsteps) AS steps, (SELECT COUNT(*) FROM msdb.dbo.sysschedules) AS schedules,
       (SELECT COUNT(*) FROM msdb..sysjobservers) AS servers;
GO
EXEC sp_add_job N'elsewhere';
GO
EXEC msdb.dbo.sp_send_dbmail @recipients = 'a@b.c';
GO
-- @crash
SELECT name FROM msdb.dbo.sysjobs;
GO
-- Alerts and their notifications.
EXEC msdb.dbo.sp_add_alert @name = N'Test Alert', @message_id = 55001, @severity = 0, @notification_message = N'Error 55001 has occurred.';
EXEC msdb.dbo.sp_add_alert @name = N'Test Alert', @severity = 16;
EXEC msdb.dbo.sp_add_operator @name = N'operator1';
EXEC msdb.dbo.sp_add_notification @alert_name = N'Test Alert', @operator_name = N'operator1', @notification_method = 3;
EXEC msdb.dbo.sp_add_notification @alert_name = N'Test Alert', @operator_name = N'nobody', @notification_method = 1;
EXEC msdb.dbo.sp_update_alert @name = N'Test Alert', @enabled = 0;
SELECT name, message_id, enabled, has_notification FROM msdb.dbo.sysalerts;
EXEC msdb.dbo.sp_delete_notification @alert_name = N'Test Alert', @operator_name = N'operator1';
SELECT has_notification FROM msdb.dbo.sysalerts;
EXEC msdb.dbo.sp_delete_alert @name = N'Test Alert';
EXEC msdb.dbo.sp_delete_alert @name = N'Test Alert';
GO
DECLARE @value nvarchar(100) = N'as before';
EXEC master.dbo.xp_regread N'HKEY_LOCAL_MACHINE', N'SOFTWARE\Nothing', N'Name', @value OUTPUT;
SELECT @value AS value;
GO
