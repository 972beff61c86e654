-- docs/t-sql/queries/hints-transact-sql-table.md: what the hints for a table lock, seen in sys.dm_tran_locks, and which are refused by name. Locks of rows that are held
-- until the transaction ends: UPDLOCK, XLOCK, REPEATABLEREAD; of the whole table: TABLOCK, TABLOCKX, HOLDLOCK. NOLOCK takes none but the one that keeps the table there.
CREATE DATABASE G;
GO
USE G;
SET NOCOUNT ON;
CREATE TABLE dbo.t(id int NOT NULL, v int NULL);
INSERT INTO dbo.t VALUES (1, 10), (2, 20);
CREATE TABLE dbo.u(id int NOT NULL);
GO
CREATE VIEW dbo.both_ AS SELECT t.id FROM dbo.t AS t JOIN dbo.u AS u ON u.id = t.id;
GO
-- Rows come out as ever.
SELECT id FROM dbo.t WITH (NOLOCK) ORDER BY id;
SELECT id FROM dbo.t (NOLOCK) ORDER BY id;
SELECT a.id FROM dbo.t AS a WITH (READUNCOMMITTED) JOIN dbo.t AS b WITH (ROWLOCK, READCOMMITTED) ON a.id = b.id ORDER BY a.id;
SELECT id FROM dbo.t WITH (PAGLOCK READCOMMITTEDLOCK) ORDER BY id;
GO
BEGIN TRANSACTION;
SELECT id FROM dbo.t WITH (NOLOCK) WHERE id = 1;
SELECT resource_type, request_mode FROM sys.dm_tran_locks WHERE resource_type <> 'DATABASE' ORDER BY resource_type, request_mode;
SELECT id FROM dbo.t WITH (UPDLOCK, ROWLOCK) WHERE id = 1;
SELECT resource_type, request_mode, COUNT(*) AS n FROM sys.dm_tran_locks WHERE resource_type IN ('OBJECT', 'RID') GROUP BY resource_type, request_mode ORDER BY resource_type, request_mode;
ROLLBACK;
GO
BEGIN TRANSACTION;
SELECT id FROM dbo.t WITH (REPEATABLEREAD) WHERE id = 1;
SELECT resource_type, request_mode, COUNT(*) AS n FROM sys.dm_tran_locks WHERE resource_type IN ('OBJECT', 'RID') GROUP BY resource_type, request_mode ORDER BY resource_type, request_mode;
ROLLBACK;
BEGIN TRANSACTION;
SELECT id FROM dbo.t WITH (XLOCK) WHERE id = 1;
SELECT resource_type, request_mode FROM sys.dm_tran_locks WHERE resource_type IN ('OBJECT') ORDER BY resource_type, request_mode;
ROLLBACK;
BEGIN TRANSACTION;
SELECT id FROM dbo.t WITH (HOLDLOCK) WHERE id = 1;
SELECT resource_type, request_mode FROM sys.dm_tran_locks WHERE resource_type IN ('OBJECT', 'RID') ORDER BY resource_type, request_mode;
SELECT COUNT(*) AS n FROM dbo.u WITH (TABLOCKX);
SELECT resource_type, request_mode FROM sys.dm_tran_locks WHERE resource_type IN ('OBJECT', 'RID') ORDER BY resource_type, request_mode;
ROLLBACK;
BEGIN TRANSACTION;
SELECT id FROM dbo.t WITH (UPDLOCK, HOLDLOCK) WHERE id = 1;
SELECT resource_type, request_mode FROM sys.dm_tran_locks WHERE resource_type IN ('OBJECT', 'RID') ORDER BY resource_type, request_mode;
ROLLBACK;
GO
-- A view's hints are those of its tables; a common table expression's, too.
BEGIN TRANSACTION;
SELECT id FROM dbo.both_ WITH (TABLOCKX);
SELECT COUNT(*) AS exclusive FROM sys.dm_tran_locks WHERE resource_type = 'OBJECT' AND request_mode = 'X';
ROLLBACK;
GO
-- What is changed.
BEGIN TRANSACTION;
UPDATE dbo.t WITH (TABLOCKX) SET v = v + 1 WHERE id = 1;
INSERT INTO dbo.u WITH (TABLOCK) (id) VALUES (1);
SELECT resource_type, request_mode FROM sys.dm_tran_locks WHERE resource_type = 'OBJECT' ORDER BY resource_type, request_mode;
ROLLBACK;
BEGIN TRANSACTION;
MERGE dbo.t WITH (HOLDLOCK) AS t USING (VALUES (1)) AS s(id) ON t.id = s.id WHEN MATCHED THEN UPDATE SET v = 1;
SELECT resource_type, request_mode FROM sys.dm_tran_locks WHERE resource_type = 'OBJECT' ORDER BY resource_type, request_mode;
DELETE a FROM dbo.t AS a WITH (ROWLOCK) WHERE a.id = 2;
DELETE FROM dbo.t WITH (UPDLOCK, PAGLOCK) WHERE id = 2;
SELECT @@ROWCOUNT AS n;
ROLLBACK;
SELECT COUNT(*) AS n FROM dbo.t;
GO
-- 1047: they contradict each other; 1065: a target's rows are not read without locks; others are refused by name.
SELECT id FROM dbo.t WITH (NOLOCK, UPDLOCK);
GO
SELECT id FROM dbo.t WITH (READCOMMITTED, HOLDLOCK);
GO
SELECT id FROM dbo.t WITH (TABLOCK, NOLOCK);
GO
UPDATE dbo.t WITH (NOLOCK) SET v = 1;
GO
UPDATE a SET v = 1 FROM dbo.t AS a WITH (READUNCOMMITTED);
GO
INSERT INTO dbo.t WITH (NOLOCK) VALUES (3, 3);
GO
SELECT id FROM dbo.t WITH (SNAPSHOT);
GO
