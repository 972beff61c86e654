-- relational-databases/system-stored-procedures/sp-configure-transact-sql.md (Example A, B; *Advanced Options*),
-- relational-databases/system-catalog-views/sys-configurations-transact-sql.md, t-sql/language-elements/reconfigure-transact-sql.md,
-- database-engine/configure-windows/configure-the-user-options-server-configuration-option.md; messages 574, 5807, 15002, 15123, 15124, 15129, 15457:
-- relational-databases/errors-events/database-engine-events-and-errors.md
SELECT configuration_id, name, value, minimum, maximum, value_in_use, is_dynamic, is_advanced FROM sys.configurations
WHERE configuration_id IN (101, 518, 1534, 1543, 1544, 16390) ORDER BY configuration_id;
GO
EXEC sp_configure;
GO
-- An advanced option cannot even be seen.
EXEC sp_configure 'max server memory (MB)';
GO
EXEC sp_configure 'show advanced options', '1';
EXEC sp_configure 'show advanced options';
GO
-- Not before RECONFIGURE.
EXEC sp_configure 'recovery interval', 3;
GO
RECONFIGURE;
EXEC sp_configure 'show advanced options';
EXEC sp_configure 'max server memory';
GO
EXEC sp_configure 'server memory';
GO
EXEC sp_configure 'no such option', 1;
GO
EXEC sp_configure 'max server memory (MB)', 127;
GO
EXEC sys.sp_configure @configname = 'max server memory (MB)', @configvalue = 200;
SELECT value, value_in_use FROM sys.configurations WHERE name = 'max server memory (MB)';
RECONFIGURE WITH OVERRIDE;
SELECT value, value_in_use FROM sys.configurations WHERE name = 'max server memory (MB)';
SELECT committed_target_kb / 1024 AS megabytes FROM sys.dm_os_sys_info;
GO
-- A recovery interval beyond an hour is taken only with OVERRIDE.
EXEC sp_configure 'recovery interval', 61;
GO
RECONFIGURE;
GO
EXEC sp_configure 'recovery interval';
RECONFIGURE WITH OVERRIDE;
EXEC sp_configure 'recovery interval';
EXEC sp_configure 'recovery interval', 3;
RECONFIGURE;
GO
-- Not in a transaction.
BEGIN TRANSACTION;
EXEC sp_configure 'show advanced options', 0;
GO
RECONFIGURE;
GO
ROLLBACK;
GO
-- What does nothing here can be set to nothing else; what it is, it is.
EXEC sp_configure 'xp_cmdshell', 0;
EXEC sp_configure 'xp_cmdshell', 1;
GO
-- Options of new sessions: 512 is NOCOUNT, 16384 XACT_ABORT; 1, DISABLE_DEF_CNST_CHK, is not there.
EXEC sp_configure 'user options', 16896;
RECONFIGURE;
GO
EXEC sp_configure 'user options', 1;
GO
SELECT 1 AS this_session;
GO
-- @session later
SELECT 1 AS a_new_session;
GO
-- What is set and not in use yet is in use after a restart.
-- @session main
EXEC sp_configure 'user options', 0;
GO
-- @restart
SELECT name, value, value_in_use FROM sys.configurations WHERE value <> 0 AND is_dynamic = 1 ORDER BY name;
GO
-- @crash
SELECT name, value, value_in_use FROM sys.configurations WHERE value <> 0 AND is_dynamic = 1 ORDER BY name;
GO
CREATE DATABASE d;
USE d;
ALTER DATABASE SCOPED CONFIGURATION SET IDENTITY_CACHE = OFF;
SELECT * FROM sys.database_scoped_configurations WHERE name IN ('IDENTITY_CACHE', 'MAXDOP', 'PARAMETER_SNIFFING', 'ELEVATE_ONLINE');
GO
