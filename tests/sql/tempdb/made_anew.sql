-- docs/relational-databases/databases/tempdb-database.md: tempdb is re-created every time the server starts, so that the system always starts with
-- a clean copy; docs/relational-databases/databases/model-database.md: tempdb and new databases are created from model.
USE tempdb;
CREATE TABLE dbo.kept(id int);
CREATE TABLE #own(id int);
CREATE TABLE ##all(id int);
INSERT INTO dbo.kept VALUES (1);
GO
ALTER DATABASE model SET DELAYED_DURABILITY = ALLOWED;
CREATE DATABASE child;
GO
-- @crash
SELECT name, database_id, delayed_durability_desc FROM sys.databases ORDER BY database_id;
SELECT * FROM tempdb.dbo.kept;
GO
SELECT * FROM #own;
GO
SELECT * FROM ##all;
GO
USE tempdb;
CREATE TABLE dbo.kept(id int);
SELECT * FROM dbo.kept;
GO
-- @restart
SELECT * FROM tempdb.dbo.kept;
GO
