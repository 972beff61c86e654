-- docs/relational-databases/system-stored-procedures/sp-help-jobhistory-transact-sql.md with its examples: no job runs, so the history has no
-- rows. The undocumented view sysjobs_view has the jobs of docs/relational-databases/system-tables/dbo-sysjobs-transact-sql.md.
USE msdb;
GO
SELECT COUNT(*) AS jobs FROM dbo.sysjobs_view;
EXEC dbo.sp_help_jobhistory;
GO
EXEC dbo.sp_help_jobhistory
    @job_name = N'NightlyBackups' ;
GO
EXEC dbo.sp_add_job @job_name = N'NightlyBackups';
EXEC dbo.sp_help_jobhistory
    @job_name = N'NightlyBackups' ;
GO
EXEC dbo.sp_help_jobhistory
    @sql_message_id = 50100,
    @sql_severity = 20,
    @run_status = 0,
    @mode = N'FULL' ;
GO
EXEC dbo.sp_help_jobhistory @mode = 'SOME';
EXEC dbo.sp_help_jobhistory @run_status = 6;
GO
USE master;
GO
SELECT j.name, j.enabled, c.name AS category, CASE WHEN j.originating_server = @@SERVERNAME THEN 1 ELSE 0 END AS is_local, j.master_server, SUSER_SNAME(j.owner_sid) AS owner
FROM msdb.dbo.sysjobs_view AS j LEFT JOIN msdb.dbo.syscategories AS c ON c.category_id = j.category_id;
EXEC msdb.dbo.sp_delete_job @job_name = N'NightlyBackups';
SELECT COUNT(*) AS jobs FROM msdb..sysjobs_view;
GO
-- It is msdb's alone.
SELECT COUNT(*) AS jobs FROM master.dbo.sysjobs_view;
GO
