-- docs/relational-databases/system-tables: backupset-transact-sql.md, backupmediafamily-transact-sql.md, dbo-sysjobs-transact-sql.md, dbo-sysjobhistory-transact-sql.md and the other tables for
-- backups, jobs, mail and maintenance plans. They are in the schema dbo of msdb alone.
SELECT MAX(s.backup_finish_date) AS last FROM msdb.dbo.backupset AS s JOIN msdb.dbo.backupmediafamily AS m ON m.media_set_id = s.media_set_id WHERE s.database_name = N'master';
SELECT d.name, s.type FROM sys.databases AS d LEFT JOIN msdb..backupset AS s ON s.database_name = d.name WHERE d.name = N'model';
SELECT j.name, h.run_status FROM msdb.dbo.sysjobs AS j JOIN msdb.dbo.sysjobhistory AS h ON h.job_id = j.job_id;
SELECT COUNT(*) AS mails FROM msdb.dbo.sysmail_allitems WHERE sent_status = 'failed';
SELECT CASE WHEN OBJECT_ID(N'msdb.dbo.sysjobs') IS NOT NULL THEN 'exists' END AS jobs, OBJECT_ID(N'msdb.dbo.nothing') AS nothing, OBJECT_ID(N'dbo.sysjobs') AS elsewhere;
GO
SELECT * FROM dbo.backupset;
GO
SELECT * FROM master.dbo.sysjobs;
GO
USE msdb;
SELECT * FROM backupmediaset;
SELECT * FROM dbo.sysjobschedules;
GO
INSERT INTO dbo.sysjobschedules VALUES (1, NEWID(), 0, 0);
GO
-- Log shipping, proxies and multiserver jobs leave their tables empty: log-shipping-monitor-primary-transact-sql.md, dbo-sysproxylogin-transact-sql.md, dbo-systargetservergroups-transact-sql.md.
SELECT p.primary_database, m.last_backup_date FROM msdb.dbo.log_shipping_primary_databases AS p LEFT JOIN msdb.dbo.log_shipping_monitor_primary AS m ON m.primary_id = p.primary_id;
SELECT x.name, l.sid, b.subsystem_id FROM msdb.dbo.sysproxies AS x LEFT JOIN msdb.dbo.sysproxylogin AS l ON l.proxy_id = x.proxy_id LEFT JOIN msdb.dbo.sysproxysubsystem AS b ON b.proxy_id = x.proxy_id;
SELECT g.name, m.server_id FROM msdb.dbo.systargetservergroups AS g JOIN msdb.dbo.systargetservergroupmembers AS m ON m.servergroup_id = g.servergroup_id;
GO
