-- t-sql/statements/alter-index-transact-sql.md (REBUILD, REORGANIZE, ALL; examples A, B and G with tables of their own) and
-- alter-table-transact-sql.md (REBUILD): what is built anew has the rows that were there, and the options that are said.
CREATE DATABASE d;
GO
USE d;
GO
CREATE TABLE Employee(EmployeeID int PRIMARY KEY, name varchar(20), note varchar(max));
CREATE UNIQUE INDEX AK_Employee_name ON Employee(name) WITH (FILLFACTOR = 70);
CREATE INDEX IX_Employee_note ON Employee(EmployeeID) INCLUDE (name);
INSERT Employee VALUES (1, 'ann', 'x'), (2, 'bob', REPLICATE(CAST('y' AS varchar(max)), 9000)), (3, 'cid', NULL);
DELETE Employee WHERE EmployeeID = 3;
GO
ALTER INDEX PK_Nothing ON Employee REBUILD;
GO
ALTER INDEX AK_Employee_name ON Employee REBUILD;
SELECT name, fill_factor, is_padded FROM sys.indexes WHERE object_id = OBJECT_ID('Employee') AND index_id > 1 ORDER BY index_id;
-- Example B.
ALTER INDEX ALL ON dbo.Employee
REBUILD WITH (FILLFACTOR = 80, SORT_IN_TEMPDB = ON,
              STATISTICS_NORECOMPUTE = ON);
SELECT index_id, fill_factor, is_padded FROM sys.indexes WHERE object_id = OBJECT_ID('Employee') ORDER BY index_id;
ALTER INDEX AK_Employee_name ON Employee REBUILD PARTITION = ALL WITH (PAD_INDEX = ON, ONLINE = ON, MAXDOP = 1);
SELECT index_id, fill_factor, is_padded FROM sys.indexes WHERE object_id = OBJECT_ID('Employee') ORDER BY index_id;
-- Example G, and without options.
ALTER INDEX AK_Employee_name ON Employee REORGANIZE WITH (LOB_COMPACTION = ON);
ALTER INDEX ALL ON Employee REORGANIZE;
ALTER TABLE Employee REBUILD;
ALTER TABLE Employee REBUILD PARTITION = ALL WITH (FILLFACTOR = 90);
SELECT index_id, fill_factor, is_padded FROM sys.indexes WHERE object_id = OBJECT_ID('Employee') ORDER BY index_id;
SELECT EmployeeID, name, LEN(note) AS length FROM Employee ORDER BY EmployeeID;
SELECT EmployeeID FROM Employee WITH (INDEX(AK_Employee_name)) WHERE name = 'bob';
INSERT Employee VALUES (4, 'ann', NULL);
DBCC CHECKTABLE(Employee) WITH NO_INFOMSGS;
GO
-- A heap keeps its identity column's last value, its rows and its indexes.
CREATE TABLE heap(i int IDENTITY, v varchar(max), n int);
CREATE INDEX n ON heap(n);
INSERT heap(v, n) SELECT TOP (500) REPLICATE('v', 900), ROW_NUMBER() OVER (ORDER BY (SELECT NULL)) FROM sys.messages;
DELETE heap WHERE n > 2;
DECLARE @before bigint = (SELECT used_page_count FROM sys.dm_db_partition_stats WHERE object_id = OBJECT_ID('heap') AND index_id = 0);
ALTER TABLE heap REBUILD;
SELECT IIF(used_page_count < @before, 'fewer', 'as many') AS pages FROM sys.dm_db_partition_stats WHERE object_id = OBJECT_ID('heap') AND index_id = 0;
INSERT heap(v, n) VALUES ('new', 3);
SELECT i, LEN(v) AS length, n FROM heap ORDER BY i;
SELECT i FROM heap WITH (INDEX(n)) WHERE n = 2;
DBCC CHECKTABLE(heap) WITH NO_INFOMSGS;
GO
BEGIN TRAN;
INSERT heap(v, n) VALUES ('gone', 4);
ALTER TABLE heap REBUILD;
ALTER INDEX ALL ON heap REORGANIZE;
ROLLBACK;
SELECT COUNT(*) AS rows FROM heap;
DBCC CHECKTABLE(heap) WITH NO_INFOMSGS;
GO
ALTER TABLE nothing REBUILD;
GO
ALTER INDEX ALL ON nothing REBUILD;
GO
ALTER INDEX n ON heap REBUILD WITH (IGNORE_DUP_KEY = ON);
GO
ALTER INDEX n ON heap REBUILD PARTITION = 1;
GO
ALTER INDEX n ON heap REORGANIZE WITH (COMPRESS_ALL_ROW_GROUPS = ON);
GO
ALTER TABLE heap REBUILD WITH (DATA_COMPRESSION = COLUMNSTORE);
GO
ALTER INDEX n ON heap DISABLE;
GO
-- @crash
USE d;
GO
SELECT i, n FROM heap ORDER BY i;
SELECT EmployeeID FROM Employee ORDER BY EmployeeID;
DBCC CHECKDB WITH NO_INFOMSGS;
GO
