-- Log flushes of `rows` values of a sequence, by its cache: 'NO CACHE', 'CACHE 50', 'CACHE 10000'.
-- The sequence logs a recovery value once for each cache of values; the flush of full log blocks carries it.
SET NOCOUNT ON;
IF DB_ID(N'$(db)') IS NULL CREATE DATABASE $(db);
ALTER DATABASE $(db) SET DELAYED_DURABILITY = $(durability);
GO
USE $(db);
DROP TABLE IF EXISTS dbo.Numbered;
DROP SEQUENCE IF EXISTS dbo.Numbers;
CREATE SEQUENCE dbo.Numbers AS bigint START WITH 1 MINVALUE 1 $(cache);
GO
DECLARE @flushes bigint, @start datetime2 = SYSDATETIME();
SELECT @flushes = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'$(db)';
SELECT NEXT VALUE FOR dbo.Numbers AS n INTO dbo.Numbered FROM GENERATE_SERIES(1, $(rows));
SELECT '$(cache)' AS cache, cntr_value - @flushes AS log_flushes,
       DATEDIFF(millisecond, @start, SYSDATETIME()) AS milliseconds
FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'$(db)';
SELECT COUNT(*) AS numbered, MIN(n) AS least, MAX(n) AS most FROM dbo.Numbered;
GO
