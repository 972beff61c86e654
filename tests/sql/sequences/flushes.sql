-- The article on log buffer flushes, "Sequence object caching" (requirement S3): each new recovery value hardens the log, one flush
-- for every CACHE values, in delayed transactions too, also where nothing is stored. Rows add one flush, that of their commit. In the
-- second round CACHE 10000 still has values left.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.nums(n int NOT NULL);
CREATE TABLE dbo.t(n bigint NOT NULL);
CREATE SEQUENCE dbo.none AS BIGINT MINVALUE 1 NO CACHE;
CREATE SEQUENCE dbo.fifty AS BIGINT MINVALUE 1 CACHE 50;
CREATE SEQUENCE dbo.many AS BIGINT MINVALUE 1 CACHE 10000;
GO
SET NOCOUNT ON;
DECLARE @i int = 1;
BEGIN TRAN;
WHILE @i <= 500
BEGIN
    INSERT INTO dbo.nums(n) VALUES (@i);
    SET @i += 1;
END;
COMMIT;
DECLARE @start bigint, @none bigint, @fifty bigint, @many bigint;
SELECT @start = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
INSERT INTO dbo.t(n) SELECT NEXT VALUE FOR dbo.none FROM dbo.nums;
SELECT @none = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
INSERT INTO dbo.t(n) SELECT NEXT VALUE FOR dbo.fifty FROM dbo.nums;
SELECT @fifty = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
INSERT INTO dbo.t(n) SELECT NEXT VALUE FOR dbo.many FROM dbo.nums;
SELECT @many = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
SELECT @none - @start AS no_cache, @fifty - @none AS cache_50, @many - @fifty AS cache_10000;
SELECT COUNT(*) AS rows, MIN(n) AS least, MAX(n) AS greatest FROM dbo.t;
GO
ALTER DATABASE D SET DELAYED_DURABILITY = FORCED;
GO
SET NOCOUNT ON;
DECLARE @start bigint, @none bigint, @fifty bigint, @many bigint;
SELECT @start = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
INSERT INTO dbo.t(n) SELECT NEXT VALUE FOR dbo.none FROM dbo.nums;
SELECT @none = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
INSERT INTO dbo.t(n) SELECT NEXT VALUE FOR dbo.fifty FROM dbo.nums;
SELECT @fifty = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
INSERT INTO dbo.t(n) SELECT NEXT VALUE FOR dbo.many FROM dbo.nums;
SELECT @many = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
SELECT @none - @start AS no_cache, @fifty - @none AS cache_50, @many - @fifty AS cache_10000;
GO
-- Values that no row takes.
SET NOCOUNT ON;
DECLARE @start bigint, @end bigint, @i int = 1, @v bigint;
SELECT @start = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
BEGIN TRAN;
WHILE @i <= 200
BEGIN
    SET @v = NEXT VALUE FOR dbo.fifty;
    SET @i += 1;
END;
ROLLBACK;
SELECT @end = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
SELECT @end - @start AS flushes, @v AS last_value, NEXT VALUE FOR dbo.fifty AS after_the_rollback;
GO
