-- docs/relational-databases/system-dynamic-management-views: a view or function of sys that SQL Server has and the engine
-- lacks is refused by its name; another name is unknown (208, 4121).
SELECT * FROM sys.dm_os_ring_buffers;
GO
SELECT * FROM sys.DM_OS_SPINLOCK_STATS;
GO
SELECT * FROM sys.dm_db_page_info(1, 1, 1, 'LIMITED');
GO
SELECT * FROM dbo.syscharsets;
GO
SELECT sys.fn_cdc_get_min_lsn('capture');
GO
SELECT * FROM sys.dm_os_nothing;
GO
SELECT sys.fn_nothing(1);
GO
-- A name that the user has taken is the user's.
CREATE TABLE dbo.dm_os_ring_buffers (a int);
SELECT a FROM dbo.dm_os_ring_buffers;
GO
-- The refusal comes when the statement runs (deferred name resolution).
IF 1 = 0 SELECT * FROM sys.dm_os_ring_buffers;
PRINT 'went on';
GO
-- docs/relational-databases/system-dynamic-management-views/sys-dm-db-missing-index-columns-transact-sql.md,
-- sys-dm-db-missing-index-group-stats-query-transact-sql.md: no missing indexes are looked for.
SELECT column_id, column_name, column_usage FROM sys.dm_db_missing_index_columns(1);
SELECT group_handle, user_seeks FROM sys.dm_db_missing_index_group_stats_query;
-- docs/relational-databases/system-functions/sys-fn-virtualfilestats-transact-sql.md
SELECT DbId, FileId, FileHandle, CASE WHEN IoStallMS = IoStallReadMS + IoStallWriteMS AND BytesOnDisk > 0 THEN 'yes' END AS is_so
FROM fn_virtualfilestats(1, NULL);
