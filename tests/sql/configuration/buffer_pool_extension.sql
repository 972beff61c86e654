-- t-sql/statements/alter-server-configuration-transact-sql.md (buffer_pool_extension; *Limitations and Restrictions*,
-- Permissions), database-engine/configure-windows/buffer-pool-extension.md,
-- relational-databases/system-dynamic-management-views/sys-dm-os-buffer-pool-extension-configuration-transact-sql.md,
-- relational-databases/performance-monitor/sql-server-buffer-manager-object.md; messages 574, 858, 864, 868, 872, 873:
-- relational-databases/errors-events/database-engine-events-and-errors.md
SELECT path, file_id, state, state_description, current_size_in_kb FROM sys.dm_os_buffer_pool_extension_configuration;
ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION OFF;
GO
EXEC sp_configure 'show advanced options', 1;
RECONFIGURE;
EXEC sp_configure 'max server memory (MB)', 200;
RECONFIGURE;
GO
-- At least the greatest size of the pool, here 8 MB (1,024 pages), and at most 32 times as much. The unit is KB if there is none.
ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION ON (FILENAME = 'cache.bpe', SIZE = 1 MB);
GO
ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION ON (FILENAME = 'cache.bpe', SIZE = 1024);
GO
ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION ON (FILENAME = 'cache.bpe', SIZE = 7 GB);
GO
ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION ON (FILENAME = 'cache.bpe', SIZE = 1 TB);
GO
-- The file: its ending, its folder, a file of another purpose, a path of Windows.
ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION ON (FILENAME = 'cache.dat', SIZE = 20 MB);
GO
ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION ON (FILENAME = 'F:\SSDCACHE\Example.BPE', SIZE = 20 MB);
GO
CREATE DATABASE d ON (NAME = d, FILENAME = 'd.bpe');
GO
ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION ON (FILENAME = 'd.bpe', SIZE = 20 MB);
GO
DROP DATABASE d;
GO
-- Not in a transaction.
BEGIN TRANSACTION;
ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION ON (FILENAME = 'cache.bpe', SIZE = 20 MB);
GO
IF @@TRANCOUNT > 0 ROLLBACK;
GO
ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION ON (FILENAME = 'cache.bpe', SIZE = 20480);
GO
SELECT RIGHT(path, 10) AS path, file_id, state, state_description, current_size_in_kb
FROM sys.dm_os_buffer_pool_extension_configuration;
SELECT DISTINCT is_in_bpool_extension FROM sys.dm_os_buffer_descriptors;
SELECT RTRIM(counter_name) AS counter, cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name IN ('Extension outstanding IO counter', 'Extension page reads/sec', 'Extension page evictions/sec',
    'Extension page unreferenced time') ORDER BY 1;
-- 2,560 pages, with a header and two areas for directories (docs/file-format.md, section 12).
SELECT SUM(cntr_value) AS slots FROM sys.dm_os_performance_counters
WHERE counter_name IN ('Extension allocated pages', 'Extension free pages');
GO
-- "Turn off BUFFER POOL EXTENSION before you modify FILENAME."
ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION ON (FILENAME = 'other.bpe', SIZE = 30 MB);
GO
SELECT current_size_in_kb FROM sys.dm_os_buffer_pool_extension_configuration;
GO
-- Pages cleaned by a checkpoint enter at once; DBCC DROPCLEANBUFFERS empties both caches.
CREATE TABLE t (i INT PRIMARY KEY, s CHAR(1000));
INSERT INTO t SELECT value, 'x' FROM GENERATE_SERIES(1, 100);
CHECKPOINT;
SELECT CASE WHEN cntr_value > 10 THEN 'written' END AS pages FROM sys.dm_os_performance_counters
WHERE counter_name = 'Extension page writes/sec';
DBCC DROPCLEANBUFFERS;
SELECT COUNT(*) AS in_extension FROM sys.dm_os_buffer_descriptors WHERE is_in_bpool_extension = 1;
GO
-- The configuration outlives a restart and a crash. The file is made anew, so the extension is empty.
-- @restart
SELECT state, current_size_in_kb FROM sys.dm_os_buffer_pool_extension_configuration;
GO
-- @crash
SELECT state, current_size_in_kb FROM sys.dm_os_buffer_pool_extension_configuration;
SELECT COUNT(*) AS in_extension FROM sys.dm_os_buffer_descriptors WHERE is_in_bpool_extension = 1;
GO
-- ALTER SERVER STATE.
CREATE LOGIN l WITH PASSWORD = 'Pa55word!x';
GO
EXECUTE AS LOGIN = 'l';
ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION OFF;
GO
REVERT;
GRANT ALTER SERVER STATE TO l;
GO
EXECUTE AS LOGIN = 'l';
ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION OFF;
GO
REVERT;
SELECT path, state, current_size_in_kb FROM sys.dm_os_buffer_pool_extension_configuration;
ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION OFF;
GO
