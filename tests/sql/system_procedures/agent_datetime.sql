-- docs/relational-databases/system-tables/dbo-sysjobhistory-transact-sql.md: run_date has the format yyyyMMdd and run_time HHmmss, both as
-- integers. The function of msdb, which is undocumented, makes a datetime of them.
SELECT msdb.dbo.agent_datetime(20240229, 235958) AS at, msdb.dbo.agent_datetime(20240229, 7) AS early, msdb.dbo.agent_datetime(NULL, 0) AS none;
SELECT j.name, msdb.dbo.agent_datetime(h.run_date, h.run_time) AS ran FROM msdb.dbo.sysjobs AS j JOIN msdb.dbo.sysjobhistory AS h ON h.job_id = j.job_id;
GO
USE msdb;
GO
SELECT dbo.agent_datetime(20240101, 120000) AS noon;
GO
USE master;
GO
-- It is in msdb alone.
SELECT dbo.agent_datetime(20240101, 120000);
GO
