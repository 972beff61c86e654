-- docs/relational-databases/databases/database-snapshots-sql-server.md: a snapshot shows its source as of its creation, without
-- the changes of transactions that were open. Messages 1801 to 5127 of database-engine-events-and-errors-*.md.
-- @session main
CREATE DATABASE V;
ALTER DATABASE V SET ALLOW_SNAPSHOT_ISOLATION ON;
GO
USE V;
CREATE TABLE dbo.t(a int PRIMARY KEY, b varchar(20));
INSERT INTO dbo.t VALUES (1, 'one'), (2, 'two');
GO
-- @session other
USE V;
BEGIN TRANSACTION;
INSERT INTO dbo.t VALUES (3, 'not committed');
UPDATE dbo.t SET b = 'changed' WHERE a = 2;
GO
-- @session main
CREATE DATABASE V_first ON (NAME = V, FILENAME = 'first.ss') AS SNAPSHOT OF V;
GO
-- The open transaction goes on, and its changes are in the next snapshot alone.
-- @session other
COMMIT;
GO
-- @session main
DELETE dbo.t WHERE a = 1;
CREATE DATABASE V_second ON (NAME = V, FILENAME = 'second.ss') AS SNAPSHOT OF V;
TRUNCATE TABLE dbo.t;
GO
-- A snapshot outlives a crash.
-- @crash
SELECT a, b FROM V_first.dbo.t ORDER BY a;
SELECT a, b FROM V_second.dbo.t ORDER BY a;
SELECT count(*) AS rows_now FROM V.dbo.t;
GO
SELECT s.name, d.name AS source, s.is_read_only, s.state_desc FROM sys.databases AS s
JOIN sys.databases AS d ON d.database_id = s.source_database_id ORDER BY s.name;
SELECT d.name, f.name AS logical_name, f.type_desc, f.is_sparse FROM sys.master_files AS f
JOIN sys.databases AS d ON d.database_id = f.database_id WHERE d.name LIKE 'V%' ORDER BY d.name, f.type;
GO
-- sys-dm-io-virtual-file-stats-transact-sql: size_on_disk_bytes of a sparse file is what it takes on the disk;
-- sys-master-files-transact-sql: size is the most that it can ever take.
SELECT d.name, CASE WHEN s.size_on_disk_bytes < CAST(f.size AS bigint) * 8192 / 4 THEN 'little' ELSE 'all' END AS on_disk
FROM sys.dm_io_virtual_file_stats(NULL, 1) AS s JOIN sys.master_files AS f ON f.database_id = s.database_id AND f.file_id = 1
JOIN sys.databases AS d ON d.database_id = f.database_id WHERE d.name LIKE 'V_%' ORDER BY d.name;
GO
-- Every isolation level reads a snapshot, and nothing changes it.
USE V_first;
SET TRANSACTION ISOLATION LEVEL SERIALIZABLE;
SELECT b FROM dbo.t WHERE a = 2;
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
SELECT b FROM dbo.t WHERE a = 2;
SET TRANSACTION ISOLATION LEVEL SNAPSHOT;
SELECT b FROM dbo.t WHERE a = 2;
SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED;
SELECT b FROM dbo.t WHERE a = 2;
SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
DBCC CHECKDB WITH NO_INFOMSGS;
GO
INSERT INTO dbo.t VALUES (9, 'nine');
GO
CREATE TABLE dbo.u(a int);
GO
USE master;
GO
-- The source is checked and backed up as ever.
DBCC CHECKDB (V) WITH NO_INFOMSGS;
BACKUP DATABASE V TO DISK = 'NUL';
GO
-- What isn't allowed with a snapshot, and with its source.
ALTER DATABASE V_first SET READ_WRITE;
GO
ALTER DATABASE V_first MODIFY NAME = W;
GO
BACKUP DATABASE V_first TO DISK = 'NUL';
GO
DROP DATABASE V;
GO
EXEC sp_detach_db 'V';
GO
EXEC sp_detach_db 'V_first';
GO
CREATE DATABASE V_third ON (NAME = V, FILENAME = 'third.ss') AS SNAPSHOT OF V_first;
GO
CREATE DATABASE V_third ON (NAME = modeldev, FILENAME = 'third.ss') AS SNAPSHOT OF model;
GO
CREATE DATABASE V_third ON (NAME = V, FILENAME = 'third.ss') AS SNAPSHOT OF nowhere;
GO
CREATE DATABASE V_first ON (NAME = V, FILENAME = 'third.ss') AS SNAPSHOT OF V;
GO
CREATE DATABASE V_third ON (NAME = V, FILENAME = 'first.ss') AS SNAPSHOT OF V;
GO
CREATE DATABASE V_third ON (NAME = other, FILENAME = 'third.ss') AS SNAPSHOT OF V;
GO
CREATE DATABASE V_third AS SNAPSHOT OF V;
GO
CREATE DATABASE V_third ON (NAME = V, FILENAME = 'third.ss', SIZE = 10MB) AS SNAPSHOT OF V;
GO
CREATE DATABASE V_third ON (NAME = V) AS SNAPSHOT OF V;
GO
CREATE DATABASE V_third ON (NAME = V, FILENAME = 'third.ss') COLLATE Latin1_General_CI_AS AS SNAPSHOT OF V;
GO
BEGIN TRANSACTION;
CREATE DATABASE V_third ON (NAME = V, FILENAME = 'third.ss') AS SNAPSHOT OF V;
GO
IF @@TRANCOUNT > 0 ROLLBACK;
SELECT name FROM sys.databases WHERE name LIKE 'V%' ORDER BY name;
GO
-- The source and the other snapshot stay as they are when one is dropped, in any order.
DROP DATABASE V_first;
SELECT a, b FROM V_second.dbo.t ORDER BY a;
INSERT INTO V.dbo.t VALUES (7, 'seven');
DROP DATABASE V_second;
SELECT a, b FROM V.dbo.t;
GO
DROP DATABASE V;
GO
