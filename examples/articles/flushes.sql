-- Log flushes of `rows` inserts, first a transaction for each row, then one transaction for all.
-- A fully durable commit flushes the log; a delayed one leaves that to full log blocks. tempdb's log is never flushed.
SET NOCOUNT ON;
IF DB_ID(N'$(db)') IS NULL CREATE DATABASE $(db);
ALTER DATABASE $(db) SET DELAYED_DURABILITY = $(durability);
GO
USE $(db);
DROP TABLE IF EXISTS dbo.Inserted;
CREATE TABLE dbo.Inserted(n int NOT NULL);
GO
DECLARE @flushes bigint, @start datetime2 = SYSDATETIME(), @n int = 1;
SELECT @flushes = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'$(db)';
WHILE @n <= $(rows)
BEGIN
    BEGIN TRANSACTION;
    INSERT dbo.Inserted(n) VALUES (@n);
    COMMIT TRANSACTION;
    SET @n += 1;
END;
SELECT 'many transactions' AS work, cntr_value - @flushes AS log_flushes,
       DATEDIFF(millisecond, @start, SYSDATETIME()) AS milliseconds
FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'$(db)';
GO
DECLARE @flushes bigint, @start datetime2 = SYSDATETIME(), @n int = 1;
SELECT @flushes = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'$(db)';
BEGIN TRANSACTION;
WHILE @n <= $(rows)
BEGIN
    INSERT dbo.Inserted(n) VALUES (@n);
    SET @n += 1;
END;
COMMIT TRANSACTION;
SELECT 'one transaction' AS work, cntr_value - @flushes AS log_flushes,
       DATEDIFF(millisecond, @start, SYSDATETIME()) AS milliseconds
FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'$(db)';
SELECT COUNT(*) AS inserted FROM dbo.Inserted;
GO
