-- Random reads and updates of rows of 1,000 bytes: first with the pages in the buffer pool, then with a cold pool.
SET NOCOUNT ON;
DROP DATABASE IF EXISTS PoolReads;
CREATE DATABASE PoolReads;
GO
USE PoolReads;
CREATE TABLE dbo.Pages(id int NOT NULL PRIMARY KEY, filler char(1000) NOT NULL);
INSERT dbo.Pages(id, filler) SELECT value, REPLICATE('A', 1000) FROM GENERATE_SERIES(1, $(rows));
GO
DECLARE @n int = 0, @found int = 0, @start datetime2 = SYSDATETIME(), @filler char(1000);
WHILE @n < $(turns)
BEGIN
    SELECT @filler = filler FROM dbo.Pages WHERE id = CAST(RAND() * $(rows) AS int) + 1;
    SET @n += 1;
END;
SELECT 'warm reads' AS work, DATEDIFF(millisecond, @start, SYSDATETIME()) AS milliseconds;
GO
DBCC DROPCLEANBUFFERS WITH NO_INFOMSGS;
DECLARE @n int = 0, @start datetime2 = SYSDATETIME(), @filler char(1000);
WHILE @n < $(turns)
BEGIN
    SELECT @filler = filler FROM dbo.Pages WHERE id = CAST(RAND() * $(rows) AS int) + 1;
    SET @n += 1;
END;
SELECT 'cold reads' AS work, DATEDIFF(millisecond, @start, SYSDATETIME()) AS milliseconds;
GO
CHECKPOINT;
DBCC DROPCLEANBUFFERS WITH NO_INFOMSGS;
DECLARE @n int = 0, @start datetime2 = SYSDATETIME();
WHILE @n < $(turns)
BEGIN
    UPDATE dbo.Pages SET filler = REPLICATE(CHAR(65 + @n % 26), 1000) WHERE id = CAST(RAND() * $(rows) AS int) + 1;
    SET @n += 1;
END;
SELECT 'cold updates' AS work, DATEDIFF(millisecond, @start, SYSDATETIME()) AS milliseconds;
SELECT DB_NAME(database_id) AS [database], COUNT(*) AS pages_in_pool FROM sys.dm_os_buffer_descriptors
WHERE database_id = DB_ID() GROUP BY database_id;
GO
