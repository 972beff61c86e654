-- docs/t-sql/database-console-commands/dbcc-showcontig-transact-sql.md with its examples, on tables of the same names.
CREATE DATABASE D;
GO
USE D;
GO
CREATE SCHEMA HumanResources;
GO
CREATE SCHEMA Production;
GO
CREATE TABLE HumanResources.Employee (BusinessEntityID int CONSTRAINT PK_Employee PRIMARY KEY, LoginID char(1000), Note char(1000), INDEX AK_Login (LoginID));
CREATE TABLE Production.Product (ProductID int CONSTRAINT PK_Product PRIMARY KEY, Name nvarchar(50), INDEX AK_Product_Name UNIQUE (Name));
CREATE TABLE dbo.Heap (a int, b char(4000));
CREATE TABLE dbo.Nothing (a int);
INSERT HumanResources.Employee SELECT value, value, 'x' FROM GENERATE_SERIES(1, 40);
INSERT Production.Product SELECT value, CONCAT(N'p', value) FROM GENERATE_SERIES(1, 100);
INSERT dbo.Heap SELECT value, 'x' FROM GENERATE_SERIES(1, 20);
GO
-- A
DBCC SHOWCONTIG ('HumanResources.Employee');
GO
DBCC SHOWCONTIG (Heap);
DBCC SHOWCONTIG ('dbo.Nothing') WITH NO_INFOMSGS;
GO
-- B
DECLARE @id INT, @indid INT
SET @id = OBJECT_ID('Production.Product')
SELECT @indid = index_id
FROM sys.indexes
WHERE object_id = @id
   AND name = 'AK_Product_Name'
DBCC SHOWCONTIG (@id, @indid);
GO
-- C
DBCC SHOWCONTIG ('Production.Product', 1) WITH FAST;
GO
-- D: all tables and indexes.
CREATE TABLE #fraglist (ObjectName sysname, ObjectId int, IndexName sysname NULL, IndexId int, Lvl int, CountPages bigint, CountRows bigint NULL, MinRecSize int NULL, MaxRecSize int NULL, AvgRecSize float NULL, ForRecCount bigint NULL,
    Extents bigint NULL, ExtentSwitches bigint, AvgFreeBytes float NULL, AvgPageDensity float NULL, ScanDensity float, BestCount bigint, ActualCount bigint, LogicalFrag float, ExtentFrag float NULL);
INSERT #fraglist EXEC ('DBCC SHOWCONTIG WITH TABLERESULTS, ALL_INDEXES, NO_INFOMSGS');
SELECT f.ObjectName, f.IndexName, f.IndexId, f.Lvl, f.CountRows, f.CountPages - p.page_count AS pages, f.CountRows - p.record_count AS rows, f.MinRecSize - p.min_record_size_in_bytes AS least,
       f.MaxRecSize - p.max_record_size_in_bytes AS most, f.AvgRecSize - p.avg_record_size_in_bytes AS average, ROUND(f.AvgPageDensity - p.avg_page_space_used_in_percent, 6) AS density,
       CASE WHEN f.ScanDensity = 100.0 * f.BestCount / NULLIF(f.ActualCount, 0) THEN 1 WHEN f.ActualCount = 0 AND f.ScanDensity = 100 THEN 1 ELSE 0 END AS is_ratio, f.ActualCount - f.ExtentSwitches AS more
FROM #fraglist AS f CROSS APPLY sys.dm_db_index_physical_stats(DB_ID(), f.ObjectId, f.IndexId, NULL, 'DETAILED') AS p WHERE p.index_level = 0 ORDER BY f.ObjectName, f.IndexId;
TRUNCATE TABLE #fraglist;
-- A fast scan has fewer values, but for a heap.
INSERT #fraglist EXEC ('DBCC SHOWCONTIG WITH TABLERESULTS, FAST, ALL_LEVELS, NO_INFOMSGS');
SELECT ObjectName, IndexName, CASE WHEN CountPages > 0 THEN 1 ELSE 0 END AS pages, CountRows, MinRecSize, Extents, ExtentFrag FROM #fraglist ORDER BY ObjectName;
DROP TABLE #fraglist;
GO
-- Pages in the reverse order of their keys are fragmented.
CREATE TABLE dbo.Backwards (a int PRIMARY KEY, b char(4000));
GO
SET NOCOUNT ON;
DECLARE @i int = 60;
WHILE @i > 0
BEGIN
    INSERT dbo.Backwards VALUES (@i, 'x');
    SET @i -= 1;
END;
SET NOCOUNT OFF;
GO
CREATE TABLE #one (ObjectName sysname, ObjectId int, IndexName sysname NULL, IndexId int, Lvl int, CountPages bigint, CountRows bigint NULL, MinRecSize int NULL, MaxRecSize int NULL, AvgRecSize float NULL, ForRecCount bigint NULL,
    Extents bigint NULL, ExtentSwitches bigint, AvgFreeBytes float NULL, AvgPageDensity float NULL, ScanDensity float, BestCount bigint, ActualCount bigint, LogicalFrag float, ExtentFrag float NULL);
INSERT #one EXEC ('DBCC SHOWCONTIG (''dbo.Backwards'') WITH TABLERESULTS, NO_INFOMSGS');
SELECT CASE WHEN LogicalFrag > 50 THEN 1 ELSE 0 END AS is_fragmented FROM #one;
TRUNCATE TABLE #one;
ALTER INDEX ALL ON dbo.Backwards REBUILD;
INSERT #one EXEC ('DBCC SHOWCONTIG (''dbo.Backwards'') WITH TABLERESULTS, NO_INFOMSGS');
SELECT CASE WHEN LogicalFrag < 50 THEN 1 ELSE 0 END AS is_in_order FROM #one;
DROP TABLE #one;
GO
-- Names and numbers that don't exist.
DBCC SHOWCONTIG ('dbo.none');
GO
DBCC SHOWCONTIG (12345);
GO
DBCC SHOWCONTIG ('dbo.Heap', none);
GO
DBCC SHOWCONTIG ('dbo.Heap', 7);
GO
DBCC SHOWCONTIG ('dbo.Heap') WITH TABLOCK;
GO
USE master;
DROP DATABASE D;
