-- docs/t-sql/queries/hints-transact-sql-table.md: READPAST and NOWAIT where nobody else has anything (what others have: crates/engine/tests/it/read_past.rs), and
-- where they are not allowed: docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md (650), -4000-to-4999.md (4102, 4140).
CREATE DATABASE G;
GO
USE G;
SET NOCOUNT ON;
CREATE TABLE dbo.q(id int NOT NULL PRIMARY KEY, v int NULL);
INSERT INTO dbo.q VALUES (1, 10), (2, 20), (3, 30), (4, 40);
GO
-- What the transaction has itself is not passed over.
BEGIN TRANSACTION;
UPDATE dbo.q SET v = 21 WHERE id = 2;
SELECT v FROM dbo.q WITH (READPAST) ORDER BY id;
SELECT v FROM dbo.q (READPAST) WHERE id = 2;
SELECT v FROM dbo.q WITH (NOWAIT) WHERE id = 2;
ROLLBACK;
GO
-- The locks are those of the level and the other hints.
BEGIN TRANSACTION;
SELECT v FROM dbo.q WITH (READPAST, UPDLOCK, ROWLOCK) WHERE id = 1;
SELECT v FROM dbo.q WITH (READPAST, REPEATABLEREAD) WHERE id = 3;
SELECT v FROM dbo.q WITH (READPAST, READCOMMITTEDLOCK, NOWAIT) WHERE id = 4;
SELECT resource_type, request_mode, COUNT(*) AS n FROM sys.dm_tran_locks WHERE resource_type IN ('OBJECT', 'KEY') GROUP BY resource_type, request_mode ORDER BY resource_type, request_mode;
ROLLBACK;
GO
-- A view of the system has no rows that could be locked.
SELECT COUNT(*) AS n FROM sys.tables WITH (READPAST) WHERE name = 'q';
GO
-- A queue; of an UPDATE and a DELETE wherever the hint stands.
BEGIN TRANSACTION;
DELETE TOP (1) FROM dbo.q WITH (READPAST, ROWLOCK) OUTPUT deleted.id;
WITH c AS (SELECT TOP (1) id, v FROM dbo.q WITH (READPAST, ROWLOCK) ORDER BY v DESC) DELETE FROM c OUTPUT deleted.id;
UPDATE a SET v = a.v + 1 OUTPUT inserted.v FROM dbo.q AS a WITH (READPAST) JOIN dbo.q AS b WITH (NOWAIT) ON b.id = a.id WHERE b.id = 2;
UPDATE dbo.q WITH (NOWAIT) SET v = 0;
INSERT INTO dbo.q WITH (NOWAIT) (id) SELECT id + 10 FROM dbo.q WITH (READPAST);
MERGE dbo.q WITH (NOWAIT) AS t USING (VALUES (2)) AS s(id) ON t.id = s.id WHEN MATCHED THEN DELETE;
SELECT id, v FROM dbo.q ORDER BY id;
ROLLBACK;
GO
-- 650: only under READ COMMITTED and REPEATABLE READ, whoever says what level it is.
SELECT id FROM dbo.q WITH (READPAST, NOLOCK);
GO
SELECT id FROM dbo.q WITH (READPAST, HOLDLOCK);
GO
SET TRANSACTION ISOLATION LEVEL SERIALIZABLE;
SELECT id FROM dbo.q WITH (READPAST);
GO
UPDATE dbo.q WITH (READPAST) SET v = 1;
GO
SELECT COUNT(*) AS n FROM dbo.q WITH (READPAST, READCOMMITTED);
SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED;
DELETE dbo.q WITH (READPAST);
GO
SELECT id FROM dbo.q WITH (READPAST) WHERE id = 1;
GO
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
SELECT id FROM dbo.q WITH (READPAST) WHERE id = 1;
SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
SELECT COUNT(*) AS n FROM dbo.q WHERE v IS NOT NULL;
GO
-- 4102: not for what rows are put into; 4140.
INSERT INTO dbo.q WITH (READPAST) (id) VALUES (9);
GO
MERGE dbo.q WITH (READPAST) AS t USING (VALUES (2)) AS s(id) ON t.id = s.id WHEN MATCHED THEN DELETE;
GO
INSERT INTO dbo.q WITH (READCOMMITTEDLOCK) (id) VALUES (9);
GO
