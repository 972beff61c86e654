-- docs/relational-databases/system-dynamic-management-views/sys-dm-os-performance-counters-transact-sql.md: counter_name is nchar(128);
-- docs/t-sql/data-types/nchar-and-nvarchar-transact-sql.md: so it is padded with blanks to 128 characters.
SET NOCOUNT ON;
SELECT LEN(REPLACE(counter_name, ' ', '_')) AS length FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = 'master';
