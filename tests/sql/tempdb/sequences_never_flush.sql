-- Requirement T3: a sequence in tempdb writes its recovery value to its page alone: no flush, with and without a cache.
-- docs/t-sql/statements/create-sequence-transact-sql.md.
USE tempdb;
CREATE SEQUENCE dbo.Seq1 AS int MINVALUE 1 NO CACHE;
CREATE SEQUENCE dbo.Seq2 AS int MINVALUE 1 CACHE 10;
GO
SET NOCOUNT ON;
DECLARE @i int = 1, @v int, @w int, @before bigint, @after bigint;
SELECT @before = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'tempdb';
WHILE @i <= 200
BEGIN
    SET @v = NEXT VALUE FOR dbo.Seq1;
    SET @w = NEXT VALUE FOR dbo.Seq2;
    SET @i += 1;
END;
SELECT @after = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'tempdb';
PRINT @after - @before;
PRINT @v;
PRINT @w;
GO
-- @restart
USE tempdb;
GO
SELECT NEXT VALUE FOR dbo.Seq1;
