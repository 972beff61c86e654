-- docs/t-sql/statements/alter-table-transact-sql.md, SWITCH between two tables without partitions: the rows move to the empty target, whose
-- columns, indexes, constraints and filegroup are those of the source. Messages 4905 to 4985 are those of
-- docs/relational-databases/errors-events/database-engine-events-and-errors-4000-to-4999.md.
CREATE DATABASE D;
GO
USE D;
SET NOCOUNT ON;
GO
CREATE TABLE dbo.live (id int NOT NULL IDENTITY CONSTRAINT pk_live PRIMARY KEY, a int NULL CONSTRAINT ck_live CHECK (a > 0), v varchar(max) NULL, c AS a * 2, INDEX i_a (a DESC) INCLUDE (v));
CREATE TABLE dbo.stage (id int NOT NULL IDENTITY (100, 1) CONSTRAINT pk_stage PRIMARY KEY, a int NULL CONSTRAINT ck_stage CHECK (a > 0), v varchar(max) NULL, c AS a * 2, INDEX j_a (a DESC) INCLUDE (v), INDEX more (a, id));
INSERT dbo.stage (a, v) VALUES (1, REPLICATE(CAST('x' AS varchar(max)), 20000)), (2, 'two'), (3, NULL);
INSERT dbo.live (a) VALUES (9);
GO
ALTER TABLE dbo.stage SWITCH TO dbo.live;
GO
DELETE dbo.live;
ALTER TABLE dbo.stage SWITCH TO dbo.live;
SELECT id, a, LEN(v) AS length, c FROM dbo.live ORDER BY id;
SELECT a FROM dbo.live WITH (INDEX(i_a)) WHERE a > 1;
SELECT COUNT(*) AS staged FROM dbo.stage;
GO
-- Each table keeps the last value of its identity column.
INSERT dbo.live (a) VALUES (4);
INSERT dbo.stage (a) VALUES (5);
SELECT id FROM dbo.live WHERE a = 4;
SELECT id FROM dbo.stage;
GO
DBCC CHECKDB (D) WITH NO_INFOMSGS;
GO
-- A rollback restores both tables.
DELETE dbo.stage;
BEGIN TRANSACTION;
ALTER TABLE dbo.live SWITCH TO dbo.stage;
SELECT COUNT(*) AS live FROM dbo.live;
ROLLBACK;
GO
CREATE INDEX more ON dbo.live (a, id);
BEGIN TRANSACTION;
ALTER TABLE dbo.live SWITCH TO dbo.stage;
SELECT COUNT(*) AS live FROM dbo.live;
SELECT COUNT(*) AS stage FROM dbo.stage;
ROLLBACK;
SELECT COUNT(*) AS live FROM dbo.live;
SELECT COUNT(*) AS stage FROM dbo.stage;
GO
DBCC CHECKDB (D) WITH NO_INFOMSGS;
GO
-- Heaps.
CREATE TABLE dbo.h1 (a int, b varchar(10));
CREATE TABLE dbo.h2 (a int, b varchar(10));
INSERT dbo.h1 VALUES (1, 'x'), (2, 'y');
ALTER TABLE dbo.h1 SWITCH TO dbo.h2;
SELECT a, b FROM dbo.h2;
SELECT a, b FROM dbo.h1;
GO
ALTER TABLE dbo.h1 SWITCH TO dbo.h1;
GO
ALTER TABLE dbo.h1 SWITCH TO dbo.nothing;
GO
ALTER TABLE dbo.nothing SWITCH TO dbo.h1;
GO
CREATE VIEW dbo.view1 AS SELECT a, b FROM dbo.h1;
GO
ALTER TABLE dbo.h1 SWITCH TO dbo.view1;
GO
CREATE TABLE #other (a int, b varchar(10));
ALTER TABLE dbo.h1 SWITCH TO #other;
GO
CREATE TABLE dbo.x1 (a int);
ALTER TABLE dbo.h1 SWITCH TO dbo.x1;
GO
CREATE TABLE dbo.x2 (a int, c varchar(10));
ALTER TABLE dbo.h1 SWITCH TO dbo.x2;
GO
CREATE TABLE dbo.x3 (a int, b varchar(11));
ALTER TABLE dbo.h1 SWITCH TO dbo.x3;
GO
CREATE TABLE dbo.x4 (a int, b varchar(10) COLLATE Latin1_General_BIN);
ALTER TABLE dbo.h1 SWITCH TO dbo.x4;
GO
CREATE TABLE dbo.x5 (a int NOT NULL, b varchar(10));
ALTER TABLE dbo.h1 SWITCH TO dbo.x5;
GO
ALTER TABLE dbo.x5 SWITCH TO dbo.h1;
GO
CREATE TABLE dbo.x6 (a int, b varchar(10), INDEX c1 CLUSTERED (a));
ALTER TABLE dbo.h1 SWITCH TO dbo.x6;
GO
ALTER TABLE dbo.x6 SWITCH TO dbo.h1;
GO
CREATE TABLE dbo.x7 (a int, b varchar(10), INDEX i1 (b));
ALTER TABLE dbo.h1 SWITCH TO dbo.x7;
GO
ALTER TABLE dbo.x7 SWITCH TO dbo.h1;
GO
CREATE TABLE dbo.x8 (a int CONSTRAINT ck_a CHECK (a > 0), b varchar(10), CONSTRAINT ck_both CHECK (a > 0 AND b > ''));
ALTER TABLE dbo.h1 SWITCH TO dbo.x8;
GO
ALTER TABLE dbo.h1 WITH NOCHECK ADD CONSTRAINT ck_own CHECK (a > 0);
ALTER TABLE dbo.h1 SWITCH TO dbo.x8;
GO
ALTER TABLE dbo.h1 WITH CHECK CHECK CONSTRAINT ck_own;
ALTER TABLE dbo.h1 SWITCH TO dbo.x8;
GO
CREATE TABLE dbo.parent (a int PRIMARY KEY);
CREATE TABLE dbo.k1 (a int CONSTRAINT fk1 REFERENCES dbo.parent);
CREATE TABLE dbo.k2 (a int);
ALTER TABLE dbo.k2 SWITCH TO dbo.k1;
GO
ALTER TABLE dbo.k2 WITH NOCHECK ADD CONSTRAINT fk2 FOREIGN KEY (a) REFERENCES dbo.parent;
ALTER TABLE dbo.k2 SWITCH TO dbo.k1;
GO
ALTER TABLE dbo.k2 NOCHECK CONSTRAINT fk2;
ALTER TABLE dbo.k2 SWITCH TO dbo.k1;
GO
ALTER TABLE dbo.k2 WITH CHECK CHECK CONSTRAINT fk2;
ALTER TABLE dbo.k2 SWITCH TO dbo.k1;
CREATE TABLE dbo.parent2 (a int PRIMARY KEY);
ALTER TABLE dbo.parent SWITCH TO dbo.parent2;
GO
CREATE TABLE dbo.c1 (a int, b AS a + 1);
CREATE TABLE dbo.c2 (a int, b AS a + 2);
CREATE TABLE dbo.c3 (a int, b AS a + 1 PERSISTED);
CREATE TABLE dbo.c4 (a int, b int);
ALTER TABLE dbo.c1 SWITCH TO dbo.c2;
GO
ALTER TABLE dbo.c1 SWITCH TO dbo.c3;
GO
ALTER TABLE dbo.c1 SWITCH TO dbo.c4;
GO
CREATE TABLE dbo.c5 (a int, b AS a + 1, INDEX i5 (b));
ALTER TABLE dbo.c5 SWITCH TO dbo.c1;
GO
CREATE TABLE dbo.g1 (a uniqueidentifier ROWGUIDCOL);
CREATE TABLE dbo.g2 (a uniqueidentifier);
ALTER TABLE dbo.g1 SWITCH TO dbo.g2;
GO
-- 11406, 11412 and 11413: docs/relational-databases/errors-events/database-engine-events-and-errors-11000-to-12999.md.
CREATE TABLE dbo.z1 (a int PRIMARY KEY, b int SPARSE NULL);
CREATE TABLE dbo.z2 (a int PRIMARY KEY, b int NULL, INDEX zi (b) WITH (DATA_COMPRESSION = PAGE));
CREATE TABLE dbo.z3 (a int PRIMARY KEY, b int NULL, INDEX zi (b));
CREATE TABLE dbo.z4 (a int PRIMARY KEY, b int NULL, INDEX zi (b)) WITH (DATA_COMPRESSION = ROW);
CREATE TABLE dbo.z5 (a xml COLUMN_SET FOR ALL_SPARSE_COLUMNS);
CREATE TABLE dbo.z6 (a xml);
ALTER TABLE dbo.z1 SWITCH TO dbo.z2;
GO
ALTER TABLE dbo.z2 SWITCH TO dbo.z3;
GO
ALTER TABLE dbo.z4 SWITCH TO dbo.z3;
GO
ALTER TABLE dbo.z5 SWITCH TO dbo.z6;
GO
ALTER INDEX zi ON dbo.z3 REBUILD WITH (DATA_COMPRESSION = PAGE);
INSERT dbo.z3 VALUES (1, 2);
ALTER TABLE dbo.z3 SWITCH TO dbo.z2;
SELECT a, b FROM dbo.z2 WITH (INDEX(zi)) WHERE b = 2;
GO
ALTER DATABASE D ADD FILEGROUP other;
ALTER DATABASE D ADD FILE (NAME = 'other', FILENAME = 'other.ndf') TO FILEGROUP other;
GO
CREATE TABLE dbo.f1 (a int) ON other;
ALTER TABLE dbo.f1 SWITCH TO dbo.x1;
GO
ALTER TABLE dbo.f1 SWITCH PARTITION 1 TO dbo.x1;
GO
ALTER TABLE dbo.f1 SWITCH TO dbo.x1 PARTITION 1;
GO
ALTER TABLE dbo.f1 SWITCH TO dbo.x1 WITH (WAIT_AT_LOW_PRIORITY (MAX_DURATION = 1 MINUTES, ABORT_AFTER_WAIT = SELF));
GO
