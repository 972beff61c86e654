-- docs/relational-databases/system-tables/log-shipping-tables-transact-sql.md and the pages of the tables: no database is in a log shipping
-- configuration.
SELECT p.primary_database, s.secondary_server, m.last_backup_date FROM msdb.dbo.log_shipping_primary_databases AS p
JOIN msdb.dbo.log_shipping_primary_secondaries AS s ON s.primary_id = p.primary_id JOIN msdb.dbo.log_shipping_monitor_primary AS m ON m.primary_id = p.primary_id;
SELECT s.primary_server, d.secondary_database, m.last_restored_date FROM msdb.dbo.log_shipping_secondary AS s
JOIN msdb.dbo.log_shipping_secondary_databases AS d ON d.secondary_id = s.secondary_id
JOIN msdb.dbo.log_shipping_monitor_secondary AS m ON m.secondary_id = d.secondary_id AND m.secondary_database = d.secondary_database;
SELECT e.message FROM msdb.dbo.log_shipping_monitor_error_detail AS e JOIN msdb.dbo.log_shipping_monitor_history_detail AS h ON h.agent_id = e.agent_id;
GO
-- docs/relational-databases/system-stored-procedures: sp-help-log-shipping-alert-job-transact-sql.md, sp-help-log-shipping-monitor-transact-sql.md,
-- sp-help-log-shipping-monitor-primary-transact-sql.md, sp-help-log-shipping-monitor-secondary-transact-sql.md and the other procedures.
EXEC master.dbo.sp_help_log_shipping_alert_job;
EXEC master.dbo.sp_help_log_shipping_monitor;
EXEC sp_help_log_shipping_monitor_primary @primary_server = N'here', @primary_database = N'AdventureWorks';
EXEC sp_help_log_shipping_monitor_secondary @secondary_server = N'there', @secondary_database = N'AdventureWorks';
EXEC master.dbo.sp_help_log_shipping_primary_database @database = N'AdventureWorks2012';
EXECUTE master.dbo.sp_help_log_shipping_primary_secondary @primary_database = N'AdventureWorks';
EXEC sp_help_log_shipping_secondary_database @secondary_database = N'AdventureWorks';
EXEC sp_help_log_shipping_secondary_primary @primary_server = N'here', @primary_database = N'AdventureWorks';
GO
EXEC sp_help_log_shipping_monitor_primary @primary_server = N'here';
GO
-- docs/relational-databases/system-functions/sys-fn-hadr-is-primary-replica-transact-sql.md: NULL for a database that is in no availability group.
-- sys-fn-hadr-backup-is-preferred-replica-transact-sql.md doesn't name the value; 1 is inferred from what scripts rely on.
SELECT sys.fn_hadr_is_primary_replica('master') AS is_primary, master.sys.fn_hadr_is_primary_replica(N'nonesuch') AS unknown,
       sys.fn_hadr_backup_is_preferred_replica('master') AS is_preferred;
SELECT name FROM sys.databases WHERE sys.fn_hadr_backup_is_preferred_replica(name) <> 1;
GO
-- docs/relational-databases/system-functions: sys-fn-hadr-distributed-ag-replica-transact-sql.md, sys-fn-hadr-distributed-ag-database-replica-transact-sql.md.
DECLARE @lagId uniqueidentifier = '4A03D1A8-4AE6-B153-E7E9-ED22A546008D', @replicaId uniqueidentifier = 'D5517513-04A8-FD82-14C6-E684EC913935';
SELECT * FROM sys.fn_hadr_distributed_ag_replica(@lagId, @replicaId);
SELECT * FROM sys.fn_hadr_distributed_ag_database_replica(@lagId, @replicaId);
GO
