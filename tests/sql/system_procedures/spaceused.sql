-- docs/relational-databases/system-stored-procedures/sp-spaceused-transact-sql.md; docs/relational-databases/system-dynamic-management-views/sys-dm-db-partition-stats-transact-sql.md;
-- docs/relational-databases/system-catalog-views/sys-allocation-units-transact-sql.md, sys-partitions-transact-sql.md; docs/t-sql/database-console-commands/dbcc-updateusage-transact-sql.md.
CREATE DATABASE S;
GO
USE S;
SET NOCOUNT ON;
-- An extent for each heap and index is the least; its first page is the IAM page.
CREATE TABLE dbo.empty(a int);
CREATE TABLE dbo.one(a int);
INSERT INTO dbo.one VALUES (1), (2), (3);
-- Rows of 4,000 bytes, two to a page: 20 rows are 10 pages, with the IAM page 11 of 16.
CREATE TABLE dbo.wide(id int NOT NULL CONSTRAINT PK_wide PRIMARY KEY NONCLUSTERED, filler char(3990) NOT NULL DEFAULT 'x');
DECLARE @i int = 1;
WHILE @i <= 20 BEGIN INSERT INTO dbo.wide(id) VALUES (@i); SET @i += 1; END;
CREATE INDEX IX_some ON dbo.wide(id) WHERE id > 15;
-- Long values have extents of their own.
CREATE TABLE dbo.long(id int PRIMARY KEY, v varchar(max));
INSERT INTO dbo.long VALUES (1, REPLICATE(CAST('x' AS varchar(max)), 50000));
GO
EXEC sp_spaceused N'dbo.one';
EXEC sp_spaceused 'empty', 'true';
EXEC sys.sp_spaceused @objname = N'[dbo].[wide]';
GO
SELECT o.name, p.index_id, p.in_row_data_page_count AS data, p.in_row_used_page_count AS used, p.in_row_reserved_page_count AS reserved, p.row_count AS rows
FROM sys.dm_db_partition_stats AS p JOIN sys.objects AS o ON o.object_id = p.object_id WHERE o.name IN (N'empty', N'one', N'wide') ORDER BY o.name, p.index_id;
-- 50,000 bytes are at least 7 pages.
SELECT o.name, CASE WHEN p.lob_used_page_count BETWEEN 7 AND p.lob_reserved_page_count THEN 'yes' ELSE 'no' END AS has_long,
       CASE WHEN p.used_page_count = p.in_row_used_page_count + p.lob_used_page_count AND p.reserved_page_count = p.in_row_reserved_page_count + p.lob_reserved_page_count THEN 'yes' ELSE 'no' END AS adds_up
FROM sys.dm_db_partition_stats AS p JOIN sys.objects AS o ON o.object_id = p.object_id WHERE o.name = N'long';
SELECT o.name, p.index_id, p.rows, a.type_desc, CASE a.type WHEN 1 THEN CASE WHEN a.container_id = p.hobt_id THEN 'yes' ELSE 'no' END
       ELSE CASE WHEN a.container_id = p.partition_id THEN 'yes' ELSE 'no' END END AS of_it, CASE WHEN a.data_pages < a.used_pages AND a.used_pages <= a.total_pages THEN 'yes' ELSE 'no' END AS in_order
FROM sys.partitions AS p JOIN sys.objects AS o ON o.object_id = p.object_id JOIN sys.allocation_units AS a ON a.container_id = p.partition_id ORDER BY o.name, p.index_id, a.type;
GO
-- The sizes of the database go together: of the data file what is not reserved is unallocated, and all files are its size.
DECLARE @space TABLE (database_name nvarchar(128), database_size varchar(18), unallocated varchar(18), reserved varchar(18), data varchar(18), index_size varchar(18), unused varchar(18));
INSERT INTO @space EXEC sp_spaceused @oneresultset = 1;
SELECT database_name, CASE WHEN CAST(REPLACE(s.database_size, ' MB', '') AS decimal(15, 2)) = CAST(f.pages / 128.0 AS decimal(15, 2)) THEN 'yes' ELSE 'no' END AS size,
       CASE WHEN ABS(CAST(REPLACE(s.unallocated, ' MB', '') AS float) * 1024 + CAST(REPLACE(s.reserved, ' KB', '') AS float) - f.data_pages * 8) < 10 THEN 'yes' ELSE 'no' END AS of_data_file,
       CASE WHEN CAST(REPLACE(s.reserved, ' KB', '') AS bigint) = CAST(REPLACE(s.data, ' KB', '') AS bigint) + CAST(REPLACE(s.index_size, ' KB', '') AS bigint) + CAST(REPLACE(s.unused, ' KB', '') AS bigint)
            THEN 'yes' ELSE 'no' END AS adds_up
FROM @space AS s CROSS JOIN (SELECT SUM(size) AS pages, SUM(CASE type WHEN 0 THEN size ELSE 0 END) AS data_pages FROM sys.database_files) AS f;
GO
DBCC UPDATEUSAGE (0);
DBCC UPDATEUSAGE ('S', 'dbo.wide') WITH NO_INFOMSGS, COUNT_ROWS;
GO
DBCC UPDATEUSAGE (S, 'dbo.nothing');
GO
EXEC sp_spaceused 'nothing';
GO
EXEC sp_spaceused 'PK_wide';
GO
EXEC sp_spaceused 'one', 'maybe';
GO
EXEC sp_spaceused 'elsewhere.dbo.one';
