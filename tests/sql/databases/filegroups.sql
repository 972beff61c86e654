-- docs/t-sql/statements/create-database-transact-sql.md and alter-database-transact-sql-file-and-filegroup-options.md: several data files and
-- filegroups; files 3 and above are secondary files (docs/relational-databases/system-catalog-views/sys-database-files-transact-sql.md: file_id,
-- data_space_id 0 for the log); "files not specifically assigned to another filegroup" are in PRIMARY (database-files-and-filegroups.md).
-- Messages: database-engine-events-and-errors-5000-to-5999.md and -1000-to-1999.md.
CREATE DATABASE Sales
ON PRIMARY
( NAME = SPri1_dat, SIZE = 2MB, MAXSIZE = 50MB, FILEGROWTH = 15% ),
( NAME = SPri2_dat, SIZE = 1MB, MAXSIZE = 50MB, FILEGROWTH = 15% ),
FILEGROUP SalesGroup1
( NAME = SGrp1Fi1_dat, SIZE = 1MB, MAXSIZE = 50MB, FILEGROWTH = 5 ),
( NAME = SGrp1Fi2_dat, SIZE = 1MB, MAXSIZE = 50MB, FILEGROWTH = 5 )
LOG ON
( NAME = Sales_log, SIZE = 5MB, MAXSIZE = 25MB, FILEGROWTH = 5MB );
GO
USE Sales;
SELECT file_id, name, type_desc, data_space_id, size, max_size, growth, is_percent_growth FROM sys.database_files ORDER BY file_id;
SELECT name, data_space_id, type, type_desc, is_default, is_system, is_read_only FROM sys.filegroups ORDER BY data_space_id;
SELECT FILE_ID('SGrp1Fi1_dat') AS file_id, FILE_IDEX('sgrp1fi2_dat') AS idex, FILE_NAME(3) AS name, FILEGROUP_ID('salesgroup1') AS filegroup, FILEGROUP_NAME(2) AS fg;
SELECT FILEGROUPPROPERTY('SalesGroup1', 'IsUserDefinedFG') AS own, FILEGROUPPROPERTY('SalesGroup1', 'IsDefault') AS by_default,
       FILEGROUPPROPERTY('PRIMARY', 'IsDefault') AS of_primary, FILEPROPERTY('SPri2_dat', 'IsPrimaryFile') AS is_primary,
       FILEPROPERTY('Sales_log', 'IsLogFile') AS is_log, FILEPROPERTY('SGrp1Fi1_dat', 'SpaceUsed') AS used;
EXEC sp_helpfilegroup;
EXEC sp_helpfilegroup 'SalesGroup1';
EXEC sp_helpfile 'SPri2_dat';
EXEC sp_helpfilegroup 'Nothing';
GO
-- Tables and indexes on filegroups.
CREATE TABLE dbo.A (a INT NOT NULL PRIMARY KEY, b VARCHAR(MAX)) ON SalesGroup1 TEXTIMAGE_ON [PRIMARY];
CREATE TABLE dbo.B (a INT NOT NULL CONSTRAINT PK_B PRIMARY KEY ON SalesGroup1, b INT);
CREATE INDEX I ON dbo.B(b) ON [PRIMARY];
CREATE INDEX J ON dbo.B(b);
CREATE TABLE dbo.C (a INT NOT NULL, b CHAR(7000));
INSERT dbo.A VALUES (1, REPLICATE(CAST('x' AS VARCHAR(MAX)), 20000)), (2, 'y');
INSERT dbo.B VALUES (1, 2);
INSERT dbo.C SELECT value, 'c' FROM GENERATE_SERIES(1, 100);
SELECT OBJECT_NAME(object_id) AS name, index_id, data_space_id FROM sys.indexes WHERE object_id IN (OBJECT_ID('A'), OBJECT_ID('B'), OBJECT_ID('C')) ORDER BY 1, 2;
SELECT OBJECT_NAME(p.object_id) AS name, p.index_id, u.type_desc, u.data_space_id FROM sys.allocation_units AS u JOIN sys.partitions AS p ON p.partition_id = u.container_id
WHERE p.object_id IN (OBJECT_ID('A'), OBJECT_ID('B')) ORDER BY 1, 2, 3;
SELECT COUNT(*) AS rows, SUM(a) AS sum FROM dbo.C;
SELECT LEN(b) AS length FROM dbo.A ORDER BY a;
GO
-- A rebuild and TRUNCATE TABLE keep the filegroup.
ALTER INDEX ALL ON dbo.B REBUILD;
TRUNCATE TABLE dbo.A;
INSERT dbo.A VALUES (1, REPLICATE(CAST('x' AS VARCHAR(MAX)), 20000));
SELECT OBJECT_NAME(p.object_id) AS name, p.index_id, u.type_desc, u.data_space_id FROM sys.allocation_units AS u JOIN sys.partitions AS p ON p.partition_id = u.container_id
WHERE p.object_id IN (OBJECT_ID('A'), OBJECT_ID('B')) ORDER BY 1, 2, 3;
SELECT file_id, filegroup_id, CASE WHEN user_object_reserved_page_count > 0 THEN 1 ELSE 0 END AS used FROM sys.dm_db_file_space_usage ORDER BY file_id;
SELECT file_id FROM sys.dm_io_virtual_file_stats(DB_ID(), NULL) WHERE num_of_writes > 0 ORDER BY file_id;
DBCC CHECKDB WITH NO_INFOMSGS;
GO
-- Changes.
ALTER DATABASE Sales ADD FILEGROUP Archive;
GO
CREATE TABLE dbo.D (a INT) ON Archive;
GO
CREATE TABLE dbo.D (a INT) ON Nothing;
GO
ALTER DATABASE Sales MODIFY FILEGROUP Archive DEFAULT;
GO
ALTER DATABASE Sales ADD FILE (NAME = Arc1, SIZE = 1MB), (NAME = Arc2) TO FILEGROUP Archive;
GO
ALTER DATABASE Sales MODIFY FILEGROUP Archive DEFAULT;
CREATE TABLE dbo.D (a INT);
INSERT dbo.D VALUES (7);
SELECT data_space_id FROM sys.indexes WHERE object_id = OBJECT_ID('D');
ALTER DATABASE Sales MODIFY FILEGROUP Archive NAME = Older;
ALTER DATABASE Sales MODIFY FILE (NAME = Arc2, NEWNAME = Arc3, SIZE = 2MB, FILEGROWTH = 10%, MAXSIZE = 10MB);
SELECT file_id, name, data_space_id, size, max_size, growth, is_percent_growth FROM sys.database_files WHERE file_id > 6 ORDER BY file_id;
GO
-- A restart and a crash change nothing.
-- @restart
USE Sales;
SELECT file_id, name, data_space_id, size, max_size, growth, is_percent_growth FROM sys.database_files ORDER BY file_id;
SELECT name, data_space_id, is_default FROM sys.filegroups ORDER BY data_space_id;
INSERT dbo.D VALUES (8);
INSERT dbo.A VALUES (2, REPLICATE(CAST('x' AS VARCHAR(MAX)), 20000));
GO
-- @crash
USE Sales;
SELECT a FROM dbo.D ORDER BY a;
SELECT COUNT(*) AS a, (SELECT COUNT(*) FROM dbo.C) AS c FROM dbo.A;
GO
-- Removal.
ALTER DATABASE Sales REMOVE FILE SGrp1Fi1_dat;
GO
ALTER DATABASE Sales REMOVE FILEGROUP SalesGroup1;
GO
ALTER DATABASE Sales REMOVE FILE Arc3;
GO
ALTER DATABASE Sales REMOVE FILE Arc1;
GO
DROP TABLE dbo.A, dbo.B;
ALTER DATABASE Sales REMOVE FILE SGrp1Fi1_dat;
ALTER DATABASE Sales REMOVE FILE SGrp1Fi2_dat;
ALTER DATABASE Sales REMOVE FILEGROUP SalesGroup1;
SELECT name FROM sys.filegroups ORDER BY data_space_id;
SELECT file_id FROM sys.database_files ORDER BY file_id;
GO
-- An id is not used again.
ALTER DATABASE Sales ADD FILE (NAME = Last);
SELECT file_id, data_space_id FROM sys.database_files WHERE name = 'Last';
DBCC CHECKDB WITH NO_INFOMSGS;
GO
ALTER DATABASE Sales ADD FILE (NAME = Last);
GO
ALTER DATABASE Sales ADD FILE (SIZE = 1MB);
GO
ALTER DATABASE Sales ADD FILE (NAME = x) TO FILEGROUP Nothing;
GO
ALTER DATABASE Sales REMOVE FILE Nothing;
GO
ALTER DATABASE Sales REMOVE FILE SPri1_dat;
GO
ALTER DATABASE Sales REMOVE FILE Sales_log;
GO
ALTER DATABASE Sales REMOVE FILEGROUP Nothing;
GO
ALTER DATABASE Sales REMOVE FILEGROUP [PRIMARY];
GO
ALTER DATABASE Sales ADD FILEGROUP OLDER;
GO
ALTER DATABASE Sales ADD FILEGROUP [DEFAULT];
GO
ALTER DATABASE Sales MODIFY FILEGROUP [PRIMARY] NAME = x;
GO
ALTER DATABASE Sales MODIFY FILEGROUP Older DEFAULT;
GO
ALTER DATABASE Sales MODIFY FILEGROUP Older READ_ONLY;
GO
ALTER DATABASE model ADD FILE (NAME = x);
GO
ALTER DATABASE tempdb ADD FILEGROUP x;
GO
ALTER DATABASE Sales ADD LOG FILE (NAME = x);
GO
USE master;
DROP DATABASE Sales;
SELECT COUNT(*) AS files FROM sys.master_files WHERE name LIKE 'S[PG]r%' OR name LIKE 'Arc%';
