-- docs/relational-databases/logs/control-transaction-durability.md, table of options: under ALLOWED the COMMIT decides, OFF is its
-- default; a fully durable commit writes the delayed ones before it too.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.t(id int NOT NULL);
GO
ALTER DATABASE D SET DELAYED_DURABILITY = ALLOWED;
GO
SET NOCOUNT ON;
DECLARE @start bigint, @on bigint, @off bigint, @default bigint, @i int = 1;
SELECT @start = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
WHILE @i <= 5
BEGIN
    BEGIN TRAN;
    INSERT INTO dbo.t(id) VALUES (@i);
    COMMIT TRANSACTION WITH (DELAYED_DURABILITY = ON);
    SET @i += 1;
END;
SELECT @on = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
BEGIN TRAN;
INSERT INTO dbo.t(id) VALUES (6);
COMMIT WITH (DELAYED_DURABILITY = OFF);
SELECT @off = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
BEGIN TRAN T;
INSERT INTO dbo.t(id) VALUES (7);
COMMIT TRAN T;
INSERT INTO dbo.t(id) VALUES (8);
SELECT @default = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
SELECT @on - @start AS [on], @off - @on AS [off], @default - @off AS by_default;
