-- docs/t-sql/statements/alter-database-transact-sql-file-and-filegroup-options.md: MODIFY FILE with SIZE, FILEGROWTH, MAXSIZE, NEWNAME; units KB, MB, GB, TB
-- (MB is the default), percent; "if SIZE is specified, the new size must be larger than the current file size"; the article's two files of 25 MB
-- that grow by 5 MB. Sizes in sys.database_files are pages of 8 KB.
CREATE DATABASE TT;
GO
ALTER DATABASE TT MODIFY FILE (NAME = N'TT', SIZE = 25MB, FILEGROWTH = 5MB);
GO
ALTER DATABASE TT MODIFY FILE (NAME = N'TT_log', SIZE = 25MB, FILEGROWTH = 5MB);
GO
USE TT;
SELECT file_id, name, type_desc, CASE WHEN size * 8 / 1024 BETWEEN 24 AND 25 THEN '25 MB' ELSE 'other' END AS size, growth, is_percent_growth, max_size
FROM sys.database_files ORDER BY file_id;
SELECT size AS exactly FROM sys.database_files WHERE type = 0;
GO
-- Units, in turn; each is larger than the one before.
ALTER DATABASE TT MODIFY FILE (NAME = TT, SIZE = 26);
ALTER DATABASE TT MODIFY FILE (NAME = TT, SIZE = 27648KB);
SELECT size FROM sys.database_files WHERE file_id = 1;
ALTER DATABASE CURRENT MODIFY FILE (NAME = TT, FILEGROWTH = 10%);
ALTER DATABASE TT MODIFY FILE (NAME = TT_log, FILEGROWTH = 20%, MAXSIZE = 1GB);
ALTER DATABASE TT MODIFY FILE (NAME = TT, MAXSIZE = 2 TB);
SELECT name, max_size, growth, is_percent_growth FROM sys.database_files ORDER BY file_id;
ALTER DATABASE TT MODIFY FILE (NAME = TT, MAXSIZE = UNLIMITED, FILEGROWTH = 1024KB);
ALTER DATABASE TT MODIFY FILE (NAME = TT_log, MAXSIZE = UNLIMITED, FILEGROWTH = 0);
SELECT name, max_size, growth, is_percent_growth FROM sys.database_files ORDER BY file_id;
GO
-- Names.
ALTER DATABASE TT MODIFY FILE (NAME = TT, NEWNAME = TT_data);
ALTER DATABASE TT MODIFY FILE (NAME = N'tt_LOG', NEWNAME = N'Das Log');
SELECT name, FILE_ID(name) AS id, FILE_NAME(file_id) AS again FROM sys.database_files ORDER BY file_id;
SELECT FILE_ID('TT') AS old;
GO
-- What is set outlives a restart and a crash.
-- @restart
USE TT;
SELECT name, size, max_size, growth, is_percent_growth FROM sys.database_files WHERE file_id = 1;
SELECT name, max_size, growth, is_percent_growth FROM sys.database_files WHERE file_id = 2;
ALTER DATABASE TT MODIFY FILE (NAME = TT_data, SIZE = 30MB, FILEGROWTH = 2MB, MAXSIZE = 40MB, NEWNAME = again);
GO
-- @crash
USE TT;
SELECT name, size, max_size, growth, is_percent_growth FROM sys.database_files WHERE file_id = 1;
GO
-- 5039, 5040, 5041, 1828; 5011 for a database that does not exist.
ALTER DATABASE TT MODIFY FILE (NAME = again, SIZE = 30MB);
GO
ALTER DATABASE TT MODIFY FILE (NAME = again, SIZE = 5MB);
GO
ALTER DATABASE TT MODIFY FILE (NAME = again, SIZE = 41MB);
GO
ALTER DATABASE TT MODIFY FILE (NAME = again, MAXSIZE = 10MB);
GO
ALTER DATABASE TT MODIFY FILE (NAME = nothing, SIZE = 50MB);
GO
ALTER DATABASE TT MODIFY FILE (NAME = again, NEWNAME = [das log]);
GO
ALTER DATABASE TT MODIFY FILE (NAME = again);
GO
ALTER DATABASE nowhere MODIFY FILE (NAME = again, SIZE = 50MB);
GO
BEGIN TRANSACTION;
ALTER DATABASE TT MODIFY FILE (NAME = again, SIZE = 35MB);
ROLLBACK;
GO
-- What is not there is refused by name.
ALTER DATABASE TT MODIFY FILE (NAME = again, FILENAME = '/elsewhere/t.mdf');
GO
ALTER DATABASE TT MODIFY FILE (NAME = again, OFFLINE);
GO
ALTER DATABASE TT ADD LOG FILE (NAME = more, FILENAME = 'more.ldf');
GO
ALTER DATABASE tempdb MODIFY FILE (NAME = tempdev, SIZE = 100MB);
GO
-- The settings of master's file are kept too.
ALTER DATABASE master MODIFY FILE (NAME = master, FILEGROWTH = 5MB);
SELECT name, growth FROM master.sys.database_files WHERE type = 0;
GO
