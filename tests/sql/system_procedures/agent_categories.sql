-- docs/relational-databases/system-tables/dbo-syscategories-transact-sql.md: the predefined categories exist from the beginning, so that a script
-- that looks for one before it adds it (as Management Studio writes scripts of jobs) finds it.
SELECT name FROM msdb.dbo.syscategories WHERE category_class = 1 AND category_type = 1 ORDER BY category_id;
DECLARE @ReturnCode int = 0;
IF NOT EXISTS (SELECT name FROM msdb.dbo.syscategories WHERE name = N'[Uncategorized (Local)]' AND category_class = 1)
    EXEC @ReturnCode = msdb.dbo.sp_add_category @class = N'JOB', @type = N'LOCAL', @name = N'[Uncategorized (Local)]';
SELECT @ReturnCode AS code;
EXEC msdb.dbo.sp_add_category @class = N'JOB', @type = N'LOCAL', @name = N'Own';
SELECT category_id, name FROM msdb.dbo.syscategories WHERE category_class = 1 AND category_id IN (0, 3) OR name = N'Own' ORDER BY name;
GO
-- docs/relational-databases/system-stored-procedures/sp-add-alert-transact-sql.md: an alert without a job; scripts write a zero for its id.
EXEC msdb.dbo.sp_add_alert @name = N'Severity 19', @severity = 19, @job_id = N'00000000-0000-0000-0000-000000000000';
EXEC msdb.dbo.sp_update_alert @name = N'Severity 19', @enabled = 0, @job_id = N'00000000-0000-0000-0000-000000000000';
SELECT name, severity, enabled, CASE job_id WHEN N'00000000-0000-0000-0000-000000000000' THEN 'none' END AS job FROM msdb.dbo.sysalerts;
GO
