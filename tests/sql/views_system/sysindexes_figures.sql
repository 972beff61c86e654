-- docs/relational-databases/system-compatibility-views/sys-sysindexes-transact-sql.md: for indid 0 and 1 "reserved is the count of pages allocated for
-- all indexes and table data", otherwise for the index; rowmodctr counts the changes since the last update of statistics.
CREATE DATABASE figures;
GO
USE figures;
CREATE TABLE dbo.t(id int NOT NULL CONSTRAINT pk PRIMARY KEY, v char(1000) NOT NULL, w int NULL, x varchar(max) NULL);
CREATE INDEX by_w ON dbo.t(w);
CREATE TABLE dbo.h(v char(1000) NOT NULL);
CREATE INDEX by_v ON dbo.h(v);
GO
SET NOCOUNT ON;
INSERT dbo.t SELECT value, 'x', value, REPLICATE(CAST('y' AS varchar(max)), 9000) FROM GENERATE_SERIES(1, 100);
INSERT dbo.h SELECT 'x' FROM GENERATE_SERIES(1, 100);
GO
-- The sum over indid 0, 1 and 255 is that of sp_spaceused.
SELECT OBJECT_NAME(i.id) AS [table], IIF(SUM(i.reserved) = (SELECT SUM(p.reserved_page_count) FROM sys.dm_db_partition_stats AS p WHERE p.object_id = i.id), 'all', 'part') AS reserved,
       IIF(SUM(i.used) = (SELECT SUM(p.used_page_count) FROM sys.dm_db_partition_stats AS p WHERE p.object_id = i.id), 'all', 'part') AS used
FROM sysindexes AS i WHERE i.indid IN (0, 1, 255) AND OBJECTPROPERTY(i.id, 'IsUserTable') = 1 GROUP BY i.id ORDER BY 1;
SELECT i.name, IIF(i.reserved = p.reserved_page_count, 'own', 'other') AS reserved FROM sysindexes AS i
JOIN sys.dm_db_partition_stats AS p ON p.object_id = i.id AND p.index_id = i.indid WHERE i.name IN ('by_w', 'by_v') ORDER BY i.name;
UPDATE STATISTICS dbo.t;
SELECT name, rowmodctr FROM sysindexes WHERE id = OBJECT_ID('dbo.t') ORDER BY indid;
UPDATE dbo.t SET w += 1 WHERE id <= 40;
DELETE dbo.t WHERE id > 95;
SELECT i.name, i.rowmodctr, p.modification_counter FROM sysindexes AS i CROSS APPLY sys.dm_db_stats_properties(i.id, i.indid) AS p WHERE i.id = OBJECT_ID('dbo.t') ORDER BY i.indid;
GO
