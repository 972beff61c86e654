-- docs/relational-databases/performance-monitor/sql-server-buffer-manager-object.md: Checkpoint pages/sec are the pages that a
-- checkpoint writes, Page writes/sec all, Database pages those in memory; instance_name is empty.
-- docs/relational-databases/system-dynamic-management-views/sys-dm-os-memory-clerks-transact-sql.md: pages_kb of each clerk.
CREATE DATABASE V;
GO
USE V;
CREATE TABLE dbo.t(a int, filler char(4000));
GO
SET NOCOUNT ON;
DECLARE @checkpoint bigint, @writes bigint, @i int = 0;
WHILE @i < 20
BEGIN
    INSERT INTO dbo.t(a, filler) VALUES (@i, 'x');
    SET @i += 1;
END;
SELECT @checkpoint = cntr_value FROM sys.dm_os_performance_counters WHERE counter_name = 'Checkpoint pages/sec';
SELECT @writes = cntr_value FROM sys.dm_os_performance_counters WHERE counter_name = 'Page writes/sec';
CHECKPOINT;
IF (SELECT cntr_value FROM sys.dm_os_performance_counters WHERE counter_name = 'Checkpoint pages/sec') >= @checkpoint + 10
    PRINT 'ten pages at the least';
IF (SELECT cntr_value FROM sys.dm_os_performance_counters WHERE counter_name = 'Page writes/sec') >= @writes + 10
    PRINT 'and they are counted among all';
SELECT RTRIM(object_name) AS object_name, RTRIM(counter_name) AS counter_name, RTRIM(instance_name) AS instance_name, cntr_type
FROM sys.dm_os_performance_counters WHERE object_name = 'SQLServer:Buffer Manager' ORDER BY counter_name;
IF (SELECT cntr_value FROM sys.dm_os_performance_counters WHERE counter_name = 'Database pages')
 <= (SELECT cntr_value FROM sys.dm_os_performance_counters WHERE counter_name = 'Target pages')
    PRINT 'no more pages than there should be';
SELECT DISTINCT type, memory_node_id FROM sys.dm_os_memory_clerks WHERE pages_kb > 0 ORDER BY type;
IF (SELECT pages_kb FROM sys.dm_os_memory_clerks WHERE type = 'MEMORYCLERK_SQLBUFFERPOOL')
 >= 8 * (SELECT cntr_value FROM sys.dm_os_performance_counters WHERE counter_name = 'Database pages')
    PRINT 'the pool has the memory of its pages';
