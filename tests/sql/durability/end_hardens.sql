-- Requirement L2: when FORCED or ALLOWED ends, the delayed commits are hardened; where nothing was delayed there is nothing to flush.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.t(id int NOT NULL);
GO
SET NOCOUNT ON;
DECLARE @start bigint, @forced bigint, @allowed bigint, @disabled bigint;
ALTER DATABASE D SET DELAYED_DURABILITY = FORCED;
INSERT INTO dbo.t(id) VALUES (1);
SELECT @start = cntr_value FROM sys.dm_os_performance_counters WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
ALTER DATABASE D SET DELAYED_DURABILITY = ALLOWED;
SELECT @forced = cntr_value FROM sys.dm_os_performance_counters WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
BEGIN TRAN;
INSERT INTO dbo.t(id) VALUES (2);
COMMIT TRAN WITH (DELAYED_DURABILITY = ON);
ALTER DATABASE D SET DELAYED_DURABILITY = DISABLED;
SELECT @allowed = cntr_value FROM sys.dm_os_performance_counters WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
ALTER DATABASE D SET DELAYED_DURABILITY = FORCED;
SELECT @disabled = cntr_value FROM sys.dm_os_performance_counters WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
SELECT @forced - @start AS end_of_forced, @allowed - @forced AS end_of_allowed, @disabled - @allowed AS end_of_disabled;
GO
-- @crash
SELECT id FROM D.dbo.t;
