-- relational-databases/system-tables/sql-server-agent-tables-transact-sql.md. The first job, schedule, category, operator or alert
-- creates the tables of all, in one transaction. Until then, views without rows stand for them.
CREATE PROCEDURE dbo.sp_create_agent_tables
AS
SET NOCOUNT ON;
IF EXISTS (SELECT * FROM sys.tables WHERE schema_id = 1 AND name = N'sysjobs') RETURN 0;
DECLARE @locked int;
BEGIN TRANSACTION;
EXEC @locked = sp_getapplock N'sp_create_agent_tables', 'Exclusive', 'Transaction';
IF NOT EXISTS (SELECT * FROM sys.tables WHERE schema_id = 1 AND name = N'sysjobs')
BEGIN
    CREATE TABLE dbo.sysjobs (job_id uniqueidentifier NOT NULL PRIMARY KEY, originating_server_id int NOT NULL, name sysname NOT NULL, enabled tinyint NOT NULL,
        description nvarchar(512) NULL, start_step_id int NOT NULL, category_id int NOT NULL, owner_sid varbinary(85) NOT NULL, notify_level_eventlog int NOT NULL,
        notify_level_email int NOT NULL, notify_level_netsend int NOT NULL, notify_level_page int NOT NULL, notify_email_operator_id int NOT NULL,
        notify_netsend_operator_id int NOT NULL, notify_page_operator_id int NOT NULL, delete_level int NOT NULL, date_created datetime NOT NULL,
        date_modified datetime NOT NULL, version_number int NOT NULL);
    CREATE TABLE dbo.sysjobsteps (job_id uniqueidentifier NOT NULL, step_id int NOT NULL, step_name sysname NOT NULL, subsystem nvarchar(40) NOT NULL,
        command nvarchar(max) NULL, flags int NOT NULL, additional_parameters nvarchar(max) NULL, cmdexec_success_code int NOT NULL, on_success_action tinyint NOT NULL,
        on_success_step_id int NOT NULL, on_fail_action tinyint NOT NULL, on_fail_step_id int NOT NULL, server sysname NULL, database_name sysname NULL,
        database_user_name sysname NULL, retry_attempts int NOT NULL, retry_interval int NOT NULL, os_run_priority int NOT NULL, output_file_name nvarchar(200) NULL,
        last_run_outcome int NOT NULL, last_run_duration int NOT NULL, last_run_retries int NOT NULL, last_run_date int NOT NULL, last_run_time int NOT NULL,
        proxy_id int NULL, step_uid uniqueidentifier NULL, PRIMARY KEY (job_id, step_id));
    CREATE TABLE dbo.sysjobservers (job_id uniqueidentifier NOT NULL, server_id int NOT NULL, last_run_outcome tinyint NOT NULL, last_outcome_message nvarchar(4000) NULL,
        last_run_date int NOT NULL, last_run_time int NOT NULL, last_run_duration int NOT NULL, PRIMARY KEY (job_id, server_id));
    CREATE TABLE dbo.sysjobschedules (schedule_id int NULL, job_id uniqueidentifier NULL, next_run_date int NOT NULL, next_run_time int NOT NULL, UNIQUE CLUSTERED (job_id, schedule_id));
    CREATE TABLE dbo.sysschedules (schedule_id int NOT NULL IDENTITY PRIMARY KEY, schedule_uid uniqueidentifier NOT NULL, originating_server_id int NOT NULL, name sysname NOT NULL,
        owner_sid varbinary(85) NOT NULL, enabled int NOT NULL, freq_type int NOT NULL, freq_interval int NOT NULL, freq_subday_type int NOT NULL,
        freq_subday_interval int NOT NULL, freq_relative_interval int NOT NULL, freq_recurrence_factor int NOT NULL, active_start_date int NOT NULL,
        active_end_date int NOT NULL, active_start_time int NOT NULL, active_end_time int NOT NULL, date_created datetime NOT NULL, date_modified datetime NOT NULL,
        version_number int NOT NULL);
    CREATE TABLE dbo.syscategories (category_id int NOT NULL PRIMARY KEY, category_class int NOT NULL, category_type tinyint NOT NULL, name sysname NOT NULL);
    CREATE TABLE dbo.sysoperators (id int NOT NULL IDENTITY PRIMARY KEY, name sysname NOT NULL UNIQUE, enabled tinyint NOT NULL, email_address nvarchar(100) NULL,
        last_email_date int NOT NULL, last_email_time int NOT NULL, pager_address nvarchar(100) NULL, last_pager_date int NOT NULL, last_pager_time int NOT NULL,
        weekday_pager_start_time int NOT NULL, weekday_pager_end_time int NOT NULL, saturday_pager_start_time int NOT NULL, saturday_pager_end_time int NOT NULL,
        sunday_pager_start_time int NOT NULL, sunday_pager_end_time int NOT NULL, pager_days tinyint NOT NULL, netsend_address nvarchar(100) NULL,
        last_netsend_date int NOT NULL, last_netsend_time int NOT NULL, category_id int NOT NULL);
    CREATE TABLE dbo.sysalerts (id int NOT NULL IDENTITY PRIMARY KEY, name sysname NOT NULL UNIQUE, event_source nvarchar(100) NOT NULL, event_category_id int NULL,
        event_id int NULL, message_id int NOT NULL, severity int NOT NULL, enabled tinyint NOT NULL, delay_between_responses int NOT NULL, last_occurrence_date int NOT NULL,
        last_occurrence_time int NOT NULL, last_response_date int NOT NULL, last_response_time int NOT NULL, notification_message nvarchar(512) NULL,
        include_event_description tinyint NOT NULL, database_name nvarchar(512) NULL, event_description_keyword nvarchar(100) NULL, occurrence_count int NOT NULL,
        count_reset_date int NOT NULL, count_reset_time int NOT NULL, job_id uniqueidentifier NOT NULL, has_notification int NOT NULL, flags int NOT NULL,
        performance_condition nvarchar(512) NULL, category_id int NOT NULL);
    CREATE TABLE dbo.sysnotifications (alert_id int NOT NULL, operator_id int NOT NULL, notification_method tinyint NOT NULL, PRIMARY KEY (alert_id, operator_id));
    INSERT dbo.syscategories VALUES (0, 1, 1, N'[Uncategorized (Local)]'), (1, 1, 1, N'Jobs from MSX'), (2, 1, 2, N'[Uncategorized (Multi-Server)]'),
        (3, 1, 1, N'Database Maintenance'), (5, 1, 1, N'Full-Text'), (6, 1, 1, N'Log Shipping'), (7, 1, 1, N'Database Engine Tuning Advisor'),
        (8, 1, 1, N'Data Collector'), (98, 2, 3, N'[Uncategorized]'), (99, 3, 3, N'[Uncategorized]');
END;
COMMIT TRANSACTION;
RETURN 0;
