-- docs/relational-databases/system-dynamic-management-views/sys-dm-os-performance-counters-transact-sql.md and
-- docs/relational-databases/performance-monitor/sql-server-databases-object.md: counters of each database and of _Total.
CREATE DATABASE V;
GO
USE V;
CREATE TABLE dbo.t(a int);
GO
SET NOCOUNT ON;
DECLARE @flushes bigint, @waits bigint, @bytes bigint, @total bigint, @master bigint;
SELECT @flushes = cntr_value FROM sys.dm_os_performance_counters WHERE counter_name = 'Log Flushes/sec' AND instance_name = 'V';
SELECT @waits = cntr_value FROM sys.dm_os_performance_counters WHERE counter_name = 'Log Flush Waits/sec' AND instance_name = 'V';
SELECT @bytes = cntr_value FROM sys.dm_os_performance_counters WHERE counter_name = 'Log Bytes Flushed/sec' AND instance_name = 'V';
SELECT @total = cntr_value FROM sys.dm_os_performance_counters WHERE counter_name = 'Log Flushes/sec' AND instance_name = '_Total';
SELECT @master = cntr_value FROM sys.dm_os_performance_counters WHERE counter_name = 'Log Flushes/sec' AND instance_name = 'master';
INSERT INTO dbo.t(a) VALUES (1);
INSERT INTO dbo.t(a) VALUES (2);
SELECT cntr_value - @flushes AS flushes FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = 'V';
SELECT cntr_value - @waits AS waits FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flush Waits/sec' AND instance_name = 'V';
SELECT cntr_value - @total AS total FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = '_Total';
SELECT cntr_value - @master AS master FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = 'master';
IF (SELECT cntr_value FROM sys.dm_os_performance_counters
    WHERE counter_name = 'Log Bytes Flushed/sec' AND instance_name = 'V') > @bytes PRINT 'bytes';
IF (SELECT cntr_value FROM sys.dm_os_performance_counters WHERE counter_name = 'Log Flushes/sec' AND instance_name = '_Total')
 = (SELECT SUM(cntr_value) FROM sys.dm_os_performance_counters WHERE counter_name = 'Log Flushes/sec' AND instance_name <> '_Total')
    PRINT 'the total is the sum';
