-- docs/relational-databases/logs/change-the-target-recovery-time-of-a-database-sql-server.md: 60 seconds by default, in SECONDS or
-- MINUTES, 0 is allowed; docs/relational-databases/system-catalog-views/sys-databases-transact-sql.md: target_recovery_time_in_seconds.
CREATE DATABASE V;
GO
SET NOCOUNT ON;
SELECT target_recovery_time_in_seconds FROM sys.databases WHERE name = 'V';
ALTER DATABASE V SET TARGET_RECOVERY_TIME = 90 SECONDS;
SELECT target_recovery_time_in_seconds FROM sys.databases WHERE name = 'V';
ALTER DATABASE V SET TARGET_RECOVERY_TIME = 2 MINUTES;
SELECT target_recovery_time_in_seconds FROM sys.databases WHERE name = 'V';
ALTER DATABASE V SET TARGET_RECOVERY_TIME = 0 SECONDS;
SELECT target_recovery_time_in_seconds FROM sys.databases WHERE name = 'V';
