-- docs/t-sql/database-console-commands/dbcc-shrinkfile-transact-sql.md: result set, target size, TRUNCATEONLY, NOTRUNCATE, EMPTYFILE, logs; "the file
-- does not shrink past the size needed to store the data"; a page is 8 KB, a megabyte 128 pages; MinimumSize is the size when the file was made, or the
-- last one that a statement gave. Messages 2555, 2556, 2560, 7992, 7993, 8920, 8985, 9006 to 9009: database-engine-events-and-errors-*.md.
CREATE DATABASE S ON PRIMARY (NAME = S_data, SIZE = 4MB), FILEGROUP F (NAME = S_f, SIZE = 1MB, FILEGROWTH = 1MB)
LOG ON (NAME = S_log, SIZE = 2MB, FILEGROWTH = 4MB);
ALTER DATABASE S SET RECOVERY SIMPLE;
ALTER DATABASE S MODIFY FILEGROUP F DEFAULT;
GO
USE S;
SET NOCOUNT ON;
CREATE TABLE dbo.Kept (a INT NOT NULL PRIMARY KEY, b CHAR(4000) NOT NULL);
INSERT dbo.Kept SELECT value, 'kept' FROM GENERATE_SERIES(1, 100);
CREATE TABLE dbo.Gone (a INT NOT NULL, b CHAR(4000) NOT NULL);
INSERT dbo.Gone SELECT value, 'gone' FROM GENERATE_SERIES(1, 1000);
SELECT CASE WHEN size > 500 THEN 'grown' ELSE 'small' END AS data FROM sys.database_files WHERE file_id = 3;
DROP TABLE dbo.Gone;
GO
-- Example C: TRUNCATEONLY ignores a size and cuts to the last extent.
DBCC SHRINKFILE (S_f, 100, TRUNCATEONLY);
SELECT COUNT(*) AS rows, RTRIM(MIN(b)) AS b FROM dbo.Kept;
DBCC CHECKDB WITH NO_INFOMSGS;
GO
-- The file grows again, and a crash and a restart keep it.
CREATE TABLE dbo.Gone (a INT NOT NULL, b CHAR(4000) NOT NULL);
INSERT dbo.Gone SELECT value, 'gone' FROM GENERATE_SERIES(1, 1000);
DROP TABLE dbo.Gone;
CREATE TABLE dbo.Last (a INT NOT NULL, b CHAR(4000) NOT NULL);
INSERT dbo.Last SELECT value, 'last' FROM GENERATE_SERIES(1, 50);
GO
-- @crash
USE S;
DBCC SHRINKFILE (3, TRUNCATEONLY) WITH NO_INFOMSGS;
GO
-- @restart
USE S;
SELECT (SELECT COUNT(*) FROM dbo.Kept) AS kept, (SELECT COUNT(*) FROM dbo.Last) AS last;
DBCC CHECKDB WITH NO_INFOMSGS;
GO
-- Example A: a target size moves pages from the end to the front. Here those of a heap, a tree, an index and long values.
SET NOCOUNT ON;
CREATE TABLE dbo.First (a INT NOT NULL, b CHAR(4000) NOT NULL);
INSERT dbo.First SELECT value, 'first' FROM GENERATE_SERIES(1, 2000);
CREATE TABLE dbo.Heap (a INT NOT NULL, b CHAR(1000) NOT NULL, c VARCHAR(MAX));
INSERT dbo.Heap SELECT value, 'heap', REPLICATE(CAST('x' AS VARCHAR(MAX)), 10000 * (value % 2)) FROM GENERATE_SERIES(1, 100);
CREATE INDEX I ON dbo.Heap(a) INCLUDE (b);
CREATE TABLE dbo.Tree (a INT NOT NULL, b CHAR(1000) NOT NULL, c VARCHAR(MAX), CONSTRAINT PK_Tree PRIMARY KEY (a));
INSERT dbo.Tree SELECT value, 'tree', REPLICATE(CAST('y' AS VARCHAR(MAX)), 10000 * (value % 2)) FROM GENERATE_SERIES(1, 100);
DROP TABLE dbo.First;
GO
-- NOTRUNCATE moves alone: CurrentSize stays.
DBCC SHRINKFILE (S_f, 4, NOTRUNCATE) WITH NO_INFOMSGS;
DBCC SHRINKFILE (S_f, 7) WITH NO_INFOMSGS;
SELECT COUNT(*) AS rows, SUM(a) AS sum, SUM(LEN(c)) AS length FROM dbo.Heap;
SELECT COUNT(*) AS rows, SUM(a) AS sum, SUM(LEN(c)) AS length FROM dbo.Tree;
SELECT COUNT(*) AS by_index FROM dbo.Heap WITH (INDEX(I)) WHERE a > 50;
DBCC CHECKDB WITH NO_INFOMSGS;
GO
-- Not below what is used; a size below the minimum becomes the minimum.
DBCC SHRINKFILE (S_f, 0) WITH NO_INFOMSGS;
DBCC CHECKDB WITH NO_INFOMSGS;
GO
-- Without a size: the minimum.
ALTER DATABASE S MODIFY FILE (NAME = S_f, SIZE = 9MB);
CREATE TABLE dbo.Gone (a INT NOT NULL, b CHAR(4000) NOT NULL);
INSERT dbo.Gone SELECT value, 'gone' FROM GENERATE_SERIES(1, 3000);
DROP TABLE dbo.Gone;
DBCC SHRINKFILE (S_f) WITH NO_INFOMSGS;
GO
-- @restart
USE S;
DBCC SHRINKFILE (S_f, TRUNCATEONLY) WITH NO_INFOMSGS;
GO
-- Example B: the log, after it has grown. The stream is led to the front of the file.
SET NOCOUNT ON;
CREATE TABLE dbo.Logged (a INT NOT NULL, b CHAR(4000) NOT NULL);
BEGIN TRANSACTION;
INSERT dbo.Logged SELECT value, 'logged' FROM GENERATE_SERIES(1, 2000);
COMMIT;
DROP TABLE dbo.Logged;
SELECT CASE WHEN size > 1000 THEN 'grown' ELSE 'small' END AS log FROM sys.database_files WHERE file_id = 2;
DBCC SHRINKFILE (S_log, NOTRUNCATE) WITH NO_INFOMSGS;
SELECT CASE WHEN size > 1000 THEN 'not affected' ELSE 'cut' END AS log FROM sys.database_files WHERE file_id = 2;
DBCC SHRINKFILE (S_log, 1) WITH NO_INFOMSGS;
SELECT CASE WHEN size < 512 THEN 'cut' ELSE 'long' END AS log FROM sys.database_files WHERE file_id = 2;
DBCC CHECKDB WITH NO_INFOMSGS;
GO
-- @crash
USE S;
SET NOCOUNT ON;
CREATE TABLE dbo.Logged (a INT NOT NULL, b CHAR(4000) NOT NULL);
GO
-- The end of the log is in use while a transaction needs it: 9008.
BEGIN TRANSACTION;
INSERT dbo.Logged SELECT value, 'logged' FROM GENERATE_SERIES(1, 2000);
GO
-- @session other
USE S;
GO
DBCC SHRINKFILE (S_log, 1);
GO
USE master;
GO
-- @session
COMMIT;
GO
DBCC SHRINKFILE (S_log, 1) WITH NO_INFOMSGS;
SELECT COUNT(*) AS rows FROM dbo.Logged;
GO
-- Example D: an emptied file can be removed.
TRUNCATE TABLE dbo.Logged;
ALTER DATABASE S ADD FILE (NAME = Test1data, SIZE = 5MB) TO FILEGROUP F;
GO
CREATE TABLE dbo.Spread (a INT NOT NULL PRIMARY KEY, b CHAR(2000) NOT NULL, c VARCHAR(MAX));
INSERT dbo.Spread SELECT value, 'spread', REPLICATE(CAST('z' AS VARCHAR(MAX)), 9000) FROM GENERATE_SERIES(1, 200);
SELECT CASE WHEN FILEPROPERTY('Test1data', 'SpaceUsed') > 100 THEN 'has pages' ELSE 'empty' END AS file4;
GO
ALTER DATABASE S REMOVE FILE Test1data;
GO
DBCC SHRINKFILE (Test1data, EMPTYFILE) WITH NO_INFOMSGS;
INSERT dbo.Spread SELECT value, 'more', REPLICATE(CAST('z' AS VARCHAR(MAX)), 9000) FROM GENERATE_SERIES(201, 300);
ALTER DATABASE S REMOVE FILE Test1data;
SELECT COUNT(*) AS rows, SUM(LEN(c)) AS length FROM dbo.Spread;
DBCC CHECKDB WITH NO_INFOMSGS;
GO
-- 2556: the filegroup has no other file. 2555: the primary file has system tables.
DBCC SHRINKFILE (S_f, EMPTYFILE);
GO
ALTER DATABASE S ADD FILE (NAME = Second, SIZE = 1MB) TO FILEGROUP [PRIMARY];
GO
DBCC SHRINKFILE (S_data, EMPTYFILE);
GO
CREATE TABLE dbo.After (a INT NOT NULL) ON [PRIMARY];
INSERT dbo.After VALUES (1);
DBCC CHECKDB WITH NO_INFOMSGS;
GO
-- 7993, 8985, 2560, 8920, 40517.
DBCC SHRINKFILE (S_f, 100000);
GO
DBCC SHRINKFILE (nothing, 1);
GO
DBCC SHRINKFILE (77);
GO
DBCC SHRINKFILE (3, -1);
GO
BEGIN TRANSACTION;
DBCC SHRINKFILE (3, TRUNCATEONLY);
GO
IF @@TRANCOUNT > 0 ROLLBACK;
GO
DBCC SHRINKFILE (S_log, EMPTYFILE);
GO
DBCC SHRINKFILE (3, TRUNCATEONLY) WITH TABLERESULTS;
GO
-- A database with a snapshot keeps its data files; its log can be shrunk.
CREATE DATABASE S_snapshot ON (NAME = S_data, FILENAME = 'S_data.ss'), (NAME = S_f, FILENAME = 'S_f.ss'), (NAME = Second, FILENAME = 'Second.ss') AS SNAPSHOT OF S;
GO
DBCC SHRINKFILE (3, TRUNCATEONLY);
GO
DBCC SHRINKFILE (S_log, 0) WITH NO_INFOMSGS;
SELECT COUNT(*) AS rows FROM S_snapshot.dbo.Spread;
GO
DROP DATABASE S_snapshot;
GO
-- 7992.
USE master;
ALTER DATABASE S SET READ_ONLY;
GO
USE S;
DBCC SHRINKFILE (3, TRUNCATEONLY);
GO
USE master;
DROP DATABASE S;
GO
