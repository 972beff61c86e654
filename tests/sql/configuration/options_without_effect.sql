-- docs/database-engine/configure-windows/allow-updates-server-configuration-option.md: the setting has no effect, and makes RECONFIGURE fail;
-- configure-the-remote-query-timeout-server-configuration-option.md, configure-the-remote-access-server-configuration-option.md (after a restart),
-- view-or-configure-the-backup-compression-default-server-configuration-option.md, optimize-for-ad-hoc-workloads-server-configuration-option.md,
-- open-objects-server-configuration-option.md: options that set-up scripts change.
EXEC sp_configure 'show advanced options', 1;
RECONFIGURE;
EXEC sp_configure 'remote query timeout (s)', 0;
EXEC sp_configure 'backup compression default', 1;
EXEC sp_configure 'optimize for ad hoc workloads', 1;
EXEC sp_configure 'open objects', 500;
EXEC sp_configure 'remote access', 0;
RECONFIGURE;
SELECT name, value, value_in_use FROM sys.configurations WHERE configuration_id IN (107, 117, 1520, 1579, 1581) ORDER BY name;
GO
-- 5808
EXEC sp_configure 'allow updates', 1;
RECONFIGURE;
GO
RECONFIGURE WITH OVERRIDE;
SELECT value_in_use FROM sys.configurations WHERE name = 'allow updates';
GO
-- @restart
SELECT name, value, value_in_use FROM sys.configurations WHERE configuration_id IN (107, 117, 1520, 1579, 1581) ORDER BY name;
GO
SELECT 17 AS once;
GO
-- With 'optimize for ad hoc workloads', the plan of a batch is kept from its second compilation on.
SELECT COUNT(*) AS kept FROM sys.dm_exec_cached_plans AS p CROSS APPLY sys.dm_exec_sql_text(p.plan_handle) AS t WHERE t.text LIKE 'SELECT 17 AS%';
GO
SELECT 17 AS once;
GO
SELECT COUNT(*) AS kept FROM sys.dm_exec_cached_plans AS p CROSS APPLY sys.dm_exec_sql_text(p.plan_handle) AS t WHERE t.text LIKE 'SELECT 17 AS%';
GO
-- Other options keep the value that is true here.
EXEC sp_configure 'clr enabled', 1;
GO
