-- docs/t-sql/statements/create-table-transact-sql.md, Temporary tables: those of a batch or procedure must have different names;
-- 2714 comes before the batch runs (docs/relational-databases/errors-events/database-engine-events-and-errors-2000-to-2999.md).
PRINT 'not printed';
CREATE TABLE #t (a int);
DROP TABLE #t;
CREATE TABLE #T (b int);
GO
IF 1 = 0 SELECT 1 AS a INTO #u ELSE SELECT 2 AS a INTO #u;
GO
CREATE PROCEDURE dbo.p AS
CREATE TABLE #v (a int);
SELECT 1 AS a INTO #v;
GO
-- Batches and procedures of their own.
CREATE TABLE #t (a int);
EXEC('CREATE TABLE #t (b int); SELECT * FROM #t');
DROP TABLE #t;
GO
CREATE TABLE #t (a int);
SELECT * FROM #t;
GO
