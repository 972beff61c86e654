-- docs/relational-databases/logs/control-transaction-durability.md: a statement outside a transaction is one of its own, fully
-- durable by default; one that changes nothing writes nothing.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.t(id int NOT NULL);
GO
SET NOCOUNT ON;
DECLARE @start bigint, @inserts bigint, @reads bigint, @i int = 1, @n int;
SELECT @start = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
INSERT INTO dbo.t(id) VALUES (1);
INSERT INTO dbo.t(id) VALUES (2), (3), (4);
INSERT INTO dbo.t(id) SELECT id FROM dbo.t;
SELECT @inserts = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
BEGIN TRAN;
SELECT @n = COUNT(*) FROM dbo.t;
COMMIT;
BEGIN TRAN;
COMMIT;
INSERT INTO dbo.t(id) SELECT id FROM dbo.t WHERE id > 1000;
SELECT @reads = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
SELECT @inserts - @start AS inserts, @reads - @inserts AS reads;
