-- docs/relational-databases/system-dynamic-management-views/sys-dm-io-virtual-file-stats-transact-sql.md: columns, NULL for all databases and
-- all files; docs/t-sql/functions/file-name-transact-sql.md. A full commit is one write of the log, a delayed one none.
CREATE DATABASE V;
GO
USE V;
CREATE TABLE dbo.t(a int);
GO
SELECT TOP (0) * FROM sys.dm_io_virtual_file_stats(NULL, NULL);
GO
-- Example A.
SELECT database_id - DB_ID() AS of_it, file_id FROM sys.dm_io_virtual_file_stats(DB_ID(N'V'), 2);
SELECT file_id, FILE_NAME(file_id) AS name FROM sys.dm_io_virtual_file_stats(DB_ID(), NULL) ORDER BY file_id;
SELECT COUNT(DISTINCT database_id) AS databases, COUNT(*) AS files FROM sys.dm_io_virtual_file_stats(NULL, NULL);
SELECT COUNT(*) AS logs FROM sys.dm_io_virtual_file_stats(NULL, 2);
SELECT COUNT(*) AS nothing FROM sys.dm_io_virtual_file_stats(DB_ID('no such database at all'), 9);
SELECT COUNT(*) AS nothing FROM sys.dm_io_virtual_file_stats(32000, NULL);
GO
SET NOCOUNT ON;
DECLARE @writes bigint, @bytes bigint, @i int = 1;
SELECT @writes = num_of_writes, @bytes = num_of_bytes_written FROM sys.dm_io_virtual_file_stats(DB_ID(), 2);
WHILE @i <= 10
BEGIN
    INSERT INTO dbo.t(a) VALUES (@i);
    SET @i += 1;
END;
SELECT num_of_writes - @writes AS writes, (num_of_bytes_written - @bytes) % 512 AS rest_of_sectors,
       CASE WHEN num_of_bytes_written - @bytes >= 5120 THEN 'yes' ELSE 'no' END AS at_least_a_sector_each
FROM sys.dm_io_virtual_file_stats(DB_ID(), FILE_IDEX('V_log'));
GO
ALTER DATABASE V SET DELAYED_DURABILITY = FORCED;
GO
DECLARE @writes bigint, @i int = 1;
SELECT @writes = num_of_writes FROM sys.dm_io_virtual_file_stats(DB_ID(), 2);
WHILE @i <= 10
BEGIN
    INSERT INTO dbo.t(a) VALUES (@i);
    SET @i += 1;
END;
SELECT num_of_writes - @writes AS writes_of_delayed_commits FROM sys.dm_io_virtual_file_stats(DB_ID(), 2);
EXEC sys.sp_flush_log;
SELECT num_of_writes - @writes AS writes_of_sp_flush_log FROM sys.dm_io_virtual_file_stats(DB_ID(), 2);
GO
-- Applied to rows; with names of one's own for the columns' source.
SELECT d.name, f.file_id, CASE WHEN f.io_stall = f.io_stall_read_ms + f.io_stall_write_ms THEN 'yes' ELSE 'nearly' END AS sum_of_stalls
FROM sys.databases AS d CROSS APPLY sys.dm_io_virtual_file_stats(d.database_id, 1) AS f
WHERE d.name IN (N'master', N'V') ORDER BY d.database_id;
SELECT d.name, f.file_id FROM sys.databases AS d OUTER APPLY sys.dm_io_virtual_file_stats(d.database_id, 7) AS f WHERE d.name = N'V';
SELECT dm_io_virtual_file_stats.file_id FROM dm_io_virtual_file_stats(DB_ID(), 1);
SELECT CASE WHEN size_on_disk_bytes = s.size * CAST(8192 AS bigint) THEN 'yes' ELSE 'no' END AS as_in_database_files
FROM sys.dm_io_virtual_file_stats(DB_ID(), NULL) AS f JOIN sys.database_files AS s ON s.file_id = f.file_id;
SELECT n.b FROM sys.dm_io_virtual_file_stats(DB_ID(), 1) AS n (a, b, c, d, e, f, g, h, i, j, k, l, m, n);
GO
-- Arguments: 216, 313, 8144; 8158 and 8159 for a list of columns that is too short or too long.
SELECT * FROM sys.dm_io_virtual_file_stats;
GO
SELECT * FROM sys.dm_io_virtual_file_stats(1);
GO
SELECT * FROM sys.dm_io_virtual_file_stats(1, 2, 3);
GO
SELECT * FROM sys.dm_io_virtual_file_stats(1, 2) AS f (a);
GO
SELECT * FROM sys.dm_io_virtual_file_stats(1, 2) AS f (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o);
GO
SELECT * FROM sys.dm_os_wait_stats(1);
GO
SELECT * FROM sys.dm_io_virtual_file_stats('x', NULL);
GO
