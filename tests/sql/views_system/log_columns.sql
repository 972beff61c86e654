-- relational-databases/system-dynamic-management-views/sys-dm-db-log-stats-transact-sql.md, sys-dm-db-log-info-transact-sql.md,
-- sys-dm-io-virtual-file-stats-transact-sql.md: all columns, in the documented order.
SELECT name, system_type_name FROM sys.dm_exec_describe_first_result_set(N'SELECT * FROM sys.dm_db_log_stats(1)', NULL, 0) ORDER BY column_ordinal;
SELECT name, system_type_name FROM sys.dm_exec_describe_first_result_set(N'SELECT * FROM sys.dm_db_log_info(1)', NULL, 0) ORDER BY column_ordinal;
SELECT name, system_type_name FROM sys.dm_exec_describe_first_result_set(N'SELECT * FROM sys.dm_io_virtual_file_stats(1, 1)', NULL, 0) ORDER BY column_ordinal;
GO
CREATE DATABASE Logged;
GO
USE Logged;
CREATE TABLE dbo.t(a int);
CHECKPOINT;
-- Without an older transaction a restart begins at the checkpoint.
SELECT CASE WHEN log_recovery_lsn = log_checkpoint_lsn THEN 'equal' END AS recovery, CASE WHEN recovery_vlf_count >= 1 THEN 'some' END AS files, log_backup_time
FROM sys.dm_db_log_stats(DB_ID());
BEGIN TRANSACTION;
INSERT dbo.t VALUES (1);
CHECKPOINT;
SELECT CASE WHEN log_recovery_lsn < log_checkpoint_lsn THEN 'earlier' END AS recovery FROM sys.dm_db_log_stats(DB_ID());
COMMIT;
GO
SELECT DISTINCT file_handle FROM sys.dm_io_virtual_file_stats(DB_ID(), NULL);
SELECT COUNT(*) AS files FROM fn_virtualfilestats(DB_ID(), NULL) WHERE BytesOnDisk > 0 AND FileHandle IS NULL;
GO
