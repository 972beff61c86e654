-- docs/relational-databases/sql-server-transaction-locking-and-row-versioning-guide.md, "Lock granularity and hierarchies" and "Dynamic locking": who
-- picks rows, or reads a few, locks these, and says so on their page in intent; who reads very many locks pages.
-- docs/relational-databases/system-dynamic-management-views/sys-dm-tran-locks-transact-sql.md: a page is described as file:page, a row as
-- file:page:row.
CREATE TABLE dbo.t(a int NOT NULL, v varchar(8000) NOT NULL);
INSERT dbo.t VALUES (1, REPLICATE('x', 5000)), (2, REPLICATE('x', 5000)), (3, REPLICATE('x', 1000));
GO
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
BEGIN TRANSACTION;
SELECT a FROM dbo.t WHERE a > 1;
SELECT resource_type, request_mode, COUNT(*) AS locks FROM sys.dm_tran_locks
WHERE resource_associated_entity_id IN (SELECT OBJECT_ID('dbo.t') UNION ALL SELECT hobt_id FROM sys.partitions WHERE object_id = OBJECT_ID('dbo.t')) GROUP BY resource_type, request_mode ORDER BY resource_type, request_mode;
-- What it picks to change it has in U, its pages in IU; what it has changed is its own by the transaction.
UPDATE dbo.t SET a = 4 WHERE a = 3;
SELECT resource_type, request_mode, COUNT(*) AS locks FROM sys.dm_tran_locks
WHERE resource_associated_entity_id IN (SELECT OBJECT_ID('dbo.t') UNION ALL SELECT hobt_id FROM sys.partitions WHERE object_id = OBJECT_ID('dbo.t')) GROUP BY resource_type, request_mode ORDER BY resource_type, request_mode;
ROLLBACK;
GO
-- Of many rows all are wanted: a few of them are locked, then pages.
CREATE TABLE dbo.many(a int NOT NULL, v char(70) NOT NULL);
INSERT dbo.many VALUES (1, 'x');
DECLARE @n int = 1;
WHILE @n < 1000
BEGIN
    INSERT dbo.many SELECT a + @n, v FROM dbo.many;
    SET @n = @n * 2;
END;
GO
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
BEGIN TRANSACTION;
SELECT COUNT(*) AS n, SUM(a) AS s FROM dbo.many;
SELECT resource_type, request_mode, COUNT(*) AS locks FROM sys.dm_tran_locks
WHERE resource_associated_entity_id IN (SELECT OBJECT_ID('dbo.many') UNION ALL SELECT hobt_id FROM sys.partitions WHERE object_id = OBJECT_ID('dbo.many')) GROUP BY resource_type, request_mode
ORDER BY resource_type, request_mode;
COMMIT;
BEGIN TRANSACTION;
UPDATE dbo.many SET a = a + 1;
SELECT resource_type, request_mode, COUNT(*) AS locks FROM sys.dm_tran_locks
WHERE resource_associated_entity_id IN (SELECT OBJECT_ID('dbo.many') UNION ALL SELECT hobt_id FROM sys.partitions WHERE object_id = OBJECT_ID('dbo.many')) GROUP BY resource_type, request_mode
ORDER BY resource_type, request_mode;
ROLLBACK;
SELECT COUNT(*) AS locks FROM sys.dm_tran_locks WHERE resource_associated_entity_id IN (SELECT OBJECT_ID('dbo.many') UNION ALL SELECT hobt_id FROM sys.partitions WHERE object_id = OBJECT_ID('dbo.many'));
GO
-- What page and which row it is.
CREATE TABLE dbo.one(a int NOT NULL);
INSERT dbo.one VALUES (1);
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
BEGIN TRANSACTION;
SELECT a FROM dbo.one WHERE a = 1;
DECLARE @page nvarchar(256);
SELECT @page = resource_description FROM sys.dm_tran_locks
WHERE resource_type = 'PAGE' AND resource_associated_entity_id IN (SELECT OBJECT_ID('dbo.one') UNION ALL SELECT hobt_id FROM sys.partitions WHERE object_id = OBJECT_ID('dbo.one'));
SELECT resource_type, SUBSTRING(resource_description, 1, 2) AS begins, SUBSTRING(resource_description, LEN(@page) + 1, 9) AS row
FROM sys.dm_tran_locks
WHERE resource_type = 'RID' AND SUBSTRING(resource_description, 1, LEN(@page)) = @page;
COMMIT;
GO
