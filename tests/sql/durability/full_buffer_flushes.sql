-- docs/relational-databases/logs/control-transaction-durability.md: delayed records are written when the buffer fills, 60 KB
-- (docs/relational-databases/sql-server-transaction-log-architecture-and-management-guide.md): of more than
-- four megabytes most is written by then, in blocks of that size.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.t(id int NOT NULL, filler char(1000));
GO
ALTER DATABASE D SET DELAYED_DURABILITY = FORCED;
GO
SET NOCOUNT ON;
DECLARE @before bigint, @after bigint, @i int = 1;
SELECT @before = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
WHILE @i <= 4000
BEGIN
    INSERT INTO dbo.t(id, filler) VALUES (@i, 'x');
    SET @i += 1;
END;
SELECT @after = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
IF @after - @before BETWEEN 45 AND 90 PRINT 'flushed when full';
ELSE PRINT @after - @before;
