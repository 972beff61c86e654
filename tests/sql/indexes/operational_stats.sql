-- docs/relational-databases/system-dynamic-management-views/sys-dm-db-index-operational-stats-transact-sql.md: a row for each heap and index.
-- What is not counted is NULL; a heap has nothing above its leaf level ("0 = Heap"), and orphaned long values never exist.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.h (a int);
CREATE TABLE dbo.t (a int PRIMARY KEY, b int INDEX ib);
SELECT OBJECT_NAME(object_id) AS name, index_id, partition_number, hobt_id, leaf_insert_count, nonleaf_insert_count, lob_orphan_create_count
FROM sys.dm_db_index_operational_stats(DB_ID(), NULL, NULL, NULL) ORDER BY name, index_id;
SELECT index_id FROM sys.dm_db_index_operational_stats(DB_ID(), OBJECT_ID('dbo.t'), 2, 1);
SELECT COUNT(*) AS none FROM sys.dm_db_index_operational_stats(DB_ID(), OBJECT_ID('dbo.t'), 2, 2);
GO
SELECT index_id FROM sys.dm_db_index_operational_stats(DB_ID(), 99, NULL, NULL);
GO
