-- t-sql/queries/update-transact-sql.md, *.WRITE (expression, @Offset, @Length)*: "performs a partial or full update of the value";
-- "append … by setting @Offset to NULL"; sections *Updating Large Value Data Types*. A partial update logs what it writes.
CREATE DATABASE WriteLong;
GO
USE WriteLong;
CREATE TABLE dbo.L(i INT NOT NULL PRIMARY KEY, v VARCHAR(MAX), b VARBINARY(MAX), n NVARCHAR(MAX));
INSERT dbo.L VALUES(1, REPLICATE(CAST('0123456789' AS VARCHAR(MAX)), 1000000), NULL, REPLICATE(CAST(N'ä' AS NVARCHAR(MAX)), 500000));
GO
-- Fifty appends of 64 KB to a value of 10 MB write their own bytes, some pages each, and not the value.
SET NOCOUNT ON;
DECLARE @before BIGINT = (SELECT cntr_value FROM sys.dm_os_performance_counters
  WHERE counter_name = 'Log Bytes Flushed/sec' AND instance_name = 'WriteLong');
DECLARE @i INT = 0, @piece VARCHAR(MAX) = REPLICATE(CAST('abcdefgh' AS VARCHAR(MAX)), 8192);
WHILE @i < 50
BEGIN
  IF @i % 2 = 0 UPDATE dbo.L SET v.WRITE(@piece, NULL, 0) WHERE i = 1 ELSE UPDATE dbo.L SET v += @piece WHERE i = 1;
  SET @i += 1;
END;
IF (SELECT cntr_value FROM sys.dm_os_performance_counters
  WHERE counter_name = 'Log Bytes Flushed/sec' AND instance_name = 'WriteLong') - @before < 8000000
  PRINT 'less than 160 KB of log for each append';
SELECT DATALENGTH(v) AS bytes, IIF(v = REPLICATE(CAST('0123456789' AS VARCHAR(MAX)), 1000000) + REPLICATE(@piece, 50), 1, 0) AS is_right FROM dbo.L;
GO
-- In the midst, of the same length and of another one; at the end, and the end cut off.
UPDATE dbo.L SET v.WRITE('XY', 5000000, 2), n.WRITE(N'öö', 400000, 2) WHERE i = 1;
SELECT SUBSTRING(v, 4999999, 6) AS v, SUBSTRING(n, 399999, 6) AS n, LEN(v) AS lv, LEN(n) AS ln FROM dbo.L;
UPDATE dbo.L SET v.WRITE('Z', 5000000, 2), n.WRITE(N'', 400000, 2) WHERE i = 1;
SELECT SUBSTRING(v, 4999999, 6) AS v, SUBSTRING(n, 399999, 6) AS n, LEN(v) AS lv, LEN(n) AS ln FROM dbo.L;
UPDATE dbo.L SET v.WRITE(NULL, 9000000, NULL), n.WRITE(N'end', NULL, NULL) WHERE i = 1;
SELECT LEN(v) AS lv, RIGHT(n, 4) AS n, LEN(n) AS ln FROM dbo.L;
GO
-- A rollback leaves the value that it was, for the next change.
BEGIN TRAN;
UPDATE dbo.L SET v.WRITE('first', NULL, 0) WHERE i = 1;
UPDATE dbo.L SET v.WRITE('second', NULL, 0) WHERE i = 1;
SELECT LEN(v) AS lv, RIGHT(v, 11) AS v FROM dbo.L;
ROLLBACK;
SELECT LEN(v) AS lv FROM dbo.L;
UPDATE dbo.L SET v.WRITE('third', NULL, 0) WHERE i = 1;
SELECT LEN(v) AS lv, RIGHT(v, 5) AS v FROM dbo.L;
-- A copy shares nothing with its origin.
INSERT dbo.L(i, v) SELECT 2, v + 'copy' FROM dbo.L WHERE i = 1;
DELETE dbo.L WHERE i = 1;
SELECT i, LEN(v) AS lv, RIGHT(v, 9) AS v FROM dbo.L;
UPDATE dbo.L SET b = CAST(v AS VARBINARY(MAX)) WHERE i = 2;
UPDATE dbo.L SET b.WRITE(0xFF, 0, 1) WHERE i = 2;
SELECT DATALENGTH(b) AS lb, SUBSTRING(b, 1, 3) AS b FROM dbo.L;
DBCC CHECKDB WITH NO_INFOMSGS;
DELETE dbo.L;
GO
USE master;
DROP DATABASE WriteLong;
