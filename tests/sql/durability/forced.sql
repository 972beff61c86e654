-- docs/relational-databases/logs/control-transaction-durability.md: FORCED makes every transaction delayed durable, whatever its COMMIT
-- says; docs/relational-databases/system-stored-procedures/sys-sp-flush-log-transact-sql.md: sp_flush_log writes all of them.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.t(id int NOT NULL);
GO
ALTER DATABASE D SET DELAYED_DURABILITY = FORCED;
GO
SET NOCOUNT ON;
DECLARE @start bigint, @commits bigint, @flushed bigint, @i int = 1;
SELECT @start = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
WHILE @i <= 10
BEGIN
    BEGIN TRAN;
    INSERT INTO dbo.t(id) VALUES (@i);
    COMMIT TRAN;
    INSERT INTO dbo.t(id) VALUES (@i);
    BEGIN TRAN;
    INSERT INTO dbo.t(id) VALUES (@i);
    COMMIT TRAN WITH (DELAYED_DURABILITY = OFF);
    SET @i += 1;
END;
SELECT @commits = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
EXEC sys.sp_flush_log;
SELECT @flushed = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
SELECT @commits - @start AS commits, @flushed - @commits AS sp_flush_log;
EXEC sys.sp_flush_log;
SELECT cntr_value - @flushed AS nothing_to_flush FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
