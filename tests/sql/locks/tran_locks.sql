-- docs/relational-databases/system-dynamic-management-views/sys-dm-tran-locks-transact-sql.md: what a session has locked. Rows that are changed
-- are locked by their transaction, as with optimized locking.
CREATE TABLE dbo.t(a int NOT NULL);
INSERT dbo.t VALUES (1), (2);
GO
SELECT resource_type, request_mode, request_status, request_owner_type FROM sys.dm_tran_locks
WHERE request_session_id = @@SPID AND resource_type <> 'OBJECT';
BEGIN TRANSACTION;
UPDATE dbo.t SET a = 3 WHERE a = 2;
SELECT resource_type, request_mode, request_status, request_owner_type FROM sys.dm_tran_locks
WHERE request_session_id = @@SPID ORDER BY resource_type, request_mode;
SELECT COUNT(*) AS objects FROM sys.dm_tran_locks
WHERE resource_type = 'OBJECT' AND resource_associated_entity_id = OBJECT_ID('dbo.t') AND resource_database_id = DB_ID();
COMMIT;
GO
-- A reader that keeps what it reads locks row by row.
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
BEGIN TRANSACTION;
SELECT a FROM dbo.t;
SELECT resource_type, request_mode, request_status, resource_lock_partition, request_type FROM sys.dm_tran_locks
WHERE request_session_id = @@SPID AND resource_associated_entity_id IN (SELECT OBJECT_ID('dbo.t') UNION ALL SELECT hobt_id FROM sys.partitions WHERE object_id = OBJECT_ID('dbo.t')) ORDER BY resource_type;
COMMIT;
SELECT COUNT(*) AS locks FROM sys.dm_tran_locks WHERE resource_associated_entity_id IN (SELECT OBJECT_ID('dbo.t') UNION ALL SELECT hobt_id FROM sys.partitions WHERE object_id = OBJECT_ID('dbo.t'));
GO
SET TRANSACTION ISOLATION LEVEL SERIALIZABLE;
BEGIN TRANSACTION;
SELECT a FROM dbo.t;
SELECT resource_type, request_mode FROM sys.dm_tran_locks WHERE resource_associated_entity_id IN (SELECT OBJECT_ID('dbo.t') UNION ALL SELECT hobt_id FROM sys.partitions WHERE object_id = OBJECT_ID('dbo.t'));
UPDATE dbo.t SET a = 4 WHERE a = 3;
SELECT resource_type, request_mode FROM sys.dm_tran_locks WHERE resource_associated_entity_id IN (SELECT OBJECT_ID('dbo.t') UNION ALL SELECT hobt_id FROM sys.partitions WHERE object_id = OBJECT_ID('dbo.t'));
ROLLBACK;
GO
