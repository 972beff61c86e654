-- docs/t-sql/database-console-commands/dbcc-shrinkdatabase-transact-sql.md: target_percent of free space, NOTRUNCATE, TRUNCATEONLY, the minimum size of
-- files, "does not display rows for those files not shrunk", database by name, id or 0. 5201: database-engine-events-and-errors-5000-to-5999.md. The
-- example: 6 MB of data and 25 percent give a file of 8 MB; with 7 MB of data in 10 MB, 40 percent don't shrink it.
CREATE DATABASE mydb ON PRIMARY (NAME = mydb, SIZE = 4MB), FILEGROUP F (NAME = mydb_f, SIZE = 2MB, FILEGROWTH = 1MB)
LOG ON (NAME = mydb_log, SIZE = 2MB, FILEGROWTH = 2MB);
ALTER DATABASE mydb SET RECOVERY SIMPLE;
ALTER DATABASE mydb MODIFY FILEGROUP F DEFAULT;
GO
USE mydb;
SET NOCOUNT ON;
CREATE TABLE dbo.Kept (a INT NOT NULL PRIMARY KEY, b CHAR(8000) NOT NULL);
INSERT dbo.Kept SELECT value, 'kept' FROM GENERATE_SERIES(1, 660);
CREATE TABLE dbo.Gone (a INT NOT NULL, b CHAR(8000) NOT NULL);
INSERT dbo.Gone SELECT value, 'gone' FROM GENERATE_SERIES(1, 1000);
DROP TABLE dbo.Gone;
DBCC SHRINKDATABASE (mydb, 25);
DBCC CHECKDB WITH NO_INFOMSGS;
GO
-- There is not enough free space for 40 percent: 5201.
DBCC SHRINKDATABASE (0, 40);
GO
-- TRUNCATEONLY cuts to the last extent.
DBCC SHRINKDATABASE (mydb, TRUNCATEONLY) WITH NO_INFOMSGS;
GO
-- The minimum of a file is the size that a statement gave it.
TRUNCATE TABLE dbo.Kept;
DBCC SHRINKDATABASE (0) WITH NO_INFOMSGS;
DBCC CHECKDB WITH NO_INFOMSGS;
GO
-- NOTRUNCATE changes no size, so no row is shown.
INSERT dbo.Kept SELECT value, 'kept' FROM GENERATE_SERIES(1, 600);
TRUNCATE TABLE dbo.Kept;
DECLARE @text NVARCHAR(100) = CONCAT('DBCC SHRINKDATABASE (', DB_ID(), ', 10, NOTRUNCATE) WITH NO_INFOMSGS');
EXEC (@text);
SELECT CASE WHEN size > 500 THEN 'long' ELSE 'cut' END AS data FROM sys.database_files WHERE file_id = 3;
GO
-- tempdb is as small as it was made.
DBCC SHRINKDATABASE (tempdb, TRUNCATEONLY) WITH NO_INFOMSGS;
GO
USE master;
DBCC SHRINKDATABASE (nowhere);
GO
DBCC SHRINKDATABASE (mydb, 100);
GO
DBCC SHRINKDATABASE (mydb, EMPTYFILE);
GO
ALTER DATABASE mydb SET READ_ONLY;
DBCC SHRINKDATABASE (mydb, TRUNCATEONLY);
GO
BEGIN TRANSACTION;
DBCC SHRINKDATABASE (tempdb, TRUNCATEONLY);
GO
IF @@TRANCOUNT > 0 ROLLBACK;
DROP DATABASE mydb;
GO
