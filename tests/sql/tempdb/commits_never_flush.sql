-- docs/relational-databases/databases/tempdb-database.md and the requirement T2: commits in tempdb never flush the log, whatever
-- DELAYED_DURABILITY is set to; docs/relational-databases/logs/control-transaction-durability.md.
USE tempdb;
CREATE TABLE dbo.T1(col1 int NOT NULL);
GO
ALTER DATABASE tempdb SET DELAYED_DURABILITY = DISABLED;
GO
SET NOCOUNT ON;
DECLARE @i int = 1, @before bigint, @after bigint;
SELECT @before = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'tempdb';
WHILE @i <= 500
BEGIN
    BEGIN TRAN;
    INSERT INTO dbo.T1(col1) VALUES (@i);
    COMMIT TRAN;
    SET @i += 1;
END;
EXEC sys.sp_flush_log;
CHECKPOINT;
SELECT @after = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'tempdb';
PRINT @after - @before;
SELECT COUNT(*) AS rows, MAX(col1) AS last FROM dbo.T1;
GO
ALTER DATABASE tempdb SET DELAYED_DURABILITY = FORCED;
SELECT name, delayed_durability_desc FROM sys.databases WHERE database_id = 2;
