-- Autocommitted inserts of wide rows: WRITELOG waits, log records, and writes to each file.
SET NOCOUNT ON;
DROP DATABASE IF EXISTS WriteLog;
CREATE DATABASE WriteLog;
ALTER DATABASE WriteLog MODIFY FILE (NAME = N'WriteLog', SIZE = 25MB, FILEGROWTH = 5MB);
ALTER DATABASE WriteLog MODIFY FILE (NAME = N'WriteLog_log', SIZE = 25MB, FILEGROWTH = 5MB);
ALTER DATABASE WriteLog SET DELAYED_DURABILITY = $(durability);
GO
USE WriteLog;
CREATE TABLE dbo.Wide(id int IDENTITY PRIMARY KEY, n int, filler char(2000));
GO
SELECT file_id, num_of_writes, num_of_bytes_written INTO #before
FROM sys.dm_io_virtual_file_stats(DB_ID(), NULL);
DECLARE @waits bigint, @records bigint, @start datetime2 = SYSDATETIME(), @n int = 1;
SELECT @records = COUNT_BIG(*) FROM sys.fn_dblog(NULL, NULL);
SELECT @waits = waiting_tasks_count FROM sys.dm_os_wait_stats WHERE wait_type = N'WRITELOG';
WHILE @n <= $(rows)
BEGIN
    INSERT dbo.Wide(n, filler) VALUES (@n, 'text');
    SET @n += 1;
END;
SELECT DATEDIFF(millisecond, @start, SYSDATETIME()) AS milliseconds, waiting_tasks_count - @waits AS writelog_waits,
       (SELECT COUNT_BIG(*) FROM sys.fn_dblog(NULL, NULL)) - @records AS log_records
FROM sys.dm_os_wait_stats WHERE wait_type = N'WRITELOG';
SELECT FILE_NAME(now.file_id) AS [file], now.num_of_writes - was.num_of_writes AS writes,
       now.num_of_bytes_written - was.num_of_bytes_written AS bytes_written
FROM #before AS was
JOIN sys.dm_io_virtual_file_stats(DB_ID(), NULL) AS now ON now.file_id = was.file_id
ORDER BY now.file_id;
DROP TABLE #before;
GO
