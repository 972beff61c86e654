-- What does a commit cost? The same thousand small transactions twice: fully durable, then delayed durable.
-- A full commit waits until its log block is on disk; a delayed one does not, and its block fills up first.
SET NOCOUNT ON;
IF DB_ID(N'Flushes') IS NULL CREATE DATABASE Flushes;
GO
USE Flushes;
ALTER DATABASE Flushes SET DELAYED_DURABILITY = DISABLED;
DROP TABLE IF EXISTS dbo.T1;
CREATE TABLE dbo.T1(col1 INT NOT NULL);
DECLARE @flushes AS BIGINT, @start AS DATETIME2, @i AS INT = 1;
SET @flushes = (SELECT cntr_value FROM sys.dm_os_performance_counters
                WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'Flushes');
SET @start = SYSDATETIME();
WHILE @i <= 1000
BEGIN
    BEGIN TRAN;
    INSERT INTO dbo.T1(col1) VALUES(@i);
    COMMIT TRAN;
    SET @i += 1;
END;
SELECT 'full' AS durability, COUNT(*) AS transactions,
       (SELECT cntr_value FROM sys.dm_os_performance_counters
        WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'Flushes') - @flushes AS log_flushes,
       DATEDIFF(microsecond, @start, SYSDATETIME()) AS microseconds
FROM dbo.T1;
GO
ALTER DATABASE Flushes SET DELAYED_DURABILITY = FORCED;
DROP TABLE IF EXISTS dbo.T1;
CREATE TABLE dbo.T1(col1 INT NOT NULL);
DECLARE @flushes AS BIGINT, @start AS DATETIME2, @i AS INT = 1;
SET @flushes = (SELECT cntr_value FROM sys.dm_os_performance_counters
                WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'Flushes');
SET @start = SYSDATETIME();
WHILE @i <= 1000
BEGIN
    BEGIN TRAN;
    INSERT INTO dbo.T1(col1) VALUES(@i);
    COMMIT TRAN;
    SET @i += 1;
END;
SELECT 'delayed' AS durability, COUNT(*) AS transactions,
       (SELECT cntr_value FROM sys.dm_os_performance_counters
        WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'Flushes') - @flushes AS log_flushes,
       DATEDIFF(microsecond, @start, SYSDATETIME()) AS microseconds
FROM dbo.T1;
GO
