-- docs/relational-databases/sql-server-storage-guide.md (heaps, forwarded records): rows that outgrow their page move, and every row is
-- still there once; a rollback brings them back. docs/t-sql/queries/update-transact-sql.md: no row is updated twice.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(id int, n int, v varchar(8000));
GO
SET NOCOUNT ON;
DECLARE @i int = 0;
WHILE @i < 50
BEGIN
    INSERT INTO dbo.t(id, n, v) VALUES (@i, 0, 'short');
    SET @i += 1;
END;
BEGIN TRANSACTION;
UPDATE dbo.t SET n = n + 1, v = REPLICATE('x', 1000 + id * 100);
SELECT COUNT(*) AS rows, MIN(n) AS least, MAX(n) AS most, SUM(LEN(v)) AS length FROM dbo.t;
UPDATE dbo.t SET v = REPLICATE('y', 7900), n = n + 1 WHERE id >= 25;
DELETE FROM dbo.t WHERE id < 10 OR id >= 40;
SELECT COUNT(*) AS rows, MIN(n) AS least, MAX(n) AS most, SUM(LEN(v)) AS length FROM dbo.t;
ROLLBACK;
SELECT COUNT(*) AS rows, MIN(n) AS least, MAX(n) AS most, SUM(LEN(v)) AS length FROM dbo.t;
UPDATE dbo.t SET n = n + 1, v = REPLICATE('x', 5000) WHERE id IN (3, 7, 49);
GO
-- @crash
USE G;
SELECT COUNT(*) AS rows, MIN(n) AS least, MAX(n) AS most, SUM(LEN(v)) AS length FROM dbo.t;
SELECT id, n, LEN(v) AS length FROM dbo.t WHERE n = 1 ORDER BY id;
