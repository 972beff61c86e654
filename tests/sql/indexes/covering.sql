-- docs/relational-databases/indexes/create-indexes-with-included-columns.md: an index that has all columns of the query is enough for it; "the table or
-- clustered index data is not accessed". docs/relational-databases/sql-server-index-design-guide.md: a nonclustered index has the clustered key
-- columns, too.
CREATE DATABASE P;
GO
USE P;
CREATE TABLE dbo.t(id int NOT NULL CONSTRAINT PK_t PRIMARY KEY, a int NULL, b int NULL, s varchar(20) NULL, w varchar(max) NULL);
CREATE INDEX i_a ON dbo.t(a) INCLUDE (b);
CREATE INDEX i_s ON dbo.t(s DESC);
INSERT INTO dbo.t VALUES (1, 10, 100, 'Abc', REPLICATE('x', 9000)), (2, 10, NULL, 'abc', NULL), (3, 20, 300, 'abd  ', 'w'), (4, NULL, 400, NULL, NULL);
GO
-- Values come out as they are, not as keys compare them; NULLs, too.
SELECT id, a, b FROM dbo.t WHERE a = 10 ORDER BY b;
SELECT id, a, b FROM dbo.t WHERE a > 5 ORDER BY a DESC, id;
SELECT id, s + '|' AS s FROM dbo.t WHERE s = 'ABC' ORDER BY id;
SELECT id, s + '|' AS s FROM dbo.t WHERE s >= 'abd' ORDER BY s;
SELECT COUNT(*) AS n, SUM(b) AS s, COUNT(a) AS a FROM dbo.t;
SELECT MIN(id) AS lo, MAX(id) AS hi FROM dbo.t WHERE a = 10;
SELECT a, COUNT(*) AS n, MAX(b) AS m FROM dbo.t GROUP BY a ORDER BY a;
SELECT x.id, y.b FROM dbo.t AS x JOIN dbo.t AS y ON y.a = x.a WHERE x.a = 10 ORDER BY x.id, y.b;
GO
-- The entries follow what is changed: an included column, a key, the case of a key, the clustered key.
UPDATE dbo.t SET b = b + 1 WHERE id = 1;
UPDATE dbo.t SET s = UPPER(s) WHERE id = 2;
UPDATE dbo.t SET id = 9 WHERE id = 4;
DELETE dbo.t WHERE id = 3;
SELECT id, a, b FROM dbo.t WHERE a = 10 ORDER BY id;
SELECT id, s FROM dbo.t WHERE s = 'abc' ORDER BY id;
SELECT COUNT(*) AS n, SUM(b) AS s, SUM(id) AS i FROM dbo.t WHERE a > 0 OR a IS NULL;
GO
-- What the index has is read without the row: another session's change of the row alone is in nobody's way.
-- @session writer
USE P;
BEGIN TRANSACTION;
UPDATE dbo.t SET w = 'new' WHERE id = 1;
GO
-- @session reader
USE P;
SET LOCK_TIMEOUT 0;
SELECT id, a, b FROM dbo.t WHERE a = 10 ORDER BY id;
SELECT COUNT(*) AS n FROM dbo.t;
GO
-- It is where the row has to be read.
SELECT LEN(w) AS w FROM dbo.t WHERE a = 10 ORDER BY id;
GO
-- And so is a change of what the index has.
-- @session writer
UPDATE dbo.t SET b = 7 WHERE id = 2;
GO
-- @session reader
SELECT id, a, b FROM dbo.t WHERE a = 10 ORDER BY id;
GO
-- But for who reads what is not committed.
SELECT id, a, b FROM dbo.t WITH (NOLOCK) WHERE a = 10 ORDER BY id;
GO
-- @session writer
ROLLBACK;
GO
-- @session reader
SELECT id, a, b FROM dbo.t WHERE a = 10 ORDER BY id;
GO
-- Under REPEATABLE READ what was read from the index alone stays as it is (docs/t-sql/statements/set-transaction-isolation-level-transact-sql.md).
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
BEGIN TRANSACTION;
SELECT id, a, b FROM dbo.t WHERE a = 10 ORDER BY id;
GO
-- @session writer
SET LOCK_TIMEOUT 0;
UPDATE dbo.t SET b = 8 WHERE id = 2;
GO
DELETE dbo.t WHERE id = 1;
GO
UPDATE dbo.t SET w = 'nobody has read it' WHERE id = 2;
GO
-- @session reader
SELECT id, a, b FROM dbo.t WHERE a = 10 ORDER BY id;
COMMIT;
GO
-- A snapshot sees the entries as they were when it began.
ALTER DATABASE P SET ALLOW_SNAPSHOT_ISOLATION ON;
GO
SET TRANSACTION ISOLATION LEVEL SNAPSHOT;
BEGIN TRANSACTION;
SELECT id, a, b FROM dbo.t WHERE a = 10 ORDER BY id;
GO
-- @session writer
UPDATE dbo.t SET b = 9, a = 10 WHERE id = 2;
UPDATE dbo.t SET a = 11 WHERE id = 1;
INSERT INTO dbo.t(id, a, b) VALUES (5, 10, 500);
DELETE dbo.t WHERE id = 9;
SELECT id, a, b FROM dbo.t WHERE a = 10 ORDER BY id;
GO
-- @session reader
SELECT id, a, b FROM dbo.t WHERE a = 10 ORDER BY id;
SELECT COUNT(*) AS n, SUM(b) AS s FROM dbo.t;
COMMIT;
SELECT id, a, b FROM dbo.t WHERE a = 10 ORDER BY id;
SELECT COUNT(*) AS n, SUM(b) AS s FROM dbo.t;
GO
DBCC CHECKDB WITH NO_INFOMSGS;
GO
