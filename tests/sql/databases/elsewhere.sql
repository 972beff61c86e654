-- docs/t-sql/statements/create-database-transact-sql.md: FILENAME, the path and name of a file; the folder must exist (5133, 1802), the file must not (5170).
-- A relative path begins at the instance's folder. The files keep their places over a restart and a crash, and go with the database.
CREATE DATABASE Archive
ON PRIMARY (NAME = Arch1, FILENAME = '/archdat1.mdf', SIZE = 3MB, MAXSIZE = 20MB, FILEGROWTH = 1MB)
LOG ON (NAME = Archlog1, FILENAME = '/archlog1.ldf', SIZE = 2MB);
GO
CREATE DATABASE Beside ON (NAME = b, FILENAME = 'other.mdf');
GO
SELECT name, physical_name FROM sys.master_files WHERE database_id > 4 ORDER BY database_id, file_id;
CREATE TABLE Archive.dbo.t(a int);
INSERT INTO Archive.dbo.t VALUES (1);
GO
-- @crash
INSERT INTO Archive.dbo.t VALUES (2);
GO
-- @restart
USE Archive;
SELECT a FROM dbo.t ORDER BY a;
SELECT name, physical_name, max_size, growth FROM sys.database_files ORDER BY file_id;
USE master;
GO
-- No such folder; files that are there; one place for both.
CREATE DATABASE Nowhere ON (NAME = n, FILENAME = '/missing/n.mdf');
GO
CREATE DATABASE Nowhere ON (NAME = n, FILENAME = '/archlog1.ldf');
GO
CREATE DATABASE Nowhere ON (NAME = n, FILENAME = '/n.mdf') LOG ON (NAME = l, FILENAME = '/n.mdf');
GO
CREATE DATABASE Nowhere ON (NAME = n, FILENAME = '');
GO
SELECT DB_ID('Nowhere') AS none;
GO
-- docs/t-sql/statements/alter-database-transact-sql.md: MODIFY NAME. Its files keep their names; nobody else may be in it (5030).
ALTER DATABASE Archive MODIFY NAME = Beside;
GO
USE Archive;
ALTER DATABASE CURRENT MODIFY NAME = Library;
SELECT DB_NAME() AS here, a FROM dbo.t ORDER BY a;
GO
-- @session other
USE Library;
GO
-- @session
ALTER DATABASE Library MODIFY NAME = Archive;
GO
-- @session other
USE master;
GO
-- @session
-- @crash
SELECT name FROM sys.databases WHERE database_id > 4 ORDER BY name;
SELECT a FROM Library.dbo.t ORDER BY a;
SELECT name, physical_name FROM sys.master_files WHERE database_id > 4 ORDER BY database_id, file_id;
GO
-- What is dropped leaves its place free.
DROP DATABASE Library;
CREATE DATABASE Again ON (NAME = a, FILENAME = '/archdat1.mdf') LOG ON (NAME = l, FILENAME = '/archlog1.ldf');
DROP DATABASE Again, Beside;
GO
-- docs/t-sql/statements/alter-database-transact-sql-set-options.md: what every database has anyway is taken.
CREATE DATABASE O;
ALTER DATABASE O SET PAGE_VERIFY CHECKSUM, AUTO_CLOSE OFF, AUTO_SHRINK OFF, ANSI_NULLS OFF, CURSOR_DEFAULT GLOBAL, RECURSIVE_TRIGGERS OFF, TRUSTWORTHY OFF, READ_WRITE WITH NO_WAIT;
ALTER DATABASE O SET COMPATIBILITY_LEVEL = 160;
ALTER DATABASE O SET PARAMETERIZATION SIMPLE;
PRINT 'all taken';
GO
ALTER DATABASE O SET TRUSTWORTHY ON;
GO
