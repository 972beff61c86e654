-- docs/t-sql/language-elements/try-catch-transact-sql.md: compile errors prevent a batch from running; only the names of objects that do
-- not exist yet are resolved late. An unknown column of a known table and a clash of types are compile errors.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int);
GO
PRINT 'not run';
SELECT missing FROM dbo.t;
GO
PRINT 'not run';
SELECT CAST('2026-01-01' AS date) + 1;
GO
PRINT 'not run';
SELECT NO_SUCH_FUNCTION(1);
