-- docs/t-sql/statements/set-noexec-transact-sql.md: batches are compiled, with errors of names in tables that there are, and nothing of them runs;
-- a table that is missing is no error. It is set at run time.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int);
GO
PRINT 'runs';
SET NOEXEC ON;
PRINT 'does not run';
INSERT INTO dbo.t VALUES (1);
GO
SELECT * FROM dbo.t;
SELECT * FROM dbo.missing;
GO
SELECT missing FROM dbo.t;
GO
SELEC FROM;
GO
PRINT 'does not run';
SET NOEXEC OFF;
PRINT 'runs again';
SELECT a FROM dbo.t;
