-- docs/t-sql/database-console-commands: dbcc-dbreindex-transact-sql.md, dbcc-indexdefrag-transact-sql.md, dbcc-cleantable-transact-sql.md: their forms, after the examples.
CREATE DATABASE D;
GO
USE D;
GO
CREATE TABLE dbo.Employee (BusinessEntityID int CONSTRAINT PK_Employee_BusinessEntityID PRIMARY KEY, LoginID char(1000), Note varchar(2000), INDEX AK_Login (LoginID));
INSERT dbo.Employee SELECT value, value, REPLICATE('x', 2000) FROM GENERATE_SERIES(1, 40);
DELETE dbo.Employee WHERE BusinessEntityID % 4 <> 0;
GO
DBCC DBREINDEX ('dbo.Employee', PK_Employee_BusinessEntityID, 80);
SELECT name, fill_factor FROM sys.indexes WHERE object_id = OBJECT_ID('dbo.Employee') ORDER BY index_id;
GO
DBCC DBREINDEX ('dbo.Employee', ' ', 70);
DBCC DBREINDEX ('dbo.Employee') WITH NO_INFOMSGS;
SELECT name, fill_factor FROM sys.indexes WHERE object_id = OBJECT_ID('dbo.Employee') ORDER BY index_id;
GO
DBCC DBREINDEX ('dbo.Employee', nothing);
GO
DBCC DBREINDEX ('dbo.nothing');
GO
USE master;
DBCC INDEXDEFRAG (D, 'dbo.Employee', AK_Login) WITH NO_INFOMSGS;
DBCC INDEXDEFRAG (D, 'dbo.Employee');
GO
USE D;
GO
-- The space of a dropped column is reclaimed.
ALTER TABLE dbo.Employee DROP COLUMN Note;
DECLARE @before bigint = (SELECT page_count FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID('dbo.Employee'), 1, NULL, 'LIMITED'));
DBCC CLEANTABLE (D, 'dbo.Employee', 0) WITH NO_INFOMSGS;
SELECT CASE WHEN page_count < @before THEN 'fewer pages' ELSE 'as many' END AS pages FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID('dbo.Employee'), 1, NULL, 'LIMITED');
DBCC CLEANTABLE (0, 'dbo.Employee');
SELECT COUNT(*) AS rows FROM dbo.Employee;
GO
-- Pages scanned, moved and removed.
CREATE TABLE dbo.Pages (id int CONSTRAINT PK_Pages PRIMARY KEY, filler char(2000) NOT NULL);
INSERT dbo.Pages SELECT value, 'x' FROM GENERATE_SERIES(1, 16);
DELETE dbo.Pages WHERE id % 4 <> 0;
CREATE TABLE #pages (scanned bigint, moved bigint, removed bigint);
INSERT #pages EXEC ('DBCC INDEXDEFRAG (0, ''dbo.Pages'', PK_Pages)');
SELECT CASE WHEN scanned > moved AND removed = scanned - moved THEN 'fewer pages' ELSE 'as many' END AS pages FROM #pages;
GO
