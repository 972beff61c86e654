-- IGNORE_DUP_KEY (t-sql/statements/create-index-transact-sql.md): "ON: A warning message occurs when duplicate key values are inserted into a unique
-- index. Only the rows violating the uniqueness constraint fail." "IGNORE_DUP_KEY applies only to insert operations". 3604 is that message
-- (relational-databases/errors-events/database-engine-events-and-errors-3000-to-3999.md).
CREATE DATABASE d;
GO
USE d;
CREATE TABLE dbo.t (id int NOT NULL, v varchar(10) NULL, CONSTRAINT pk_t PRIMARY KEY (id) WITH (IGNORE_DUP_KEY = ON));
GO
INSERT INTO dbo.t VALUES (1, 'one');
INSERT INTO dbo.t VALUES (1, 'again');
SELECT @@ROWCOUNT AS none_put_in;
INSERT INTO dbo.t VALUES (2, 'two'), (1, 'third'), (2, 'second'), (3, 'three');
SELECT @@ROWCOUNT AS two_put_in;
SELECT id, v FROM dbo.t ORDER BY id;
GO
-- From a query, also over the table itself; what is put out is what is put in.
INSERT INTO dbo.t (id, v) OUTPUT inserted.id SELECT n, 'q' FROM (VALUES (3), (4), (4), (5)) AS x(n);
INSERT INTO dbo.t (id, v) SELECT id + 1, v FROM dbo.t;
SELECT id, v FROM dbo.t ORDER BY id;
GO
-- An UPDATE and a MERGE fail as without it.
UPDATE dbo.t SET id = 1 WHERE id = 2;
GO
MERGE dbo.t AS t USING (VALUES (9, 1), (9, 2)) AS s(id, n) ON t.id = s.id AND s.n = 5 WHEN NOT MATCHED THEN INSERT (id) VALUES (s.id);
GO
-- Beside an index that has it not, and an index of a heap; a row that one of them refuses is in none of them.
CREATE TABLE dbo.h (a int NOT NULL, b int NOT NULL);
CREATE UNIQUE INDEX i_a ON dbo.h (a) WITH (IGNORE_DUP_KEY = ON);
CREATE UNIQUE INDEX i_b ON dbo.h (b);
INSERT INTO dbo.h VALUES (1, 1), (1, 2), (2, 3);
SELECT a, b FROM dbo.h ORDER BY a;
GO
INSERT INTO dbo.h VALUES (5, 5), (6, 1);
GO
SELECT a, b FROM dbo.h ORDER BY a;
DBCC CHECKDB (d) WITH NO_INFOMSGS;
GO
-- In a transaction that is open nothing else is lost.
BEGIN TRAN;
INSERT INTO dbo.h VALUES (7, 7);
INSERT INTO dbo.h VALUES (7, 8);
COMMIT;
SELECT COUNT(*) AS rows FROM dbo.h WHERE a = 7;
GO
-- Its check is before that of the key: the row that breaks a rule fails all the same.
CREATE TABLE dbo.c (id int NOT NULL PRIMARY KEY WITH (IGNORE_DUP_KEY = ON), n int NOT NULL CHECK (n > 0));
INSERT INTO dbo.c VALUES (1, 1), (1, 2), (2, -1);
GO
INSERT INTO dbo.c VALUES (1, 1), (1, 2);
SELECT id, n FROM dbo.c;
GO
-- Two rows that are equal are no reason to build it, and only what is unique can have it.
CREATE TABLE dbo.twice (v int); INSERT INTO dbo.twice VALUES (1), (1);
CREATE UNIQUE INDEX i ON dbo.twice (v) WITH (IGNORE_DUP_KEY = ON);
GO
CREATE INDEX i ON dbo.twice (v) WITH (IGNORE_DUP_KEY = ON);
GO
-- FILLFACTOR and PAD_INDEX are kept; after a start, too.
CREATE INDEX filled ON dbo.twice (v) WITH (PAD_INDEX = ON, FILLFACTOR = 80, IGNORE_DUP_KEY = OFF, ALLOW_ROW_LOCKS = ON);
GO
CREATE INDEX too_full ON dbo.twice (v) WITH (FILLFACTOR = 101);
GO
-- @crash
USE d;
SELECT i.name, i.ignore_dup_key, i.fill_factor, i.is_padded FROM sys.indexes AS i JOIN sys.objects AS o ON o.object_id = i.object_id
WHERE o.type = 'U' AND i.name IN (N'pk_t', N'i_a', N'i_b', N'filled') ORDER BY i.name;
SELECT INDEXPROPERTY(OBJECT_ID(N'dbo.twice'), N'filled', 'IndexFillFactor') AS fill, INDEXPROPERTY(OBJECT_ID(N'dbo.twice'), N'filled', 'IsPadIndex') AS padded;
INSERT INTO dbo.t VALUES (1, 'late');
GO
