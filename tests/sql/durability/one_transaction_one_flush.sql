-- docs/relational-databases/logs/control-transaction-durability.md: records stay in memory until the commit (they do not fill the
-- buffer); a rolled back transaction need not be written.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.t(id int NOT NULL);
GO
SET NOCOUNT ON;
DECLARE @start bigint, @committed bigint, @rolled_back bigint, @i int = 1;
SELECT @start = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
BEGIN TRAN;
WHILE @i <= 50
BEGIN
    INSERT INTO dbo.t(id) VALUES (@i);
    SET @i += 1;
END;
COMMIT TRAN;
SELECT @committed = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
BEGIN TRAN;
INSERT INTO dbo.t(id) VALUES (51);
ROLLBACK;
SELECT @rolled_back = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
SELECT @committed - @start AS committed, @rolled_back - @committed AS rolled_back;
