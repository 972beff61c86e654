-- docs/relational-databases/indexes/create-filtered-indexes.md, docs/t-sql/statements/create-index-transact-sql.md: an index of the rows for which its filter
-- holds; a unique one is unique among these. docs/relational-databases/system-catalog-views/sys-indexes-transact-sql.md: has_filter, filter_definition.
CREATE DATABASE P;
GO
USE P;
CREATE TABLE dbo.t(id int NOT NULL CONSTRAINT PK_t PRIMARY KEY, a int NULL, b tinyint NULL, s varchar(10) NULL, d datetime NULL, w varchar(20) NULL, v AS a + 1, is_open bit NOT NULL CONSTRAINT DF_open DEFAULT 0,
    INDEX i_in (w) WHERE b IN (1, 2) AND d IS NOT NULL);
CREATE UNIQUE INDEX u_a ON dbo.t(a) WHERE a IS NOT NULL;
CREATE UNIQUE NONCLUSTERED INDEX u_open ON dbo.t(s) INCLUDE (a) WHERE is_open = 1;
CREATE INDEX i_d ON dbo.t(d) WHERE d > '2004-01-01' AND d <= CONVERT(datetime, '2005-01-01');
CREATE INDEX i_s ON dbo.t(a) WHERE s <> 'it''s';
SELECT name, is_unique, has_filter, filter_definition FROM sys.indexes WHERE object_id = OBJECT_ID('dbo.t') ORDER BY name;
GO
INSERT INTO dbo.t(id, a, b, s, d, w, is_open) VALUES (1, NULL, 1, 'x', '2004-06-01', 'one', 0), (2, NULL, 2, 'x', '2004-01-01', 'two', 0), (3, 5, 3, 'x', NULL, 'three', 1);
INSERT INTO dbo.t(id, a, b, s, d, w, is_open) VALUES (4, 6, NULL, 'y', '2005-01-01', 'four', 1), (5, NULL, 1, NULL, '2006-01-01', 'five', 0);
GO
-- Among the rows of the index keys are unique.
INSERT INTO dbo.t(id, a) VALUES (6, 5);
GO
INSERT INTO dbo.t(id, s, is_open) VALUES (6, 'X ', 1);
GO
UPDATE dbo.t SET is_open = 1 WHERE id = 1;
GO
UPDATE dbo.t SET a = 6 WHERE id = 2;
GO
-- What the whole statement leaves counts.
UPDATE dbo.t SET is_open = 1 - is_open WHERE s = 'x' AND id IN (1, 3);
UPDATE dbo.t SET a = 11 - a WHERE a IN (5, 6);
SELECT id, a, s, is_open FROM dbo.t ORDER BY id;
GO
-- Rows come into an index and leave it.
UPDATE dbo.t SET b = 1, d = '2004-02-02' WHERE id = 3;
UPDATE dbo.t SET d = '2003-02-02' WHERE id = 1;
UPDATE dbo.t SET w = 'FOUR' WHERE id = 4;
MERGE dbo.t AS t USING (VALUES (5, 2, 'v'), (7, 2, 'seven')) AS n(id, b, w) ON n.id = t.id
WHEN MATCHED THEN UPDATE SET b = n.b, w = n.w, a = 77
WHEN NOT MATCHED THEN INSERT (id, b, w, d) VALUES (n.id, n.b, n.w, '2004-03-03');
DELETE dbo.t WHERE id = 2;
DBCC CHECKDB WITH NO_INFOMSGS;
GO
-- The same rows whatever finds them.
SELECT id FROM dbo.t WHERE b IN (1, 2) AND d IS NOT NULL AND w >= 'a' ORDER BY id;
SELECT id FROM dbo.t WHERE b = 2 AND d > '2004-03-01' AND w IN ('seven', 'v', 'three') ORDER BY id;
SELECT id FROM dbo.t WHERE w IN ('seven', 'v', 'three', 'FOUR') ORDER BY id;
SELECT id, d FROM dbo.t WHERE d > '2004-02-01' AND d < '2004-12-31' ORDER BY d;
SELECT id, d FROM dbo.t WHERE d > '2001-02-01' ORDER BY d, id;
SELECT id, a FROM dbo.t WHERE is_open = 1 AND s = 'X' ORDER BY id;
SELECT id, a FROM dbo.t WHERE s = 'X' ORDER BY id;
SELECT COUNT(*) AS n, COUNT(a) AS a FROM dbo.t;
SELECT MIN(a) AS lo, MAX(a) AS hi FROM dbo.t;
SELECT id FROM dbo.t WHERE a > 5 AND s <> 'it''s' ORDER BY id;
DECLARE @b tinyint = 3;
SELECT id FROM dbo.t WHERE b = @b AND d IS NOT NULL AND w = 'x';
GO
-- A foreign key refers to no filtered index.
CREATE TABLE dbo.child(a int CONSTRAINT FK_child REFERENCES dbo.t(a));
GO
-- No column goes that a filter is about, and none is called otherwise; others move.
ALTER TABLE dbo.t DROP COLUMN is_open;
GO
EXEC sp_rename 'dbo.t.is_open', 'is_shut', 'COLUMN';
GO
ALTER TABLE dbo.t DROP COLUMN v;
UPDATE dbo.t SET is_open = 0 WHERE id = 1;
SELECT id, a FROM dbo.t WHERE is_open = 1 AND s > '' ORDER BY id;
ALTER INDEX ALL ON dbo.t REBUILD;
DBCC CHECKDB WITH NO_INFOMSGS;
GO
-- @restart
USE P;
SELECT name, filter_definition FROM sys.indexes WHERE object_id = OBJECT_ID('dbo.t') AND has_filter = 1 ORDER BY name;
INSERT INTO dbo.t(id, s, is_open) VALUES (8, 'y', 1);
GO
INSERT INTO dbo.t(id, s, is_open) VALUES (8, 'y', 0);
SELECT id FROM dbo.t WHERE s = 'y' AND is_open = 1;
DBCC CHECKDB WITH NO_INFOMSGS;
GO
-- A key of rows that are there twice.
CREATE UNIQUE INDEX u_y ON dbo.t(s) WHERE id > 3;
GO
-- What is no filter.
ALTER TABLE dbo.t ADD v AS a + 1;
GO
CREATE INDEX f ON dbo.t(a) WHERE b > 5 OR b < 3;
GO
CREATE INDEX f ON dbo.t(a) WHERE a = b;
GO
CREATE INDEX f ON dbo.t(a) WHERE s LIKE 'a%';
GO
CREATE INDEX f ON dbo.t(a) WHERE 5 < a;
GO
CREATE INDEX f ON dbo.t(a) WHERE v > 5;
GO
CREATE INDEX f ON dbo.t(a) WHERE a = NULL;
GO
CREATE INDEX f ON dbo.t(a) WHERE s = N'a';
GO
CREATE INDEX f ON dbo.t(a) WHERE a > 2.5;
GO
CREATE INDEX f ON dbo.t(a) WHERE d > 'never';
GO
CREATE INDEX f ON dbo.t(a) WHERE x > 1;
GO
-- IS [NOT] NULL compares no texts; comparisons of texts are those of the default collation.
CREATE TABLE dbo.codes(id int CONSTRAINT PK_codes PRIMARY KEY, code varchar(10) COLLATE Latin1_General_BIN NULL, INDEX missing (id) WHERE code IS NULL);
CREATE UNIQUE INDEX u_code ON dbo.codes(code) WHERE code IS NOT NULL;
INSERT dbo.codes VALUES (1, NULL), (2, NULL), (3, 'a'), (4, 'A');
SELECT name, filter_definition FROM sys.indexes WHERE object_id = OBJECT_ID('dbo.codes') AND has_filter = 1 ORDER BY name;
GO
INSERT dbo.codes VALUES (5, 'a');
GO
CREATE INDEX f ON dbo.codes(id) WHERE code = 'a';
GO
