-- docs/relational-databases/system-stored-procedures/sp-estimate-data-compression-savings-transact-sql.md: the result set, NULL and other ids of indexes,
-- indexes of tables with and without a clustered index, a filtered index, errors.
CREATE DATABASE E;
GO
USE E;
GO
CREATE TABLE dbo.keyed (a int PRIMARY KEY, b char(100) NOT NULL, c nvarchar(50), d AS a * 2, INDEX ix (c), INDEX fx (b) INCLUDE (c) WHERE a > 1500);
CREATE TABLE dbo.heap (a bigint, b char(100), INDEX ix (a));
INSERT dbo.keyed SELECT value, 'b', N'text' FROM GENERATE_SERIES(1, 2000);
INSERT dbo.heap SELECT value, 'b' FROM GENERATE_SERIES(1, 2000);
GO
CREATE TABLE #found ([object_name] sysname, [schema_name] sysname, index_id int, partition_number int, now bigint, asked bigint, sample_now bigint, sample_asked bigint);
INSERT #found EXEC sp_estimate_data_compression_savings 'dbo', 'keyed', NULL, NULL, 'ROW';
INSERT #found EXEC sp_estimate_data_compression_savings NULL, 'heap', 0, 1, 'row';
INSERT #found EXEC sp_estimate_data_compression_savings 'dbo', 'heap', 2, NULL, 'ROW';
SELECT [object_name], [schema_name], index_id, partition_number, CASE WHEN asked * 2 < now THEN 'half' WHEN asked < now THEN 'less' END AS estimate,
       CASE WHEN sample_asked < sample_now THEN 'less' END AS sample
FROM #found ORDER BY [object_name], index_id;
-- The estimate is what a rebuild takes.
ALTER TABLE dbo.keyed REBUILD WITH (DATA_COMPRESSION = ROW);
SELECT CASE WHEN ABS(SUM(a.used_pages) * 8 - (SELECT asked FROM #found WHERE [object_name] = 'keyed' AND index_id = 1)) <= 8 THEN 'as estimated' END AS size
FROM sys.partitions AS p JOIN sys.allocation_units AS a ON a.container_id = p.hobt_id WHERE p.object_id = OBJECT_ID('dbo.keyed') AND p.index_id = 1;
TRUNCATE TABLE #found;
INSERT #found EXEC sp_estimate_data_compression_savings 'dbo', 'keyed', 1, 1, 'NONE';
SELECT CASE WHEN asked > now * 2 THEN 'grows' END AS without FROM #found;
GO
-- An index or partition that doesn't exist has no result.
EXEC sp_estimate_data_compression_savings 'dbo', 'keyed', 9, 1, 'ROW';
EXEC sp_estimate_data_compression_savings 'dbo', 'keyed', 1, 2, 'ROW';
GO
EXEC sp_estimate_data_compression_savings 'dbo', 'nowhere', NULL, NULL, 'ROW';
EXEC sp_estimate_data_compression_savings 'dbo', 'heap', NULL, 1, 'ROW';
EXEC sp_estimate_data_compression_savings 'dbo', 'heap', NULL, NULL, 'ZIP';
GO
USE master;
DROP DATABASE E;
