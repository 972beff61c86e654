-- database-engine/configure-windows/configure-the-query-wait-server-configuration-option.md: -1 by default, 0 through 2147483647
-- seconds, an advanced option, without a restart; relational-databases/system-catalog-views/sys-configurations-transact-sql.md
SELECT name, value, minimum, maximum, value_in_use, is_dynamic, is_advanced FROM sys.configurations WHERE configuration_id = 1541;
GO
EXEC sp_configure 'show advanced options', 1;
RECONFIGURE;
EXEC sp_configure 'query wait', 7500;
SELECT value, value_in_use FROM sys.configurations WHERE configuration_id = 1541;
RECONFIGURE;
SELECT value, value_in_use FROM sys.configurations WHERE configuration_id = 1541;
GO
EXEC sp_configure 'query wait', -2;
GO
EXEC sp_configure 'query wait', -1;
RECONFIGURE;
EXEC sp_configure 'query wait';
GO
