-- docs/t-sql/language-elements/transactions-transact-sql.md: a rollback undoes what was done in temporary tables as well, and in all
-- databases; docs/relational-databases/databases/tempdb-database.md: tempdb logs what rolling back needs.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(id int NOT NULL);
CREATE TABLE #t(id int NOT NULL);
GO
SET NOCOUNT ON;
BEGIN TRAN;
INSERT INTO dbo.t VALUES (1);
INSERT INTO #t VALUES (1);
COMMIT;
BEGIN TRAN;
INSERT INTO #t VALUES (2);
INSERT INTO dbo.t VALUES (2);
CREATE TABLE #made(id int);
INSERT INTO #made VALUES (1);
SAVE TRAN here;
INSERT INTO #t VALUES (3);
INSERT INTO dbo.t VALUES (3);
DROP TABLE #made;
ROLLBACK TRAN here;
SELECT id FROM #t ORDER BY id;
SELECT id FROM dbo.t ORDER BY id;
SELECT id FROM #made;
ROLLBACK;
SELECT id FROM #t ORDER BY id;
SELECT id FROM dbo.t ORDER BY id;
IF OBJECT_ID('tempdb..#made') IS NULL PRINT 'not made';
GO
-- A statement that fails half way leaves nothing.
INSERT INTO #t VALUES (5), (NULL);
GO
SELECT id FROM #t ORDER BY id;
