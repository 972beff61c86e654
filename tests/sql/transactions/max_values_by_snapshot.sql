-- docs/relational-databases/sql-server-transaction-locking-and-row-versioning-guide.md: a snapshot sees the values that were committed when it began,
-- however long they are, also when they have been replaced or deleted since.
CREATE DATABASE G;
GO
ALTER DATABASE G SET ALLOW_SNAPSHOT_ISOLATION ON;
GO
USE G;
CREATE TABLE dbo.t(id int, v varchar(max), w varchar(8000), x varchar(8000));
INSERT INTO dbo.t VALUES (1, REPLICATE(CAST('old' AS varchar(max)), 10000), REPLICATE('w', 8000), REPLICATE('x', 8000));
INSERT INTO dbo.t VALUES (2, REPLICATE(CAST('gone' AS varchar(max)), 10000), NULL, NULL);
GO
-- @session reader
USE G;
SET TRANSACTION ISOLATION LEVEL SNAPSHOT;
BEGIN TRANSACTION;
SELECT id, LEN(v) AS v, LEN(w) AS w FROM dbo.t ORDER BY id;
GO
-- @session writer
USE G;
UPDATE dbo.t SET v = REPLICATE(CAST('new' AS varchar(max)), 20000), w = 'short' WHERE id = 1;
UPDATE dbo.t SET v = 'newer' WHERE id = 1;
DELETE FROM dbo.t WHERE id = 2;
INSERT INTO dbo.t VALUES (3, REPLICATE(CAST('z' AS varchar(max)), 100000), NULL, NULL);
CHECKPOINT;
DBCC CHECKDB WITH NO_INFOMSGS;
GO
-- @session reader
SELECT id, LEN(v) AS v, RIGHT(v, 4) AS tail, LEN(w) AS w, RIGHT(x, 1) AS x FROM dbo.t ORDER BY id;
COMMIT;
SELECT id, LEN(v) AS v, RIGHT(v, 4) AS tail, LEN(w) AS w, RIGHT(x, 1) AS x FROM dbo.t ORDER BY id;
GO
-- @session writer
CHECKPOINT;
DBCC CHECKDB WITH NO_INFOMSGS;
GO
