-- docs/relational-databases/logs/control-transaction-durability.md: DISABLED, the default, makes every transaction fully durable,
-- whatever its COMMIT says.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.t(id int NOT NULL);
GO
SET NOCOUNT ON;
DECLARE @before bigint, @after bigint, @i int = 1;
SELECT @before = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
WHILE @i <= 5
BEGIN
    BEGIN TRAN;
    INSERT INTO dbo.t(id) VALUES (@i);
    COMMIT TRAN WITH (DELAYED_DURABILITY = ON);
    SET @i += 1;
END;
SELECT @after = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
SELECT @after - @before AS flushes;
