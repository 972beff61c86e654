-- sys.fn_dblog(start, end): a small transaction writes three records: begin, change, commit (requirement L1); several changes of one
-- transaction share begin and commit; a rollback compensates. Names of operations as SQL Server's.
CREATE DATABASE V;
GO
USE V;
CREATE TABLE dbo.t(a int, b varchar(20));
INSERT INTO dbo.t(a, b) VALUES (0, 'first');
GO
SELECT TOP (0) * FROM sys.fn_dblog(NULL, NULL);
GO
SET NOCOUNT ON;
DECLARE @before bigint = (SELECT COUNT_BIG(*) FROM sys.fn_dblog(NULL, NULL)), @i int = 1;
WHILE @i <= 10
BEGIN
    INSERT INTO dbo.t(a, b) VALUES (@i, 'row');
    SET @i += 1;
END;
SELECT COUNT_BIG(*) - @before AS ten_small_transactions FROM fn_dblog(NULL, NULL);
GO
CHECKPOINT;
GO
-- One transaction by its records, in their order; the change is between begin and commit.
BEGIN TRANSACTION;
INSERT INTO dbo.t(a, b) VALUES (11, 'x');
INSERT INTO dbo.t(a, b) VALUES (12, 'y');
COMMIT;
SELECT Operation, Context, AllocUnitName, CASE WHEN [Slot ID] IS NULL THEN 'no' ELSE 'yes' END AS has_slot,
       CASE WHEN [Begin Time] IS NULL THEN 'no' ELSE 'yes' END AS begins, CASE WHEN [End Time] IS NULL THEN 'no' ELSE 'yes' END AS ends
FROM sys.fn_dblog(NULL, NULL)
WHERE [Transaction ID] = (SELECT TOP (1) [Transaction ID] FROM sys.fn_dblog(NULL, NULL) WHERE Operation = N'LOP_COMMIT_XACT' ORDER BY [Current LSN] DESC)
ORDER BY [Current LSN];
GO
-- Each record follows the one before it in its transaction.
DECLARE @transaction nvarchar(14) =
    (SELECT TOP (1) [Transaction ID] FROM sys.fn_dblog(NULL, NULL) WHERE Operation = N'LOP_COMMIT_XACT' ORDER BY [Current LSN] DESC);
SELECT COUNT(*) AS links
FROM sys.fn_dblog(NULL, NULL) AS one JOIN sys.fn_dblog(NULL, NULL) AS other ON other.[Previous LSN] = one.[Current LSN]
WHERE one.[Transaction ID] = @transaction AND other.[Transaction ID] = @transaction;
SELECT COUNT(DISTINCT [Transaction ID]) AS it_alone, SUM([Log Record Length]) / COUNT(*) / 100 AS hundreds_of_bytes_each
FROM sys.fn_dblog(NULL, NULL) WHERE [Transaction ID] = @transaction;
GO
-- A rollback.
BEGIN TRANSACTION;
INSERT INTO dbo.t(a, b) VALUES (13, 'gone');
ROLLBACK;
SELECT Operation, Context, AllocUnitName FROM sys.fn_dblog(NULL, NULL)
WHERE [Transaction ID] = (SELECT TOP (1) [Transaction ID] FROM sys.fn_dblog(NULL, NULL) WHERE Operation = N'LOP_ABORT_XACT' ORDER BY [Current LSN] DESC)
ORDER BY [Current LSN];
GO
-- UPDATE and DELETE.
UPDATE dbo.t SET b = 'changed' WHERE a = 0;
DELETE FROM dbo.t WHERE a = 0;
SELECT Operation, Context, AllocUnitName FROM sys.fn_dblog(NULL, NULL)
WHERE Operation IN (N'LOP_MODIFY_ROW', N'LOP_DELETE_ROWS') AND Context IN (N'LCX_HEAP', N'LCX_MARK_AS_GHOST') AND AllocUnitName = N'dbo.t'
ORDER BY [Current LSN];
GO
-- Times are local, of this minute.
SELECT MAX(DATEDIFF(MINUTE, CONVERT(datetime, REPLACE(LEFT([Begin Time], 10), '/', '-') + ' ' + SUBSTRING([Begin Time], 12, 8), 120), GETDATE())) AS minutes_ago
FROM sys.fn_dblog(NULL, NULL) WHERE Operation = N'LOP_BEGIN_XACT';
GO
-- From one LSN to another, both included; in decimal or in hexadecimal.
DECLARE @first nvarchar(25), @last nvarchar(25), @count bigint;
SELECT @first = MIN([Current LSN]), @last = MAX([Current LSN]), @count = COUNT_BIG(*) FROM sys.fn_dblog(NULL, NULL);
SET @first = '0x' + @first;
SELECT COUNT_BIG(*) - @count AS all_of_it FROM sys.fn_dblog(@first, '0x' + @last);
SELECT COUNT_BIG(*) AS one_record FROM sys.fn_dblog('0x' + @last, '0x' + @last);
SELECT COUNT_BIG(*) AS nothing FROM sys.fn_dblog('0x' + @last, @first);
GO
SELECT COUNT(*) FROM sys.fn_dblog('nonsense', NULL);
GO
SELECT COUNT(*) FROM sys.fn_dblog('999999:0:64', NULL);
GO
-- Records that are still in memory only are there as well.
ALTER DATABASE V SET DELAYED_DURABILITY = FORCED;
GO
DECLARE @before bigint = (SELECT COUNT_BIG(*) FROM sys.fn_dblog(NULL, NULL));
INSERT INTO dbo.t(a, b) VALUES (20, 'delayed');
SELECT COUNT_BIG(*) - @before AS of_a_delayed_transaction FROM sys.fn_dblog(NULL, NULL);
GO
-- A checkpoint under SIMPLE lets go of what is before it.
ALTER DATABASE V SET RECOVERY SIMPLE;
CHECKPOINT;
GO
SELECT CASE WHEN COUNT(*) < 10 THEN 'few' ELSE 'many' END AS records FROM sys.fn_dblog(NULL, NULL);
SELECT COUNT(*) AS checkpoints FROM sys.fn_dblog(NULL, NULL) WHERE Operation = N'LOP_END_CKPT';
GO
