-- docs/relational-databases/system-dynamic-management-views/sys-dm-db-log-info-transact-sql.md (examples A and B),
-- sys-dm-db-log-stats-transact-sql.md (examples A and B but for times of backups), sys-dm-db-log-space-usage-transact-sql.md; DBCC LOGINFO.
CREATE DATABASE V;
GO
USE V;
SELECT TOP (0) * FROM sys.dm_db_log_info(DEFAULT);
SELECT TOP (0) * FROM sys.dm_db_log_stats(NULL);
SELECT TOP (0) * FROM sys.dm_db_log_space_usage;
GO
-- Example A, with a number that is reached.
SELECT name, CASE WHEN COUNT(l.database_id) >= 4 THEN 'at least four' ELSE 'fewer' END AS vlf_count
FROM sys.databases AS s CROSS APPLY sys.dm_db_log_info(s.database_id) AS l
WHERE name IN (N'master', N'V') GROUP BY name HAVING COUNT(l.database_id) > 3 ORDER BY name;
-- Example B.
SELECT TOP (1) DB_NAME(database_id) AS "Database Name", file_id, vlf_sequence_number, vlf_active, vlf_status
FROM sys.dm_db_log_info(DEFAULT) ORDER BY vlf_sequence_number DESC;
SELECT COUNT(*) AS in_use FROM sys.dm_db_log_info(NULL) WHERE vlf_active = 1;
SELECT MIN(CAST(vlf_active AS int)) AS inactive, MAX(vlf_sequence_number) AS their_number, MAX(vlf_first_lsn) AS their_first
FROM sys.dm_db_log_info(DB_ID()) WHERE vlf_status = 0;
SELECT COUNT(*) AS of_no_database FROM sys.dm_db_log_info(32000);
GO
SELECT name AS 'Database Name', CASE WHEN total_vlf_count > 3 THEN 'yes' ELSE 'no' END AS 'VLF count'
FROM sys.databases AS s CROSS APPLY sys.dm_db_log_stats(s.database_id) WHERE s.name = N'V';
SELECT recovery_model, current_vlf_sequence_number, active_vlf_count, log_truncation_holdup_reason,
       CASE WHEN log_min_lsn <= log_end_lsn AND log_checkpoint_lsn < log_end_lsn THEN 'yes' ELSE 'no' END AS in_order,
       CASE WHEN active_log_size_mb <= total_log_size_mb AND current_vlf_size_mb <= active_log_size_mb THEN 'yes' ELSE 'no' END AS within
FROM sys.dm_db_log_stats(DB_ID());
SELECT CASE WHEN s.total_vlf_count = i.files AND ABS(s.total_log_size_mb - i.megabytes) < 0.1 THEN 'yes' ELSE 'no' END AS agree
FROM sys.dm_db_log_stats(DB_ID()) AS s CROSS JOIN (SELECT COUNT(*) AS files, SUM(vlf_size_mb) AS megabytes FROM sys.dm_db_log_info(DB_ID())) AS i;
SELECT CASE WHEN u.used_log_space_in_bytes < u.total_log_size_in_bytes AND used_log_space_in_percent < 100
                 AND u.total_log_size_in_bytes = s.total_log_size_mb * 1048576 THEN 'yes' ELSE 'no' END AS agree
FROM sys.dm_db_log_space_usage AS u CROSS JOIN sys.dm_db_log_stats(DB_ID()) AS s;
GO
-- The log fills.
CREATE TABLE dbo.t(c char(4000));
GO
SET NOCOUNT ON;
DECLARE @used bigint = (SELECT used_log_space_in_bytes FROM sys.dm_db_log_space_usage), @i int = 1;
BEGIN TRANSACTION;
WHILE @i <= 100
BEGIN
    INSERT INTO dbo.t VALUES ('x');
    SET @i += 1;
END;
COMMIT;
SELECT CASE WHEN used_log_space_in_bytes - @used >= 400000 THEN 'yes' ELSE 'no' END AS by_400_kilobytes FROM sys.dm_db_log_space_usage;
GO
SELECT * FROM sys.dm_db_log_info();
GO
