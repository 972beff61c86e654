-- docs/t-sql/database-console-commands/dbcc-sqlperf-transact-sql.md, example A: columns, a row for each database, Status is always 0; the size is smaller than
-- the file, since it has a header. DBCC LOGINFO, which sys.dm_db_log_info replaces, has a row for each virtual log file.
CREATE DATABASE V;
GO
USE V;
SET NOCOUNT ON;
CREATE TABLE #space ([Database Name] nvarchar(128), [Log Size (MB)] real, [Log Space Used (%)] real, Status int);
INSERT #space EXEC ('DBCC SQLPERF(LOGSPACE) WITH NO_INFOMSGS');
SELECT [Database Name], Status FROM #space WHERE [Database Name] IN (N'master', N'V') ORDER BY 1;
SELECT COUNT(*) - (SELECT COUNT(*) FROM sys.databases) AS beside_the_databases, MIN([Log Space Used (%)]) * 0 AS least, SUM(Status) AS status FROM #space;
SELECT CASE WHEN s.[Log Size (MB)] < f.size / 128.0 AND s.[Log Size (MB)] > f.size / 128.0 - 1 AND s.[Log Space Used (%)] BETWEEN 0 AND 100 THEN 'yes' ELSE 'no' END AS smaller_than_its_file
FROM #space AS s JOIN sys.master_files AS f ON f.database_id = DB_ID(s.[Database Name]) AND f.type = 1 WHERE s.[Database Name] = N'V';
GO
SET NOCOUNT ON;
CREATE TABLE #files (RecoveryUnitId int, FileId int, FileSize bigint, StartOffset bigint, FSeqNo int, Status int, Parity tinyint, CreateLSN numeric(25, 0));
INSERT #files EXEC ('DBCC LOGINFO WITH NO_INFOMSGS');
SELECT MIN(FileId) AS file_id, SUM(CASE WHEN Status = 2 THEN 1 ELSE 0 END) AS active, MAX(FSeqNo) AS newest FROM #files;
SELECT COUNT(*) AS differences FROM #files AS f FULL JOIN sys.dm_db_log_info(DB_ID()) AS i ON i.vlf_begin_offset = f.StartOffset AND i.vlf_sequence_number = f.FSeqNo AND i.vlf_status = f.Status
WHERE f.FileId IS NULL OR i.file_id IS NULL;
DELETE FROM #files;
INSERT #files EXEC ('DBCC LOGINFO (master) WITH NO_INFOMSGS');
SELECT COUNT(*) - (SELECT COUNT(*) FROM sys.dm_db_log_info(1)) AS beside_those_of_master FROM #files;
GO
DBCC LOGINFO ('nowhere');
GO
-- The log that is used grows with a transaction, and is less after a checkpoint under SIMPLE.
ALTER DATABASE V SET RECOVERY SIMPLE;
CREATE TABLE dbo.t (c char(7000));
GO
SET NOCOUNT ON;
DECLARE @i int = 1;
BEGIN TRANSACTION;
WHILE @i <= 500
BEGIN
    INSERT INTO dbo.t VALUES ('x');
    SET @i += 1;
END;
COMMIT;
DELETE FROM #space;
INSERT #space EXEC ('DBCC SQLPERF(LOGSPACE) WITH NO_INFOMSGS');
CHECKPOINT;
SELECT CASE WHEN s.[Log Space Used (%)] > u.used_log_space_in_percent THEN 'yes' ELSE 'no' END AS less_afterwards
FROM #space AS s CROSS JOIN sys.dm_db_log_space_usage AS u WHERE s.[Database Name] = N'V';
GO
