-- docs/t-sql/statements/create-index-transact-sql.md (FILLFACTOR, PAD_INDEX): how full the leaf pages are made when an index is created or rebuilt,
-- and with PAD_INDEX the pages above them; docs/relational-databases/indexes/specify-fill-factor-for-an-index.md: "a fill-factor value of 80 means
-- that 20 percent of each leaf-level page will be left empty"; 0 and 100 are the same; nothing keeps the space free later.
CREATE DATABASE d;
GO
USE d;
GO
CREATE VIEW pages AS SELECT OBJECT_NAME(s.object_id) AS t, i.name, i.fill_factor, i.is_padded, s.in_row_used_page_count AS pages
FROM sys.dm_db_partition_stats AS s JOIN sys.indexes AS i ON i.object_id = s.object_id AND i.index_id = s.index_id;
GO
SET NOCOUNT ON;
CREATE TABLE t (a int NOT NULL, b char(300) NOT NULL, filler char(90) NOT NULL);
INSERT t SELECT TOP (8000) n, CAST(n + 100000 AS char(300)), 'f' FROM (SELECT ROW_NUMBER() OVER (ORDER BY (SELECT NULL)) AS n FROM sys.all_columns AS a CROSS JOIN sys.all_columns AS b) AS x;
CREATE UNIQUE INDEX whole ON t (a);
CREATE UNIQUE INDEX hundred ON t (a) WITH (FILLFACTOR = 100);
CREATE UNIQUE INDEX half ON t (a) WITH (FILLFACTOR = 50);
CREATE UNIQUE INDEX tenth ON t (a) WITH FILLFACTOR = 10;
DECLARE @whole float = (SELECT pages FROM pages WHERE name = 'whole');
SELECT name, fill_factor, IIF(pages / @whole * fill_factor BETWEEN 85 AND 115, 'as the factor says', CAST(pages AS varchar(10))) AS pages FROM pages WHERE name IN ('hundred', 'half', 'tenth') ORDER BY name;
GO
-- The pages above the leaves: only PAD_INDEX fills them to the factor.
CREATE INDEX wide ON t (b);
CREATE INDEX sparse ON t (b) WITH (FILLFACTOR = 50);
CREATE INDEX padded ON t (b) WITH (FILLFACTOR = 50, PAD_INDEX = ON);
DECLARE @sparse float = (SELECT pages FROM pages WHERE name = 'sparse');
SELECT name, fill_factor, is_padded, IIF(pages > @sparse, 'more', IIF(pages < @sparse, 'fewer', 'as many')) AS pages FROM pages WHERE name IN ('wide', 'sparse', 'padded') ORDER BY name;
GO
-- REBUILD heeds a new factor, or the one that the index has.
DECLARE @whole float = (SELECT pages FROM pages WHERE name = 'whole');
ALTER INDEX whole ON t REBUILD WITH (FILLFACTOR = 25);
ALTER INDEX half ON t REBUILD;
SELECT name, fill_factor, ROUND(pages / @whole, 0) AS times FROM pages WHERE name IN ('whole', 'half') ORDER BY name;
ALTER INDEX half ON t REBUILD WITH (FILLFACTOR = 100);
SELECT name, fill_factor, ROUND(pages / @whole, 0) AS times FROM pages WHERE name IN ('half');
-- One row is put on each page in any case.
CREATE TABLE s (b char(300) NOT NULL);
INSERT s SELECT TOP (500) b FROM t ORDER BY a;
CREATE INDEX single ON s (b) WITH (FILLFACTOR = 1, PAD_INDEX = ON);
SELECT name, IIF(pages > 500 AND pages < 1100, 'a row a page', CAST(pages AS varchar(10))) AS leaves FROM pages WHERE name = 'single';
GO
-- A clustered index, and the constraint's index.
CREATE TABLE c (a int NOT NULL, filler char(150) NOT NULL);
INSERT c SELECT a, 'f' FROM t;
DECLARE @heap float = (SELECT pages FROM pages WHERE t = 'c');
ALTER TABLE c ADD CONSTRAINT pk PRIMARY KEY (a) WITH (FILLFACTOR = 20);
SELECT name, fill_factor, ROUND(pages / @heap, 0) AS times FROM pages WHERE t = 'c';
ALTER TABLE c REBUILD WITH (FILLFACTOR = 100);
SELECT name, fill_factor, ROUND(pages / @heap, 0) AS times FROM pages WHERE t = 'c';
SELECT COUNT(*) AS rows, MIN(a) AS least, MAX(a) AS greatest FROM c;
SELECT COUNT(*) AS rows FROM t WITH (INDEX(padded)) WHERE b > '';
SELECT COUNT(*) AS rows FROM s WITH (INDEX(single)) WHERE b > '';
DBCC CHECKDB WITH NO_INFOMSGS;
GO
-- The factor does not hold for rows that come later.
CREATE TABLE later (a int NOT NULL PRIMARY KEY WITH (FILLFACTOR = 10), filler char(150) NOT NULL);
INSERT later SELECT a, 'f' FROM t;
DECLARE @before int = (SELECT pages FROM pages WHERE t = 'later');
ALTER INDEX ALL ON later REBUILD;
SELECT IIF(pages > @before * 4, 'many more', 'few') AS pages FROM pages WHERE t = 'later';
GO
