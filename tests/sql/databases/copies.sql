-- docs/t-sql/statements/create-database-transact-sql.md, AS COPY OF (Azure SQL Database): a copy is a database of its own, with the
-- content of its source as of one moment. Messages 1801, 40561 and 40568 of its error pages.
-- @session main
CREATE DATABASE V;
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
CREATE DATABASE W AS COPY OF V;
GO
-- @session other
COMMIT;
GO
-- @session main
SELECT a, b FROM V.dbo.t ORDER BY a;
SELECT a, b FROM W.dbo.t ORDER BY a;
GO
-- Both are written, and objects are created in both.
INSERT INTO W.dbo.t VALUES (4, 'four');
DELETE V.dbo.t WHERE a = 1;
CREATE TABLE dbo.u(a int);
GO
USE W;
CREATE TABLE dbo.w(a int IDENTITY PRIMARY KEY, b int);
INSERT INTO dbo.w(b) VALUES (10), (20);
SELECT OBJECT_ID('dbo.u') AS u, DB_NAME() AS name;
SELECT d.name, f.name AS logical_name, f.type_desc FROM sys.master_files AS f
JOIN sys.databases AS d ON d.database_id = f.database_id WHERE d.name IN ('V', 'W') ORDER BY d.name, f.type;
SELECT name, source_database_id, state_desc, is_read_only FROM sys.databases WHERE name IN ('V', 'W') ORDER BY name;
SELECT count(*) AS copies_running FROM sys.dm_database_copies;
GO
CREATE DATABASE X AS COPY OF W;
GO
-- @crash
SELECT a, b FROM V.dbo.t ORDER BY a;
SELECT a, b FROM W.dbo.t ORDER BY a;
SELECT a, b FROM X.dbo.t ORDER BY a;
SELECT a, b FROM X.dbo.w ORDER BY a;
DBCC CHECKDB('X') WITH NO_INFOMSGS;
GO
CREATE DATABASE W AS COPY OF V;
GO
CREATE DATABASE Y AS COPY OF missing;
GO
CREATE DATABASE Y AS COPY OF master;
GO
CREATE DATABASE Y AS COPY OF server.V;
GO
CREATE DATABASE Y AS COPY OF V (SERVICE_OBJECTIVE = 'S0');
GO
CREATE DATABASE Y ON (NAME = a, FILENAME = 'a.mdf') AS COPY OF V;
GO
CREATE DATABASE V_s ON (NAME = V, FILENAME = 's.ss') AS SNAPSHOT OF V;
GO
CREATE DATABASE Y AS COPY OF V_s;
GO
BEGIN TRANSACTION;
CREATE DATABASE Y AS COPY OF V;
GO
IF @@TRANCOUNT > 0 ROLLBACK;
DROP DATABASE V_s;
EXEC sp_detach_db 'V';
GO
-- Source and copies are dropped in any order.
DROP DATABASE W;
SELECT a, b FROM V.dbo.t ORDER BY a;
SELECT a, b FROM X.dbo.t ORDER BY a;
DROP DATABASE V;
SELECT a, b FROM X.dbo.t ORDER BY a;
DROP DATABASE X;
GO
