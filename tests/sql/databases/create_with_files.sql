-- docs/t-sql/statements/create-database-transact-sql.md: ON and LOG ON with one file each: NAME, SIZE (MB if no unit is said), MAXSIZE, FILEGROWTH, as in example B;
-- FILENAME where the file would be anyway. A size below 512 KB is refused (5174).
CREATE DATABASE Sales
ON
( NAME = Sales_dat,
    FILENAME = 'Sales.mdf',
    SIZE = 10,
    MAXSIZE = 50,
    FILEGROWTH = 5 )
LOG ON
( NAME = Sales_log,
    FILENAME = 'Sales_log.ldf',
    SIZE = 5MB,
    MAXSIZE = 25MB,
    FILEGROWTH = 5MB ) ;
GO
USE Sales;
SELECT file_id, name, type_desc, max_size, growth, is_percent_growth FROM sys.database_files ORDER BY file_id;
SELECT size FROM sys.database_files WHERE file_id = 1;
SELECT CASE WHEN size BETWEEN 600 AND 640 THEN 'five megabytes' ELSE 'other' END AS log FROM sys.database_files WHERE file_id = 2;
GO
CREATE DATABASE [My own] ON PRIMARY (NAME = N'one', SIZE = 12MB, FILEGROWTH = 10%) LOG ON (NAME = N'two', FILEGROWTH = 0);
GO
CREATE DATABASE Plain ON (NAME = Plain, MAXSIZE = UNLIMITED);
GO
-- @crash
SELECT name, max_size, growth, is_percent_growth FROM sys.master_files WHERE database_id = DB_ID('My own') ORDER BY file_id;
SELECT size FROM sys.master_files WHERE database_id = DB_ID('My own') AND file_id = 1;
SELECT name, max_size FROM sys.master_files WHERE database_id = DB_ID('Plain') ORDER BY file_id;
USE [My own];
CREATE TABLE dbo.t(a int);
INSERT INTO dbo.t VALUES (1);
SELECT FILE_ID('two') AS log;
GO
CREATE DATABASE Small ON (NAME = s, SIZE = 256KB);
GO
CREATE DATABASE Crossed ON (NAME = s, SIZE = 20MB, MAXSIZE = 10MB);
GO
CREATE DATABASE Twins ON (NAME = s) LOG ON (NAME = S);
GO
CREATE DATABASE Logs LOG ON (NAME = a), (NAME = b);
GO
SELECT COUNT(*) AS none_of_them FROM sys.databases WHERE name IN (N'Small', N'Crossed', N'Twins', N'Logs');
GO
