-- docs/relational-databases/databases/add-persisted-log-buffer.md: ALTER DATABASE ... ADD LOG FILE on a DAX volume, where the instance of
-- the scripts is. "The log file on the DAX volume will be sized at 20 MB regardless of the size specified"; "to safely remove a persisted
-- log buffer, the database must be placed in single user mode". Columns: docs/relational-databases/system-catalog-views,
-- sys-database-files-transact-sql.md (is_persistent_log_buffer). Messages 1036, 1828, 5009, 5013, 5044, 5133 and 5170:
-- docs/relational-databases/errors-events, database-engine-events-and-errors-0-to-999.md and the following ones.
CREATE DATABASE Fast;
GO
USE Fast;
CREATE TABLE dbo.T (a INT NOT NULL);
GO
ALTER DATABASE Fast ADD LOG FILE (NAME = Fast_log2, FILENAME = 'Fast_log2.pldf', SIZE = 100MB);
GO
SELECT file_id, type, type_desc, data_space_id, name, physical_name, state_desc, size, max_size, growth, is_read_only, is_percent_growth,
       is_persistent_log_buffer FROM sys.database_files ORDER BY file_id;
SELECT file_id, type_desc, name, size, is_persistent_log_buffer FROM sys.master_files WHERE database_id = DB_ID() ORDER BY file_id;
SELECT FILE_ID('Fast_log2') AS id, FILE_NAME(3) AS name;
GO
-- "Transaction commit events do not trigger log buffer flushes anymore."
DECLARE @before BIGINT = (SELECT cntr_value FROM sys.dm_os_performance_counters
                          WHERE counter_name = 'Log Flushes/sec' AND instance_name = 'Fast'), @i INT = 0;
WHILE @i < 20
BEGIN
    INSERT dbo.T VALUES (@i);
    SET @i += 1;
END
SELECT cntr_value - @before AS flushes FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = 'Fast';
BEGIN TRAN;
INSERT dbo.T VALUES (100);
GO
-- A power cut keeps the commits, and nothing else.
-- @crash
USE Fast;
SELECT COUNT(*) AS rows, MAX(a) AS newest FROM dbo.T;
SELECT name, is_persistent_log_buffer FROM sys.database_files WHERE file_id = 3;
GO
INSERT dbo.T VALUES (20);
EXEC sys.sp_flush_log;
CHECKPOINT;
GO
-- @restart
USE Fast;
SELECT COUNT(*) AS rows, MAX(a) AS newest FROM dbo.T;
GO
-- A second buffer, other options of the file, and changes of the file are refused by name.
ALTER DATABASE Fast ADD LOG FILE (NAME = Fast_log3, FILENAME = 'Fast_log3.pldf', SIZE = 20MB);
GO
ALTER DATABASE Fast MODIFY FILE (NAME = Fast_log2, SIZE = 30MB);
GO
USE master;
EXEC sp_detach_db 'Fast';
GO
-- The removal.
ALTER DATABASE Fast SET SINGLE_USER;
ALTER DATABASE Fast REMOVE FILE Fast_log2;
ALTER DATABASE Fast SET MULTI_USER;
GO
SELECT file_id, name, is_persistent_log_buffer FROM Fast.sys.database_files ORDER BY file_id;
SELECT COUNT(*) AS rows FROM Fast.dbo.T;
GO
ALTER DATABASE Fast REMOVE FILE Fast_log2;
GO
ALTER DATABASE Fast ADD LOG FILE (NAME = Fast_log, FILENAME = 'Fast_log3.pldf');
GO
ALTER DATABASE Fast ADD LOG FILE (NAME = Fast_log2, FILENAME = 'Fast.mdf');
GO
ALTER DATABASE Fast ADD LOG FILE (NAME = Fast_log2, FILENAME = '/nowhere/Fast_log2.pldf');
GO
ALTER DATABASE Fast ADD LOG FILE (NAME = Fast_log2);
GO
ALTER DATABASE Fast ADD LOG FILE (NAME = Fast_log2, FILENAME = 'Fast_log2.pldf', FILEGROWTH = 1MB);
GO
ALTER DATABASE Fast ADD LOG FILE (NAME = Fast_log2, FILENAME = 'Fast_log2.pldf', MAXSIZE = 20MB);
GO
ALTER DATABASE Fast ADD LOG FILE (NAME = p1, FILENAME = 'p1.pldf'), (NAME = p2, FILENAME = 'p2.pldf');
GO
ALTER DATABASE tempdb ADD LOG FILE (NAME = p1, FILENAME = 'p1.pldf');
GO
ALTER DATABASE model ADD LOG FILE (NAME = p1, FILENAME = 'p1.pldf');
GO
BEGIN TRAN;
ALTER DATABASE Fast ADD LOG FILE (NAME = Fast_log2, FILENAME = 'Fast_log2.pldf');
GO
IF @@TRANCOUNT > 0 ROLLBACK;
GO
-- The file goes with its database.
ALTER DATABASE Fast ADD LOG FILE (NAME = Fast_log2, FILENAME = 'Fast_log2.pldf');
DROP DATABASE Fast;
CREATE DATABASE Fast;
ALTER DATABASE Fast ADD LOG FILE (NAME = Fast_log2, FILENAME = 'Fast_log2.pldf');
GO
DROP DATABASE Fast;
