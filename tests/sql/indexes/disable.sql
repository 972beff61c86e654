-- docs/relational-databases/indexes/disable-indexes-and-constraints.md, enable-indexes-and-constraints.md, docs/t-sql/statements/alter-index-transact-sql.md
-- (DISABLE, REBUILD); docs/relational-databases/errors-events: 315, 1973, 1974, 1987, 1989, 1992, 8655.
CREATE DATABASE d;
GO
USE d;
GO
SET NOCOUNT ON;
CREATE TABLE parent (a int NOT NULL CONSTRAINT pk PRIMARY KEY NONCLUSTERED, b int NOT NULL, c int NULL);
CREATE CLUSTERED INDEX cb ON parent (b);
CREATE INDEX ic ON parent (c) INCLUDE (b);
CREATE UNIQUE INDEX ub ON parent (b);
CREATE TABLE child (p int CONSTRAINT fk REFERENCES parent (a), q int CONSTRAINT fq REFERENCES parent (b));
INSERT parent VALUES (1, 10, 100), (2, 20, 200);
INSERT child VALUES (1, 10);
GO
-- A nonclustered index: the definition stays, the storage goes, statements do without it.
ALTER INDEX ic ON parent DISABLE;
SELECT name, is_disabled FROM sys.indexes WHERE object_id = OBJECT_ID('parent') ORDER BY index_id;
SELECT i.name FROM sys.partitions AS p JOIN sys.indexes AS i ON i.object_id = p.object_id AND i.index_id = p.index_id WHERE p.object_id = OBJECT_ID('parent') ORDER BY p.index_id;
SELECT INDEXPROPERTY(OBJECT_ID('parent'), 'ic', 'IsDisabled') AS ic, INDEXPROPERTY(OBJECT_ID('parent'), 'cb', 'IsDisabled') AS cb; --> 1 | 0
INSERT parent VALUES (3, 30, 300);
UPDATE parent SET c = 301 WHERE a = 3;
SELECT a FROM parent WHERE c = 301;
GO
-- "Queries that reference the disabled index with a table hint fail."
SELECT a FROM parent WITH (INDEX(ic)) WHERE c = 301;
GO
-- "You cannot create an index that uses the same name as an existing disabled index."
CREATE INDEX ic ON parent (c);
GO
ALTER INDEX ic ON parent SET (ALLOW_PAGE_LOCKS = OFF);
GO
-- "SET cannot be specified for a disabled index", nor for all indexes then.
ALTER INDEX ALL ON parent SET (ALLOW_PAGE_LOCKS = OFF);
GO
SELECT name, allow_page_locks FROM sys.indexes WHERE object_id = OBJECT_ID('parent') ORDER BY index_id;
GO
ALTER INDEX ic ON parent REORGANIZE;
GO
ALTER INDEX ic ON parent REBUILD;
SELECT a FROM parent WITH (INDEX(ic)) WHERE c = 301;
SELECT is_disabled FROM sys.indexes WHERE name = 'ic'; --> 0
GO
-- A unique index: the constraint and the foreign keys that use it are disabled.
ALTER INDEX pk ON parent DISABLE;
GO
SELECT name, is_disabled, is_not_trusted FROM sys.foreign_keys ORDER BY name;
INSERT parent VALUES (1, 11, NULL);
INSERT child VALUES (77, 10);
GO
ALTER TABLE child WITH CHECK CHECK CONSTRAINT fk;
GO
ALTER INDEX pk ON parent REBUILD;
GO
DELETE parent WHERE b = 11;
ALTER INDEX pk ON parent REBUILD;
-- "After rebuilding the index, all constraints must be manually enabled."
SELECT name, is_disabled FROM sys.foreign_keys ORDER BY name;
GO
ALTER TABLE child WITH CHECK CHECK CONSTRAINT fk;
GO
DELETE child WHERE p = 77;
ALTER TABLE child WITH CHECK CHECK CONSTRAINT fk;
SELECT name, is_disabled, is_not_trusted FROM sys.foreign_keys ORDER BY name;
GO
-- The clustered index: the data stay and can't be accessed, the nonclustered indexes are disabled too.
ALTER INDEX cb ON parent DISABLE;
GO
SELECT name, is_disabled FROM sys.indexes WHERE object_id = OBJECT_ID('parent') ORDER BY index_id;
SELECT name, is_disabled FROM sys.foreign_keys ORDER BY name;
GO
SELECT * FROM parent;
GO
INSERT parent VALUES (5, 5, 5);
GO
UPDATE parent SET c = 1;
GO
DELETE parent;
GO
TRUNCATE TABLE parent;
GO
ALTER TABLE parent ADD z int;
GO
CREATE INDEX other ON parent (c);
GO
CREATE STATISTICS s ON parent (c);
GO
ALTER INDEX ic ON parent REBUILD;
GO
ALTER INDEX cb ON parent REBUILD;
SELECT name, is_disabled FROM sys.indexes WHERE object_id = OBJECT_ID('parent') ORDER BY index_id;
SELECT a, b, c FROM parent ORDER BY a;
GO
ALTER INDEX ALL ON parent REBUILD;
SELECT name, is_disabled FROM sys.indexes WHERE object_id = OBJECT_ID('parent') ORDER BY index_id;
SELECT a FROM parent WITH (INDEX(ic)) WHERE c = 301;
ALTER TABLE child WITH CHECK CHECK CONSTRAINT ALL;
DBCC CHECKDB WITH NO_INFOMSGS;
GO
INSERT child VALUES (77, 10);
GO
-- All indexes; dropping the disabled clustered index gives access to the rows again.
BEGIN TRAN;
ALTER INDEX ALL ON parent DISABLE;
ROLLBACK;
SELECT COUNT(*) AS disabled FROM sys.indexes WHERE is_disabled = 1; --> 0
SELECT name, is_disabled FROM sys.foreign_keys ORDER BY name;
ALTER INDEX ALL ON parent DISABLE;
GO
DROP INDEX cb ON parent;
SELECT name, type_desc, is_disabled FROM sys.indexes WHERE object_id = OBJECT_ID('parent') ORDER BY index_id;
SELECT COUNT(*) AS rows FROM parent;
GO
-- "Creating a new clustered index enables previously disabled nonclustered indexes." A disabled index can be dropped.
ALTER INDEX ic ON parent DISABLE;
DROP INDEX ub ON parent;
CREATE CLUSTERED INDEX cc ON parent (c);
SELECT name, type_desc, is_disabled FROM sys.indexes WHERE object_id = OBJECT_ID('parent') ORDER BY index_id;
ALTER INDEX ic ON parent DISABLE;
DROP INDEX ic ON parent;
GO
ALTER INDEX nothing ON parent DISABLE;
GO
ALTER INDEX ALL ON nothing DISABLE;
GO
ALTER INDEX pk ON parent DISABLE;
GO
-- @crash
USE d;
SELECT name, type_desc, is_disabled FROM sys.indexes WHERE object_id = OBJECT_ID('parent') ORDER BY index_id;
SELECT a, b, c FROM parent ORDER BY a;
ALTER INDEX pk ON parent REBUILD;
SELECT a FROM parent WITH (INDEX(pk)) WHERE a = 2;
DROP TABLE child, parent;
GO
