-- docs/relational-databases/databases/revert-a-database-to-a-database-snapshot.md; the option KEEP_CONNECTIONS is this project's own
-- (2026-11-29-keep-connections.md). Messages 952, 3953 and 3971 of database-engine-events-and-errors-*.md.
-- @session main
CREATE DATABASE V;
ALTER DATABASE V SET ALLOW_SNAPSHOT_ISOLATION ON;
GO
USE V;
CREATE TABLE dbo.t(a int PRIMARY KEY, b varchar(20));
INSERT INTO dbo.t VALUES (1, 'one'), (2, 'two');
CREATE DATABASE V_s ON (NAME = V, FILENAME = 's.ss') AS SNAPSHOT OF V;
GO
-- @session writer
USE V;
CREATE TABLE #kept(a int);
INSERT INTO #kept VALUES (7);
DECLARE @handle int;
EXEC sp_prepare @handle OUTPUT, N'@a int', N'SELECT b FROM dbo.t WHERE a = @a';
EXEC sp_execute @handle, 2;
BEGIN TRANSACTION;
INSERT INTO dbo.t VALUES (3, 'three');
GO
-- @session idle
USE V;
SELECT a FROM dbo.t WHERE a = 1;
GO
-- @session reader
SET TRANSACTION ISOLATION LEVEL SNAPSHOT;
BEGIN TRANSACTION;
SELECT count(*) AS rows_now FROM V.dbo.t;
GO
-- @session main
DELETE dbo.t WHERE a = 1;
CREATE TABLE dbo.u(a int);
GO
-- Without the option the database must be free.
RESTORE DATABASE V FROM DATABASE_SNAPSHOT = 'V_s';
GO
BEGIN TRANSACTION;
RESTORE DATABASE V FROM DATABASE_SNAPSHOT = 'V_s' WITH KEEP_CONNECTIONS;
GO
IF @@TRANCOUNT > 0 ROLLBACK;
RESTORE DATABASE V FROM DATABASE_SNAPSHOT = 'other' WITH KEEP_CONNECTIONS;
GO
RESTORE DATABASE V FROM DATABASE_SNAPSHOT = 'V_s' WITH KEEP_CONNECTIONS;
SELECT a, b FROM dbo.t ORDER BY a;
SELECT OBJECT_ID('dbo.u') AS u, DB_NAME() AS name;
GO
-- The writer's transaction is gone, and what it meant to do in it doesn't happen outside.
-- @session writer
INSERT INTO dbo.t VALUES (4, 'four');
GO
SELECT @@TRANCOUNT AS open_now, DB_NAME() AS name;
SELECT a FROM #kept;
EXEC sp_execute 1, 2;
SELECT a, b FROM dbo.t ORDER BY a;
INSERT INTO dbo.t VALUES (5, 'five');
GO
-- @session idle
SELECT a, b FROM dbo.t ORDER BY a;
GO
-- The reader's snapshot was of the content before.
-- @session reader
SELECT count(*) AS rows_now FROM V.dbo.t;
GO
IF @@TRANCOUNT > 0 ROLLBACK;
SELECT count(*) AS rows_now FROM V.dbo.t;
GO
-- @session main
RESTORE DATABASE V FROM DATABASE_SNAPSHOT = 'V_s' WITH KEEP_CONNECTIONS;
-- @crash
SELECT a, b FROM V.dbo.t ORDER BY a;
DROP DATABASE V_s;
DROP DATABASE V;
GO
