-- docs/relational-databases/system-dynamic-management-views/sys-dm-os-performance-counters-transact-sql.md: names are nchar(128);
-- cntr_type 272696576 accumulates.
SET NOCOUNT ON;
SELECT RTRIM(counter_name) AS counter_name, RTRIM(instance_name) AS instance_name, cntr_type FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = 'master';
DECLARE @object nchar(128), @name nchar(128);
SELECT @object = object_name, @name = counter_name FROM sys.dm_os_performance_counters WHERE counter_name = 'Log Flushes/sec';
PRINT RTRIM(@object);
