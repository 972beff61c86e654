-- docs/relational-databases/system-dynamic-management-views/sys-dm-db-index-physical-stats-transact-sql.md: levels, modes, wildcards and errors.
CREATE DATABASE A;
GO
USE A;
GO
CREATE TABLE dbo.heap (a int, b char(4000), c varchar(max));
INSERT dbo.heap SELECT 1, 'x', NULL FROM GENERATE_SERIES(1, 40);
CREATE TABLE dbo.tree (a int PRIMARY KEY, b char(2000) NOT NULL DEFAULT 'y', c int, INDEX ix (c));
INSERT dbo.tree (a, c) SELECT value, -value FROM GENERATE_SERIES(1, 400);
CREATE TABLE dbo.spread (a int PRIMARY KEY, b char(2000) NOT NULL DEFAULT 'z');
INSERT dbo.spread (a) SELECT value * 7919 % 4001 FROM GENERATE_SERIES(1, 400);
GO
-- LIMITED is the default: no figures of records, the leaf level alone.
SELECT OBJECT_NAME(object_id) AS name, index_id, partition_number, index_type_desc, alloc_unit_type_desc, index_depth, index_level, page_count, record_count
FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID('dbo.tree'), NULL, NULL, NULL) ORDER BY index_id;
SELECT index_id, avg_fragmentation_in_percent AS fragmentation, record_count, avg_page_space_used_in_percent, ghost_record_count, compressed_page_count
FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID('dbo.heap'), DEFAULT, DEFAULT, DEFAULT);
GO
-- DETAILED has a row for each level; a heap has one.
SELECT index_id, index_depth, index_level, record_count, ghost_record_count, version_ghost_record_count, forwarded_record_count, compressed_page_count,
       CASE WHEN fragment_count IS NULL THEN 'none' ELSE 'counted' END AS fragments, columnstore_delete_buffer_state_desc AS state
FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID('dbo.tree'), NULL, NULL, 'DETAILED') WHERE index_id = 1 ORDER BY index_level;
SELECT index_level, record_count, forwarded_record_count, CASE WHEN min_record_size_in_bytes > 4000 AND max_record_size_in_bytes < 4100 THEN 'row' END AS size,
       CASE WHEN avg_page_space_used_in_percent BETWEEN 45 AND 100 THEN 'filled' END AS filled
FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID('dbo.heap'), 0, 1, 'detailed') WHERE alloc_unit_type_desc = 'IN_ROW_DATA';
SELECT index_level, record_count FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID('dbo.tree'), 1, 1, 'SAMPLED');
GO
-- Rows inserted in the order of the key leave no fragmentation to speak of; others do. A rebuild cures it.
SELECT OBJECT_NAME(object_id) AS name, CASE WHEN avg_fragmentation_in_percent > 30 THEN 'fragmented' WHEN avg_fragmentation_in_percent < 10 THEN 'in order' END AS state
FROM sys.dm_db_index_physical_stats(DB_ID(), NULL, NULL, NULL, 'LIMITED') WHERE index_id = 1 ORDER BY name;
ALTER INDEX ALL ON dbo.spread REBUILD;
SELECT CASE WHEN avg_fragmentation_in_percent < 10 THEN 'in order' END AS state
FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID('dbo.spread'), 1, NULL, 'LIMITED');
DELETE dbo.tree WHERE a <= 10;
SELECT record_count, ghost_record_count + version_ghost_record_count AS ghosts
FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID('dbo.tree'), 1, NULL, 'DETAILED') WHERE index_level = 0;
GO
-- The usual query of maintenance scripts.
SELECT s.name AS [schema], o.name AS [object], i.name AS [index], p.alloc_unit_type_desc
FROM sys.dm_db_index_physical_stats(DB_ID(), NULL, NULL, NULL, 'LIMITED') AS p
     JOIN sys.objects AS o ON o.object_id = p.object_id JOIN sys.schemas AS s ON s.schema_id = o.schema_id
     JOIN sys.indexes AS i ON i.object_id = p.object_id AND i.index_id = p.index_id
WHERE p.index_id = 2;
-- All databases, and long values.
UPDATE TOP (1) dbo.heap SET c = REPLICATE(CAST('l' AS varchar(max)), 20000);
SELECT alloc_unit_type_desc, index_depth, page_count, record_count, avg_fragmentation_in_percent, fragment_count, forwarded_record_count
FROM sys.dm_db_index_physical_stats(NULL, NULL, NULL, NULL, 'DETAILED') WHERE database_id = DB_ID('A') AND alloc_unit_type_desc = 'LOB_DATA' AND record_count > 0;
GO
SELECT COUNT(*) FROM sys.dm_db_index_physical_stats(DB_ID(), 12345, NULL, NULL, NULL);
GO
SELECT COUNT(*) FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID('dbo.tree'), 9, NULL, NULL);
GO
SELECT COUNT(*) FROM sys.dm_db_index_physical_stats(9999, NULL, NULL, NULL, NULL);
GO
SELECT COUNT(*) FROM sys.dm_db_index_physical_stats(DB_ID(), NULL, NULL, NULL, 'QUICK');
GO
SELECT COUNT(*) AS n FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID('dbo.tree'), NULL, 2, NULL);
