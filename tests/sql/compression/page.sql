-- docs/relational-databases/data-compression/data-compression.md, page-compression-implementation.md (a page is compressed when it is full, heaps only by a
-- rebuild); enable-compression-on-a-table-or-index.md; sys-partitions-transact-sql.md (data_compression); sys-dm-db-index-physical-stats-transact-sql.md
-- (compressed_page_count); sp-estimate-data-compression-savings-transact-sql.md.
CREATE DATABASE P;
GO
USE P;
GO
CREATE TABLE dbo.T1 (c1 int, c2 nvarchar(200));
GO
ALTER TABLE dbo.T1 REBUILD PARTITION = ALL WITH (DATA_COMPRESSION = PAGE);
CREATE TABLE dbo.K1 (a int PRIMARY KEY, b varchar(100), c varchar(100), INDEX ix (c)) WITH (DATA_COMPRESSION = PAGE);
CREATE TABLE dbo.K2 (a int CONSTRAINT pk PRIMARY KEY WITH (DATA_COMPRESSION = PAGE), b varchar(100) CONSTRAINT uq UNIQUE WITH (DATA_COMPRESSION = PAGE));
CREATE INDEX ix ON dbo.K2 (b) WITH (DATA_COMPRESSION = PAGE);
SELECT OBJECT_NAME(object_id) AS name, index_id, data_compression, data_compression_desc FROM sys.partitions ORDER BY name, index_id;
GO
-- The first page is not compressed until it is full.
CREATE VIEW dbo.pages AS
SELECT OBJECT_NAME(s.object_id) AS name, s.index_id, s.page_count, s.compressed_page_count AS compressed
FROM sys.dm_db_index_physical_stats(DB_ID(), NULL, NULL, NULL, 'DETAILED') AS s WHERE s.index_level = 0 AND s.alloc_unit_type_desc = 'IN_ROW_DATA';
GO
INSERT dbo.K1 SELECT value, CONCAT('Warehouse number ', value % 20), CONCAT('city of Amsterdam, district ', value % 50) FROM GENERATE_SERIES(1, 40);
SELECT page_count, compressed FROM dbo.pages WHERE name = 'K1' AND index_id = 1;
INSERT dbo.K1 SELECT value, CONCAT('Warehouse number ', value % 20), CONCAT('city of Amsterdam, district ', value % 50) FROM GENERATE_SERIES(41, 5000);
CREATE TABLE dbo.plain (a int PRIMARY KEY, b varchar(100), c varchar(100), INDEX ix (c));
INSERT dbo.plain SELECT a, b, c FROM dbo.K1;
ALTER INDEX ix ON dbo.K1 REBUILD WITH (DATA_COMPRESSION = PAGE);
SELECT k.index_id, CASE WHEN k.compressed BETWEEN k.page_count - 1 AND k.page_count THEN 'compressed' END AS pages, CASE WHEN k.page_count * 3 < p.page_count * 2 THEN 'two thirds' END AS size,
       p.compressed AS without
FROM dbo.pages AS k JOIN dbo.pages AS p ON p.index_id = k.index_id WHERE k.name = 'K1' AND p.name = 'plain' ORDER BY k.index_id;
SELECT COUNT(*) AS rows, SUM(CAST(a AS bigint)) AS a, MIN(b) AS b, MAX(c) AS c FROM dbo.K1;
SELECT a, b, c FROM dbo.K1 WHERE a IN (1, 2500, 5000) ORDER BY a DESC;
SELECT COUNT(*) AS by_index FROM dbo.K1 WITH (INDEX (ix)) WHERE c = 'city of Amsterdam, district 7';
SELECT COUNT(*) AS differences FROM (SELECT a, b, c FROM dbo.K1 EXCEPT SELECT a, b, c FROM dbo.plain) AS d;
GO
-- Changes of rows on compressed pages, and their rollback.
BEGIN TRAN;
UPDATE dbo.K1 SET b = REVERSE(b) + REPLICATE('x', a % 60) WHERE a % 2 = 0;
UPDATE dbo.K1 SET c = 'short' WHERE a % 3 = 0;
DELETE dbo.K1 WHERE a % 5 = 0;
INSERT dbo.K1 SELECT value, 'Warehouse number 1', 'new' FROM GENERATE_SERIES(5001, 6000);
SELECT COUNT(*) AS rows, SUM(LEN(b)) AS b, SUM(LEN(c)) AS c FROM dbo.K1;
ROLLBACK;
SELECT COUNT(*) AS differences FROM (SELECT a, b, c FROM dbo.K1 EXCEPT SELECT a, b, c FROM dbo.plain) AS d;
SELECT COUNT(*) AS differences FROM (SELECT a, b, c FROM dbo.plain EXCEPT SELECT a, b, c FROM dbo.K1) AS d;
UPDATE dbo.K1 SET b = REVERSE(b) + REPLICATE('x', a % 60), c = REPLICATE(c, 2) WHERE a % 2 = 0;
DELETE dbo.K1 WHERE a % 5 = 0;
INSERT dbo.K1 SELECT a, b, c FROM dbo.plain WHERE a % 10 = 0;
SELECT COUNT(*) AS rows, SUM(LEN(b)) AS b, SUM(LEN(c)) AS c FROM dbo.K1;
SELECT COUNT(*) AS rows, SUM(LEN(c)) AS c FROM dbo.K1 WITH (INDEX (ix));
GO
-- @crash
USE P;
GO
SELECT COUNT(*) AS rows, SUM(LEN(b)) AS b, SUM(LEN(c)) AS c FROM dbo.K1;
SELECT COUNT(*) AS rows, SUM(LEN(c)) AS c FROM dbo.K1 WITH (INDEX (ix));
DBCC CHECKTABLE ('dbo.K1') WITH NO_INFOMSGS;
GO
-- All types, with NULL, zero, the ends of their ranges and long values, in a heap and in a clustered index with enough rows for several pages.
CREATE TABLE dbo.types (id int, a bit, b tinyint, c smallint, d int, e bigint, f decimal(5, 2), g numeric(38, 10), h money, i smallmoney, j float,
    k real, l date, m time(3), n datetime, o smalldatetime, p datetime2, q datetimeoffset, r char(20), s varchar(20), t nchar(20), u nvarchar(60), v binary(8),
    w varbinary(20), x uniqueidentifier, y sql_variant, big nvarchar(max));
INSERT dbo.types (id, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, big)
SELECT 4 * value, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM GENERATE_SERIES(0, 99);
INSERT dbo.types (id, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, big)
SELECT 4 * value + 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '0001-01-01', '00:00', '1900-01-01', '1900-01-01', '0001-01-01', '0001-01-01 00:00 +00:00', '', '', N'', N'', 0x, 0x,
     '00000000-0000-0000-0000-000000000000', 0, N'' FROM GENERATE_SERIES(0, 99);
INSERT dbo.types (id, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, big)
SELECT 4 * value + 2, 1, 255, -32768, -2147483648, -9223372036854775808, -999.99, -9999999999999999999999999999.9999999999, -922337203685477.5808, -214748.3648, -1.79E+308,
     -3.4E+38, '9999-12-31', '23:59:59.999', '9999-12-31 23:59:59.997', '2079-06-06 23:59', '9999-12-31 23:59:59.9999999', '2024-02-29 12:30 +05:30', 'abc', 'abc ',
     N'Grüße', N'Москва — Ελλάδα, 日本語, हिन्दी', 0x0100, 0x000100, 'F0000000-0000-0000-0000-00000000000F', 'v',
     CASE value % 50 WHEN 0 THEN REPLICATE(CAST(N'ж' AS nvarchar(max)), 10000) ELSE N'short' END FROM GENERATE_SERIES(0, 99);
INSERT dbo.types (id, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, big)
SELECT 4 * value + 3, 1, value, value, value * 1000, value * 100000, value / 10.0, value / 7.0, value * 1.5, value * 1.5, value / 3.0, value / 3.0, DATEADD(day, value, '2024-02-29'),
     DATEADD(second, value, '12:00'), DATEADD(hour, value, '2024-02-29'), DATEADD(hour, value, '2024-02-29'), DATEADD(hour, value, '2024-02-29'), '2024-02-29 00:00 -08:00',
     CONCAT('  x', value), CONCAT('x', value), CONCAT(N'emoji 😀', value), CONCAT(N'ÀÉÎõü ñandú ', value), CAST(value AS binary(8)), CAST(value AS varbinary(20)), NULL,
     CONCAT(N'w', value), CONCAT(N'short', value) FROM GENERATE_SERIES(0, 99);
SELECT * INTO dbo.heap FROM dbo.types;
SELECT * INTO dbo.tree FROM dbo.types;
ALTER TABLE dbo.heap REBUILD WITH (DATA_COMPRESSION = PAGE);
CREATE UNIQUE CLUSTERED INDEX cl ON dbo.tree (id) WITH (DATA_COMPRESSION = PAGE);
SELECT name, CASE WHEN compressed > 1 THEN 'compressed' END AS pages FROM dbo.pages WHERE name IN ('heap', 'tree', 'types') ORDER BY name;
SELECT (SELECT COUNT(*) FROM (SELECT * FROM dbo.types EXCEPT SELECT * FROM dbo.heap) AS d) AS heap, (SELECT COUNT(*) FROM (SELECT * FROM dbo.types EXCEPT SELECT * FROM dbo.tree) AS d) AS tree;
SELECT a.id, a.g, a.j, a.q, '[' + a.r + ']' AS r, a.u, a.v, a.y, LEN(a.big) AS big FROM dbo.heap AS a WHERE a.id IN (200, 201, 202, 203) ORDER BY a.id;
UPDATE dbo.heap SET d = d / 2, big = big + N'!', u = REVERSE(u);
UPDATE dbo.tree SET d = d / 2, big = big + N'!', u = REVERSE(u);
UPDATE dbo.types SET d = d / 2, big = big + N'!', u = REVERSE(u);
SELECT (SELECT COUNT(*) FROM (SELECT * FROM dbo.types EXCEPT SELECT * FROM dbo.heap) AS d) AS heap, (SELECT COUNT(*) FROM (SELECT * FROM dbo.types EXCEPT SELECT * FROM dbo.tree) AS d) AS tree;
ALTER TABLE dbo.tree ADD added varchar(10) NULL, filled int NOT NULL DEFAULT 7;
ALTER TABLE dbo.tree ALTER COLUMN u nvarchar(max) NULL;
ALTER TABLE dbo.tree DROP COLUMN b;
SELECT id, c, u, added, filled FROM dbo.tree WHERE id BETWEEN 200 AND 203 ORDER BY id;
GO
-- Pages that INSERT adds to a heap are not compressed until the heap is rebuilt.
INSERT dbo.T1 SELECT value, CONCAT(N'a text that repeats, number ', value % 10) FROM GENERATE_SERIES(1, 2000);
SELECT CASE WHEN page_count > 1 THEN 'several' END AS pages, compressed FROM dbo.pages WHERE name = 'T1';
ALTER TABLE dbo.T1 REBUILD;
SELECT CASE WHEN compressed BETWEEN page_count - 1 AND page_count THEN 'compressed' END AS pages FROM dbo.pages WHERE name = 'T1';
DELETE dbo.T1 WHERE c1 % 2 = 0;
UPDATE dbo.T1 SET c2 = c2 + N'!' WHERE c1 % 3 = 0;
SELECT COUNT(*) AS rows, SUM(LEN(c2)) AS c2 FROM dbo.T1;
-- INSERT WITH (TABLOCK) compresses the pages that it adds to a heap without indexes.
CREATE TABLE dbo.T2 (c1 int, c2 nvarchar(200)) WITH (DATA_COMPRESSION = PAGE);
BEGIN TRAN;
INSERT dbo.T2 WITH (TABLOCK) SELECT value, CONCAT(N'a text that repeats, number ', value % 10) FROM GENERATE_SERIES(1, 2000);
SELECT CASE WHEN compressed BETWEEN page_count - 1 AND page_count THEN 'compressed' END AS pages FROM dbo.pages WHERE name = 'T2';
ROLLBACK;
SELECT COUNT(*) AS rows FROM dbo.T2;
INSERT dbo.T2 WITH (TABLOCK) SELECT value, CONCAT(N'a text that repeats, number ', value % 10) FROM GENERATE_SERIES(1, 2000);
SELECT COUNT(*) AS rows, SUM(c1) AS c1, SUM(LEN(c2)) AS c2 FROM dbo.T2;
-- The clustered index inherits PAGE from the heap, and leaves it to the heap; TRUNCATE TABLE keeps it.
CREATE CLUSTERED INDEX cl ON dbo.T1 (c1);
SELECT index_id, data_compression_desc FROM sys.partitions WHERE object_id = OBJECT_ID('dbo.T1');
DROP INDEX cl ON dbo.T1;
SELECT index_id, data_compression_desc FROM sys.partitions WHERE object_id = OBJECT_ID('dbo.T1');
SELECT COUNT(*) AS rows, SUM(LEN(c2)) AS c2 FROM dbo.T1;
TRUNCATE TABLE dbo.K1;
INSERT dbo.K1 SELECT a, b, c FROM dbo.plain;
SELECT CASE WHEN k.page_count * 3 < p.page_count * 2 THEN 'two thirds' END AS size FROM dbo.pages AS k JOIN dbo.pages AS p ON p.index_id = k.index_id
WHERE k.name = 'K1' AND p.name = 'plain' AND k.index_id = 1;
ALTER TABLE dbo.K1 REBUILD WITH (DATA_COMPRESSION = NONE);
SELECT compressed FROM dbo.pages WHERE name = 'K1' AND index_id = 1;
GO
CREATE TABLE #found ([object_name] sysname, [schema_name] sysname, index_id int, partition_number int, now bigint, asked bigint, sample_now bigint, sample_asked bigint);
INSERT #found EXEC sp_estimate_data_compression_savings 'dbo', 'plain', NULL, NULL, 'PAGE';
SELECT index_id, CASE WHEN asked * 3 < now * 2 THEN 'two thirds' END AS estimate FROM #found ORDER BY index_id;
GO
CREATE TABLE dbo.wide (c1 char(8000), c2 char(53)) WITH (DATA_COMPRESSION = PAGE);
GO
CREATE TABLE dbo.sparse (a int SPARSE, b int) WITH (DATA_COMPRESSION = PAGE);
GO
DBCC CHECKDB WITH NO_INFOMSGS;
GO
USE master;
DROP DATABASE P;
