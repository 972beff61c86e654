-- docs/t-sql/statements/alter-table-transact-sql.md (LOCK_ESCALATION), docs/relational-databases/system-catalog-views/sys-tables-transact-sql.md
-- (lock_escalation), alter-index-transact-sql.md (ALLOW_ROW_LOCKS, ALLOW_PAGE_LOCKS, OPTIMIZE_FOR_SEQUENTIAL_KEY),
-- sys-indexes-transact-sql.md, docs/t-sql/functions/indexproperty-transact-sql.md.
CREATE DATABASE d;
GO
USE d;
CREATE TABLE t (a int NOT NULL, b int NOT NULL CONSTRAINT uq UNIQUE WITH (OPTIMIZE_FOR_SEQUENTIAL_KEY = ON, ALLOW_PAGE_LOCKS = OFF), filler char(100) NOT NULL DEFAULT 'f');
CREATE CLUSTERED INDEX ca ON t (a) WITH (ALLOW_ROW_LOCKS = OFF);
GO
SELECT lock_escalation, lock_escalation_desc FROM sys.tables WHERE name = 't';
ALTER TABLE t SET (LOCK_ESCALATION = AUTO);
SELECT lock_escalation, lock_escalation_desc FROM sys.tables WHERE name = 't';
ALTER TABLE t SET (LOCK_ESCALATION = DISABLE);
SELECT lock_escalation, lock_escalation_desc FROM sys.tables WHERE name = 't';
SELECT name, allow_row_locks, allow_page_locks, optimize_for_sequential_key FROM sys.indexes WHERE object_id = OBJECT_ID('t') ORDER BY index_id;
SELECT INDEXPROPERTY(OBJECT_ID('t'), 'ca', 'IsRowLockDisallowed') AS r, INDEXPROPERTY(OBJECT_ID('t'), 'uq', 'IsPageLockDisallowed') AS p,
       INDEXPROPERTY(OBJECT_ID('t'), 'uq', 'IsOptimizedForSequentialKey') AS s, INDEXPROPERTY(OBJECT_ID('t'), 'ca', 'IsOptimizedForSequentialKey') AS n; --> 1 | 1 | 1 | 0
GO
ALTER TABLE t SET (LOCK_ESCALATION = MANY);
GO
-- "LOCK_ESCALATION = DISABLE prevents lock escalation in most cases": 6,000 rows stay locked one by one; AUTO escalates to the table,
-- which has no partitions.
INSERT t (a, b) SELECT TOP (6000) n, n FROM (SELECT ROW_NUMBER() OVER (ORDER BY (SELECT NULL)) AS n FROM sys.all_columns AS a CROSS JOIN sys.all_columns AS b) AS x;
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
BEGIN TRAN;
SELECT COUNT(*) AS rows FROM t WITH (INDEX(uq)) WHERE b > 0 AND filler = 'f';
SELECT resource_type, request_mode, IIF(COUNT(*) >= 6000, 'each row', CAST(COUNT(*) AS varchar(10))) AS locks FROM sys.dm_tran_locks
WHERE request_session_id = @@SPID AND resource_type IN ('KEY', 'OBJECT') AND resource_database_id = DB_ID() GROUP BY resource_type, request_mode ORDER BY 1, 2;
COMMIT;
ALTER TABLE t SET (LOCK_ESCALATION = AUTO);
BEGIN TRAN;
SELECT COUNT(*) AS rows FROM t WITH (INDEX(uq)) WHERE b > 0 AND filler = 'f';
SELECT resource_type, request_mode, COUNT(*) AS locks FROM sys.dm_tran_locks
WHERE request_session_id = @@SPID AND resource_type IN ('KEY', 'OBJECT') AND resource_database_id = DB_ID() GROUP BY resource_type, request_mode ORDER BY 1, 2;
COMMIT;
SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
GO
-- "The index can't be reorganized when ALLOW_PAGE_LOCKS is set to OFF."
ALTER INDEX uq ON t REORGANIZE;
GO
ALTER INDEX ALL ON t REORGANIZE;
GO
ALTER INDEX uq ON t SET (ALLOW_PAGE_LOCKS = ON, OPTIMIZE_FOR_SEQUENTIAL_KEY = OFF);
ALTER INDEX uq ON t REORGANIZE;
SELECT name, allow_row_locks, allow_page_locks, optimize_for_sequential_key FROM sys.indexes WHERE object_id = OBJECT_ID('t') ORDER BY index_id;
GO
-- With both OFF, "only a table-level lock is allowed when accessing the specified index".
ALTER INDEX ca ON t SET (ALLOW_ROW_LOCKS = OFF, ALLOW_PAGE_LOCKS = OFF);
BEGIN TRAN;
UPDATE t SET filler = 'g' WHERE a = 5;
SELECT resource_type, request_mode FROM sys.dm_tran_locks WHERE request_session_id = @@SPID AND resource_type IN ('KEY', 'OBJECT', 'XACT') AND resource_database_id = DB_ID();
COMMIT;
BEGIN TRAN;
SELECT filler FROM t WITH (REPEATABLEREAD) WHERE a = 5;
SELECT resource_type, request_mode FROM sys.dm_tran_locks WHERE request_session_id = @@SPID AND resource_type IN ('KEY', 'OBJECT') AND resource_database_id = DB_ID();
COMMIT;
GO
-- The options stay through a rebuild and through a failure.
ALTER INDEX ca ON t REBUILD;
SELECT name, allow_row_locks, allow_page_locks FROM sys.indexes WHERE object_id = OBJECT_ID('t') ORDER BY index_id;
BEGIN TRAN;
ALTER TABLE t SET (LOCK_ESCALATION = DISABLE);
ALTER INDEX ca ON t SET (ALLOW_ROW_LOCKS = ON);
ROLLBACK;
GO
-- @crash
USE d;
SELECT name, lock_escalation_desc FROM sys.tables;
SELECT name, allow_row_locks, allow_page_locks FROM sys.indexes WHERE object_id = OBJECT_ID('t') ORDER BY index_id;
GO
