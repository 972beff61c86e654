-- docs/relational-databases/tables/use-sparse-columns.md: NULL takes no space, restrictions (1731, 1791, 1919, 11418), ADD and DROP SPARSE, the
-- limit of 8018 bytes (576). docs/t-sql/statements/create-table-transact-sql.md, alter-table-transact-sql.md; sys-columns-transact-sql.md (is_sparse).
CREATE DATABASE S;
GO
USE S;
GO
CREATE TABLE DocumentStore
    (DocID int PRIMARY KEY,
     Title varchar(200) NOT NULL,
     ProductionSpecification varchar(20) SPARSE NULL,
     ProductionLocation smallint SPARSE NULL,
     MarketingSurveyGroup varchar(20) SPARSE NULL ) ;
GO
INSERT DocumentStore(DocID, Title, ProductionSpecification, ProductionLocation) VALUES (1, 'Tire Spec 1', 'AXZZ217', 27);
INSERT DocumentStore(DocID, Title, MarketingSurveyGroup) VALUES (2, 'Survey 2142', 'Men 25 - 35');
SELECT * FROM DocumentStore;
SELECT DocID, Title, ProductionSpecification, ProductionLocation FROM DocumentStore WHERE ProductionSpecification IS NOT NULL;
SELECT name, is_sparse, is_nullable, COLUMNPROPERTY(object_id, name, 'IsSparse') AS property FROM sys.columns WHERE object_id = OBJECT_ID('DocumentStore') ORDER BY column_id;
GO
-- Changes of values, a filtered index, an index on a sparse column, and an aggregate.
CREATE INDEX ix ON DocumentStore (ProductionLocation) WHERE ProductionLocation IS NOT NULL;
UPDATE DocumentStore SET ProductionLocation = DocID * 10, MarketingSurveyGroup = NULL;
SELECT DocID, ProductionSpecification, ProductionLocation, MarketingSurveyGroup FROM DocumentStore WHERE ProductionLocation > 0;
SELECT SUM(ProductionLocation) AS total, COUNT(ProductionSpecification) AS specified FROM DocumentStore;
DELETE DocumentStore WHERE ProductionSpecification IS NULL;
SELECT COUNT(*) AS left_over FROM DocumentStore;
-- The property isn't copied.
SELECT * INTO Copied FROM DocumentStore;
SELECT COUNT(*) AS sparse_columns FROM sys.columns WHERE object_id = OBJECT_ID('Copied') AND is_sparse = 1;
GO
-- Restrictions.
CREATE TABLE t (a int SPARSE NOT NULL, b int);
GO
CREATE TABLE t (a int IDENTITY SPARSE, b int);
GO
CREATE TABLE t (a uniqueidentifier ROWGUIDCOL SPARSE NULL, b int);
GO
CREATE TABLE t (a text SPARSE, b int);
GO
CREATE TABLE t (a image SPARSE, b int);
GO
CREATE TABLE t (a rowversion SPARSE NULL, b int);
GO
CREATE TYPE dbo.alias FROM int;
GO
CREATE TABLE t (a dbo.alias SPARSE NULL, b int);
GO
CREATE TABLE t (a int SPARSE DEFAULT 1, b int);
GO
CREATE TABLE t (a int SPARSE, b int, INDEX i CLUSTERED (a));
GO
CREATE TABLE t (a int SPARSE, b int) WITH (DATA_COMPRESSION = ROW);
GO
DECLARE @t TABLE (a int SPARSE, b int);
GO
CREATE TYPE dbo.list AS TABLE (a int SPARSE, b int);
GO
CREATE TABLE t (a int, b int SPARSE);
GO
CREATE CLUSTERED INDEX i ON t (b);
GO
ALTER TABLE t ADD CONSTRAINT d DEFAULT 1 FOR b;
GO
ALTER TABLE t REBUILD WITH (DATA_COMPRESSION = ROW);
GO
ALTER TABLE t ALTER COLUMN b int NOT NULL;
GO
ALTER TABLE t ALTER COLUMN b dbo.alias NULL;
GO
ALTER TABLE t ADD c int SPARSE NOT NULL;
GO
DROP TABLE t;
GO
-- Columns become sparse and dense again. Added columns need no rewrite.
CREATE TABLE t (a int PRIMARY KEY, b varchar(100), c decimal(20, 2), d varchar(max), e AS a * 2);
INSERT t VALUES (1, 'one', 1.5, REPLICATE(CAST('x' AS varchar(max)), 20000)), (2, NULL, NULL, NULL), (3, 'three', -3, 'short');
ALTER TABLE t ALTER COLUMN b ADD SPARSE;
ALTER TABLE t ALTER COLUMN c ADD SPARSE;
ALTER TABLE t ALTER COLUMN d ADD SPARSE;
ALTER TABLE t ADD f int SPARSE, g int;
SELECT a, b, c, LEN(d) AS length, e, f, g FROM t ORDER BY a;
UPDATE t SET f = a, g = a, d = d + 'y' WHERE a <> 2;
SELECT a, b, c, LEN(d) AS length, RIGHT(d, 2) AS last, e, f, g FROM t ORDER BY a;
ALTER TABLE t ALTER COLUMN b varchar(10) SPARSE NULL;
ALTER TABLE t ALTER COLUMN c DROP SPARSE;
ALTER TABLE t ALTER COLUMN d DROP SPARSE;
ALTER TABLE t DROP COLUMN f;
SELECT name, is_sparse FROM sys.columns WHERE object_id = OBJECT_ID('t') ORDER BY column_id;
SELECT a, b, c, LEN(d) AS length, RIGHT(d, 2) AS last, e, g FROM t ORDER BY a;
ALTER TABLE t ALTER COLUMN e ADD SPARSE;
GO
ALTER TABLE t ALTER COLUMN a ADD SPARSE;
GO
-- A rollback restores the dense rows.
BEGIN TRAN;
ALTER TABLE t ALTER COLUMN g ADD SPARSE;
UPDATE t SET g = 7;
ROLLBACK;
SELECT a, g FROM t ORDER BY a;
SELECT is_sparse FROM sys.columns WHERE object_id = OBJECT_ID('t') AND name = 'g';
GO
-- NULL takes no space: rows of 10 NULL columns of 8 bytes.
CREATE TABLE dense (a int, b01 bigint, b02 bigint, b03 bigint, b04 bigint, b05 bigint, b06 bigint, b07 bigint, b08 bigint, b09 bigint, b10 bigint);
CREATE TABLE sparse (a int, b01 bigint SPARSE, b02 bigint SPARSE, b03 bigint SPARSE, b04 bigint SPARSE, b05 bigint SPARSE, b06 bigint SPARSE,
    b07 bigint SPARSE, b08 bigint SPARSE, b09 bigint SPARSE, b10 bigint SPARSE);
INSERT dense (a) SELECT value FROM GENERATE_SERIES(1, 1000);
INSERT sparse (a) SELECT value FROM GENERATE_SERIES(1, 1000);
-- A row of sparse has 9 bytes, of dense 90.
SELECT OBJECT_NAME(object_id) AS name, max_record_size_in_bytes - MIN(max_record_size_in_bytes) OVER () AS more_bytes, compressed_page_count
FROM (SELECT object_id, max_record_size_in_bytes, compressed_page_count FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID('dense'), 0, NULL, 'DETAILED')
      UNION ALL SELECT object_id, max_record_size_in_bytes, compressed_page_count FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID('sparse'), 0, NULL, 'DETAILED')) AS s
ORDER BY name;
GO
-- Columns that together exceed a row, but not with NULL in most of them. Values that can leave the row do.
CREATE TABLE wide (a int, b char(5000) SPARSE, c char(5000) SPARSE, d varchar(5000) SPARSE, e varchar(5000) SPARSE);
INSERT wide (a, b) VALUES (1, 'b');
INSERT wide (a, c) VALUES (2, 'c');
INSERT wide (a, d, e) VALUES (3, REPLICATE('d', 5000), REPLICATE('e', 5000));
SELECT a, RTRIM(b) AS b, RTRIM(c) AS c, LEN(d) AS d, LEN(e) AS e FROM wide ORDER BY a;
INSERT wide (a, b, c) VALUES (4, 'b', 'c');
GO
DBCC CHECKDB WITH NO_INFOMSGS;
DBCC CHECKTABLE ('t') WITH NO_INFOMSGS;
GO
USE master;
DROP DATABASE S;
