-- Old rows leave in batches of 1,000, each a transaction: with delayed durability the batches don't wait for the log.
SET NOCOUNT ON;
DROP DATABASE IF EXISTS CleanUp;
CREATE DATABASE CleanUp;
ALTER DATABASE CleanUp SET DELAYED_DURABILITY = $(durability);
GO
USE CleanUp;
CREATE TABLE dbo.History(id int IDENTITY PRIMARY KEY, changed datetime2(0) NOT NULL, filler char(200) NOT NULL);
INSERT dbo.History(changed, filler)
SELECT DATEADD(day, value % 100, '2026-01-01'), 'text' FROM GENERATE_SERIES(1, $(rows));
GO
DECLARE @deleted int = 1, @batches int = 0, @start datetime2 = SYSDATETIME();
WHILE @deleted > 0
BEGIN
    DELETE TOP (1000) dbo.History WHERE changed < '2026-03-01';
    SET @deleted = @@ROWCOUNT;
    SET @batches += 1;
END;
SELECT @batches AS batches, COUNT(*) AS rows_left, MIN(changed) AS oldest,
       DATEDIFF(millisecond, @start, SYSDATETIME()) AS milliseconds
FROM dbo.History;
GO
