-- docs/t-sql/statements/create-table-transact-sql.md, "Temporary tables": #t is visible in the session that made it, ##t in all; their names
-- can be used from any database; they are in tempdb, where #t has a longer name.
CREATE DATABASE G;
GO
USE G;
GO
SET NOCOUNT ON;
CREATE TABLE #t(id int NOT NULL, name varchar(10));
INSERT INTO #t VALUES (1, 'one'), (2, 'two');
INSERT #t(id) SELECT id + 10 FROM #t;
SELECT #t.id, name FROM #t ORDER BY id;
SELECT COUNT(*) AS of_tempdb FROM tempdb..#t;
SELECT a.id FROM tempdb.dbo.#t AS a WHERE a.name = 'two';
IF OBJECT_ID('tempdb..#t') IS NOT NULL PRINT 'found in tempdb';
IF OBJECT_ID('#t') IS NULL PRINT 'not found in G';
GO
-- It outlives its batch, and a change of database.
USE master;
SELECT COUNT(*) AS rows FROM #T;
GO
CREATE TABLE #t(a int);
GO
INSERT INTO #t(id) VALUES (NULL);
GO
CREATE TABLE ##shared(a int);
INSERT INTO ##shared VALUES (7);
SELECT a FROM ##shared;
SELECT a FROM tempdb.dbo.##shared;
GO
DROP TABLE #t;
DROP TABLE tempdb..##shared;
IF OBJECT_ID('tempdb..#t') IS NULL PRINT 'dropped';
GO
SELECT * FROM #t;
GO
SELECT * FROM ##shared;
GO
DROP TABLE #t;
GO
DROP TABLE IF EXISTS #t;
GO
-- The name is free again, and the batch is bound anew.
CREATE TABLE #t(only int);
INSERT INTO #t VALUES (5);
SELECT * FROM #t;
