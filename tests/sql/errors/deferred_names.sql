-- docs/t-sql/language-elements/try-catch-transact-sql.md: compile errors keep a batch from running; object name resolution errors come at the
-- statement, by deferred name resolution, which is for tables that are missing alone. docs/t-sql/language-elements/use-transact-sql.md: USE is
-- executed at both compile and execution time.
CREATE DATABASE G;
CREATE DATABASE H;
GO
USE G;
CREATE TABLE dbo.t(a int);
GO
PRINT 'a missing table waits for its statement';
SELECT a FROM dbo.u;
PRINT 'not run';
GO
PRINT 'the batch makes it';
CREATE TABLE dbo.u(b int);
INSERT INTO dbo.u(b) VALUES (1);
SELECT b FROM dbo.u;
GO
PRINT 'not run, though the statement is never come to';
IF 1 = 0
    SELECT missing FROM dbo.t;
GO
PRINT 'never come to, and not known';
IF 1 = 0
    SELECT missing FROM dbo.v;
GO
PRINT 'not run: two errors';
INSERT INTO dbo.t(missing) VALUES (1);
INSERT INTO dbo.t VALUES (1, 2);
GO
PRINT 'not run';
IF EXISTS (SELECT missing FROM dbo.t) PRINT 'not run';
GO
PRINT 'not run';
DROP TABLE dbo.t;
CREATE TABLE dbo.t(b int);
SELECT b FROM dbo.t;
GO
USE H;
SELECT missing FROM dbo.t;
GO
USE G;
SELECT missing FROM dbo.t;
GO
BEGIN TRAN;
GO
SELECT missing FROM G.dbo.t;
GO
PRINT @@TRANCOUNT;
ROLLBACK;
GO
SELECT 1 / 0 AS at_run_time;
PRINT 'goes on';
GO
PRINT 'a database that the batch makes';
CREATE DATABASE I;
CREATE TABLE I.dbo.t(a int);
INSERT INTO I.dbo.t VALUES (1);
SELECT name FROM I.sys.database_files ORDER BY file_id;
SELECT a FROM I.dbo.t;
GO
PRINT 'a missing one waits for its statement';
SELECT name FROM nowhere.sys.database_files;
PRINT 'not run';
GO
IF 1 = 0
    SELECT missing FROM nowhere.dbo.t;
PRINT 'never come to';
