-- docs/relational-databases/data-compression/data-compression.md, row-compression-implementation.md, unicode-compression-implementation.md,
-- enable-compression-on-a-table-or-index.md; sys-partitions-transact-sql.md (data_compression); create-table, create-index, alter-table, alter-index.
CREATE DATABASE R;
GO
USE R;
GO
CREATE TABLE dbo.T1 (c1 int, c2 nvarchar(200)) WITH (DATA_COMPRESSION = ROW);
CREATE TABLE dbo.K1 (a int PRIMARY KEY, b char(100), c nvarchar(50), INDEX ix (c)) WITH (DATA_COMPRESSION = ROW);
CREATE TABLE dbo.K2 (a int CONSTRAINT pk PRIMARY KEY WITH (DATA_COMPRESSION = ROW), b int CONSTRAINT uq UNIQUE WITH (DATA_COMPRESSION = ROW), c int);
CREATE INDEX ix ON dbo.K2 (c) WITH (DATA_COMPRESSION = ROW);
CREATE INDEX plain ON dbo.K2 (c) INCLUDE (b) WITH (DATA_COMPRESSION = NONE);
-- Nonclustered indexes don't inherit the compression of the table.
SELECT OBJECT_NAME(object_id) AS name, index_id, data_compression, data_compression_desc FROM sys.partitions ORDER BY name, index_id;
GO
-- All types, with NULL, zero, the ends of their ranges, and texts of several scripts.
CREATE TABLE dbo.types (id int IDENTITY PRIMARY KEY, a bit, b tinyint, c smallint, d int, e bigint, f decimal(5, 2), g numeric(38, 10), h money, i smallmoney, j float,
    k real, l date, m time(3), n datetime, o smalldatetime, p datetime2, q datetimeoffset, r char(20), s varchar(20), t nchar(20), u nvarchar(60), v binary(8),
    w varbinary(20), x uniqueidentifier, y sql_variant, z xml, rv rowversion, big nvarchar(max)) WITH (DATA_COMPRESSION = ROW);
INSERT dbo.types (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, big) VALUES
    (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '0001-01-01', '00:00', '1900-01-01', '1900-01-01', '0001-01-01', '0001-01-01 00:00 +00:00', '', '', N'', N'', 0x, 0x,
     '00000000-0000-0000-0000-000000000000', 0, '', N'');
GO
INSERT dbo.types (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, big) VALUES
    (1, 255, -32768, -2147483648, -9223372036854775808, -999.99, -9999999999999999999999999999.9999999999, -922337203685477.5808, -214748.3648, -1.79E+308,
     -3.4E+38, '9999-12-31', '23:59:59.999', '9999-12-31 23:59:59.997', '2079-06-06 23:59', '9999-12-31 23:59:59.9999999', '2024-02-29 12:30 +05:30', 'abc', 'abc ',
     N'Grüße', N'Москва — Ελλάδα, 日本語, हिन्दी', 0x0100, 0x000100, 'F0000000-0000-0000-0000-00000000000F', 'v', '<a b="1"/>', REPLICATE(CAST(N'ж' AS nvarchar(max)), 10000));
INSERT dbo.types (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, big) VALUES
    (1, 1, 127, 128, 40000, 1.5, 1.5, 1.5, 1.5, 1.5, 0.1, '2024-02-29', '12:00', '2024-02-29', '2024-02-29', '2024-02-29', '2024-02-29 00:00 -08:00', '  x', 'x',
     N'emoji 😀', N'ÀÉÎõü ñandú', 0x0102030405060708, 0x01, 'F0000000-0000-0000-0000-00000000000F', N'w', '<a/>', N'short');
SELECT id, a, b, c, d, e, f, g, h, i, j, k FROM dbo.types ORDER BY id;
SELECT id, l, m, n, o, p, q FROM dbo.types ORDER BY id;
SELECT id, '[' + r + ']' AS r, '[' + s + ']' AS s, N'[' + t + N']' AS t, u, v, w, x, y, z, LEN(big) AS big, CASE WHEN rv > 0x00 THEN 1 END AS rv FROM dbo.types ORDER BY id;
UPDATE dbo.types SET d = d / 2, big = big + N'!', u = REVERSE(u) WHERE id > 2;
SELECT d, LEN(big) AS length, RIGHT(big, 1) AS last, u FROM dbo.types WHERE id > 2 ORDER BY id;
GO
-- Columns are added without a rewrite, changed, lengthened to max, and dropped.
ALTER TABLE dbo.types ADD added varchar(10) NULL, filled int NOT NULL DEFAULT 7;
ALTER TABLE dbo.types ALTER COLUMN u nvarchar(max) NULL;
ALTER TABLE dbo.types ALTER COLUMN c bigint NULL;
ALTER TABLE dbo.types DROP COLUMN b;
GO
UPDATE dbo.types SET added = 'new' WHERE id = 1;
SELECT id, c, u, added, filled FROM dbo.types ORDER BY id;
GO
-- An uncompressed table is rebuilt as ROW and back; its index separately.
CREATE TABLE dbo.heap (a bigint, b char(50), c nvarchar(50), d decimal(38, 4), e datetime2, f varchar(max), INDEX ix (a, c));
INSERT dbo.heap SELECT value, 'text', N'text of a row', value, '2024-01-01', NULL FROM GENERATE_SERIES(1, 2000);
UPDATE dbo.heap SET f = REPLICATE(CAST('f' AS varchar(max)), 9000) WHERE a % 500 = 0;
CREATE TABLE dbo.sizes (step varchar(20), index_id int, pages bigint);
GO
INSERT dbo.sizes SELECT 'none', index_id, in_row_used_page_count FROM sys.dm_db_partition_stats WHERE object_id = OBJECT_ID('dbo.heap');
ALTER TABLE dbo.heap REBUILD WITH (DATA_COMPRESSION = ROW);
INSERT dbo.sizes SELECT 'row', index_id, in_row_used_page_count FROM sys.dm_db_partition_stats WHERE object_id = OBJECT_ID('dbo.heap');
SELECT index_id, data_compression_desc, rows FROM sys.partitions WHERE object_id = OBJECT_ID('dbo.heap') ORDER BY index_id;
ALTER INDEX ix ON dbo.heap REBUILD WITH (DATA_COMPRESSION = ROW);
INSERT dbo.sizes SELECT 'row index', index_id, in_row_used_page_count FROM sys.dm_db_partition_stats WHERE object_id = OBJECT_ID('dbo.heap');
SELECT SUM(a) AS a, MIN(b) AS b, MAX(c) AS c, SUM(d) AS d, MAX(e) AS e, SUM(LEN(f)) AS f FROM dbo.heap;
SELECT COUNT(*) AS by_index FROM dbo.heap WITH (INDEX (ix)) WHERE a BETWEEN 10 AND 19 AND c = N'text of a row';
SELECT index_id, compressed_page_count FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID('dbo.heap'), NULL, NULL, 'DETAILED')
WHERE index_level = 0 AND alloc_unit_type_desc = 'IN_ROW_DATA' ORDER BY index_id;
-- The clustered index inherits the compression of the heap, which keeps it when the index is dropped. A rebuild without the option keeps it too.
CREATE CLUSTERED INDEX cl ON dbo.heap (a);
SELECT index_id, data_compression_desc FROM sys.partitions WHERE object_id = OBJECT_ID('dbo.heap') ORDER BY index_id;
ALTER INDEX ALL ON dbo.heap REBUILD;
DROP INDEX cl ON dbo.heap;
SELECT index_id, data_compression_desc FROM sys.partitions WHERE object_id = OBJECT_ID('dbo.heap') ORDER BY index_id;
CREATE CLUSTERED INDEX cl ON dbo.heap (a) WITH (DATA_COMPRESSION = NONE);
ALTER INDEX ix ON dbo.heap REBUILD WITH (DATA_COMPRESSION = NONE);
DROP INDEX cl ON dbo.heap;
INSERT dbo.sizes SELECT 'none again', index_id, in_row_used_page_count FROM sys.dm_db_partition_stats WHERE object_id = OBJECT_ID('dbo.heap');
SELECT index_id, data_compression_desc FROM sys.partitions WHERE object_id = OBJECT_ID('dbo.heap') ORDER BY index_id;
SELECT SUM(a) AS a, MIN(b) AS b, MAX(c) AS c, SUM(d) AS d, MAX(e) AS e, SUM(LEN(f)) AS f FROM dbo.heap;
-- Rows shrink to less than a half (file-format.md, Rows: from 117 bytes to 40); so do not entries of the index, which keep their sort keys.
SELECT n.index_id, CASE WHEN r.pages * 2 < n.pages THEN 'half' END AS table_as_row, CASE WHEN i.pages < r.pages THEN 'less' END AS index_as_row
FROM dbo.sizes AS n JOIN dbo.sizes AS r ON r.index_id = n.index_id AND r.step = 'row' JOIN dbo.sizes AS i ON i.index_id = n.index_id AND i.step = 'row index'
WHERE n.step = 'none' ORDER BY n.index_id;
GO
-- A rollback restores the rows as they were.
BEGIN TRAN;
ALTER TABLE dbo.heap REBUILD WITH (DATA_COMPRESSION = ROW);
UPDATE dbo.heap SET d = 0;
ROLLBACK;
SELECT SUM(d) AS d FROM dbo.heap;
SELECT data_compression_desc FROM sys.partitions WHERE object_id = OBJECT_ID('dbo.heap') AND index_id = 0;
GO
-- A key is added to a heap with another compression than the heap's, with a column that gets a value in each row.
CREATE TABLE dbo.added (a int NOT NULL, b char(20));
INSERT dbo.added VALUES (2, 'two'), (1, 'one');
ALTER TABLE dbo.added ADD c int NOT NULL DEFAULT 5, CONSTRAINT pk_added PRIMARY KEY CLUSTERED (a) WITH (DATA_COMPRESSION = ROW);
SELECT a, b, c FROM dbo.added ORDER BY a;
SELECT index_id, data_compression_desc FROM sys.partitions WHERE object_id = OBJECT_ID('dbo.added');
GO
-- The maximum size of a row doesn't change, and compression must leave room for all values: c1 char(8000) and c2 char(53) can't be compressed.
CREATE TABLE dbo.wide (c1 char(8000), c2 char(53)) WITH (DATA_COMPRESSION = ROW);
GO
CREATE TABLE dbo.wide (c1 char(8000), c2 char(40)) WITH (DATA_COMPRESSION = ROW);
INSERT dbo.wide VALUES (REPLICATE('x', 8000), REPLICATE('y', 40)), ('x', 'y');
SELECT LEN(c1) AS c1, LEN(c2) AS c2 FROM dbo.wide ORDER BY c1;
CREATE TABLE dbo.long (a char(4000), b varchar(8000), c nvarchar(4000)) WITH (DATA_COMPRESSION = ROW);
INSERT dbo.long VALUES ('a', REPLICATE('b', 8000), REPLICATE(N'c', 4000));
SELECT LEN(a) AS a, LEN(b) AS b, LEN(c) AS c FROM dbo.long;
GO
-- What is refused by name.
CREATE TABLE dbo.no (a int) WITH (DATA_COMPRESSION = COLUMNSTORE_ARCHIVE);
GO
ALTER TABLE dbo.heap REBUILD WITH (DATA_COMPRESSION = COLUMNSTORE);
GO
ALTER INDEX ix ON dbo.heap REBUILD WITH (DATA_COMPRESSION = COLUMNSTORE);
GO
ALTER TABLE dbo.heap REBUILD PARTITION = ALL WITH (DATA_COMPRESSION = ROW ON PARTITIONS (1));
GO
ALTER TABLE dbo.heap REBUILD PARTITION = 1 WITH (DATA_COMPRESSION = ROW);
GO
DROP INDEX ix ON dbo.heap WITH (DATA_COMPRESSION = ROW);
GO
ALTER TABLE dbo.added ADD d int SPARSE;
GO
DBCC CHECKDB WITH NO_INFOMSGS;
GO
USE master;
DROP DATABASE R;
