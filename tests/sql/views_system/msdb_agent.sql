-- docs/relational-databases/system-tables: dbo-cdc-jobs-transact-sql.md, dbo-sysdownloadlist-transact-sql.md, dbo-sysproxylogin-transact-sql.md,
-- dbo-sysproxysubsystem-transact-sql.md, dbo-systargetservergroups-transact-sql.md, dbo-systargetservergroupmembers-transact-sql.md,
-- dbo-systaskids-transact-sql.md, sysdbmaintplans-transact-sql.md, sysssispackages-transact-sql.md and the neighbours of these pages.
SELECT l.flags FROM msdb.dbo.sysproxies AS p JOIN msdb.dbo.sysproxylogin AS l ON l.proxy_id = p.proxy_id JOIN msdb.dbo.sysproxysubsystem AS s ON s.proxy_id = p.proxy_id;
SELECT g.name FROM msdb.dbo.systargetservergroups AS g JOIN msdb.dbo.systargetservergroupmembers AS m ON m.servergroup_id = g.servergroup_id;
SELECT t.task_id, d.target_server, c.job_type FROM msdb.dbo.systaskids AS t CROSS JOIN msdb.dbo.sysdownloadlist AS d CROSS JOIN msdb.dbo.cdc_jobs AS c;
SELECT p.plan_name, d.database_name, h.activity, j.job_id FROM msdb.dbo.sysdbmaintplans AS p JOIN msdb.dbo.sysdbmaintplan_databases AS d ON d.plan_id = p.plan_id
JOIN msdb.dbo.sysdbmaintplan_history AS h ON h.plan_id = p.plan_id JOIN msdb.dbo.sysdbmaintplan_jobs AS j ON j.plan_id = p.plan_id;
SELECT p.name, p.packagetype, f.foldername FROM msdb.dbo.sysssispackages AS p JOIN msdb.dbo.sysssispackagefolders AS f ON f.folderid = p.folderid;
SELECT event, source, message FROM msdb.dbo.sysssislog;
GO
-- docs/relational-databases/system-tables: data-tier-application-tables-sysdac-instances-internal.md, data-tier-application-tables-sysdac-history-internal.md.
SELECT h.action_type_name FROM msdb.dbo.sysdac_history_internal AS h WHERE h.instance_id NOT IN (SELECT instance_id FROM msdb.dbo.sysdac_instances_internal);
GO
-- docs/relational-databases/system-stored-procedures: sp-syspolicy-purge-history-transact-sql.md, sp-syspolicy-configure-transact-sql.md:
-- Policy-Based Management is disabled, and can't be enabled.
SELECT current_value FROM msdb.dbo.syspolicy_configuration WHERE name = N'HistoryRetentionInDays';
SELECT name, CONVERT(bit, current_value) AS value, SQL_VARIANT_PROPERTY(current_value, 'BaseType') AS type FROM msdb.dbo.syspolicy_configuration;
EXEC msdb.dbo.sp_syspolicy_configure @name = N'Enabled', @value = 1;
GO
-- docs/relational-databases/system-tables/dbo-sysschedules-transact-sql.md: the undocumented views sysschedules_localserver_view and
-- sysoriginatingservers_view have the schedules of the server itself.
SELECT originating_server_id, originating_server, master_server FROM msdb.dbo.sysoriginatingservers_view;
SELECT COUNT(*) AS schedules FROM msdb.dbo.sysschedules_localserver_view;
EXEC msdb.dbo.sp_add_schedule @schedule_name = N'Nightly', @freq_type = 4, @freq_interval = 1, @active_start_time = 10000;
IF NOT EXISTS (SELECT schedule_id FROM msdb.dbo.sysschedules_localserver_view WHERE name = N'Nightly') PRINT 'missing';
SELECT name, freq_type, active_start_time, originating_server, master_server FROM msdb.dbo.sysschedules_localserver_view;
GO
-- docs/relational-databases/system-tables: extended-events-tables-trace-xe-action-map.md, extended-events-tables-trace-xe-event-map.md with their
-- queries, and msreplication-options-transact-sql.md: SQL Trace and replication are missing.
SELECT tc.name AS trace_column, am.package_name, am.xe_action_name FROM sys.trace_columns AS tc INNER JOIN sys.trace_xe_action_map AS am ON tc.trace_column_id = am.trace_column_id;
SELECT te.name, xe.package_name, xe.xe_event_name FROM sys.trace_events AS te LEFT JOIN sys.trace_xe_event_map AS xe ON te.trace_event_id = xe.trace_event_id
WHERE xe.trace_event_id IS NOT NULL;
SELECT * FROM master.dbo.MSreplication_options;
GO
SELECT * FROM tempdb.dbo.MSreplication_options;
GO
-- docs/t-sql/functions/object-id-transact-sql.md: tables of the system are found in master and msdb, whether the name has the database or not.
SELECT name FROM (VALUES (N'master.dbo.spt_values'), (N'dbo.spt_values'), (N'MSreplication_options'), (N'tempdb.dbo.spt_values'), (N'dbo.sysmail_profile'),
    (N'msdb..sysmail_profile'), (N'msdb.dbo.sysschedules_localserver_view'), (N'msdb.dbo.sysmail_help_account_sp')) AS n(name) WHERE OBJECT_ID(name) IS NULL;
USE msdb;
SELECT name FROM (VALUES (N'dbo.sysmail_profile'), (N'sysjobs'), (N'sysschedules_localserver_view'), (N'dbo.sp_add_job'), (N'dbo.spt_values'), (N'sp_who')) AS n(name)
WHERE OBJECT_ID(name) IS NULL;
GO
