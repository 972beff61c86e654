-- docs/t-sql/statements/set-parseonly-transact-sql.md: syntax is checked, and that is all; it counts when a batch is read.
SET PARSEONLY ON;
GO
PRINT 'does not run';
SELECT @undeclared FROM dbo.no_such_table;
GO
SELECT FROM WHERE;
GO
-- In the batch that switches it off everything runs.
PRINT 'runs';
SET PARSEONLY OFF;
PRINT 'runs, too';
GO
-- A batch that switches it on runs nothing, not even what stands before.
PRINT 'does not run';
SET PARSEONLY ON;
GO
SET PARSEONLY ON;
SET PARSEONLY OFF;
PRINT 'runs';
GO
-- Not in a procedure.
CREATE PROCEDURE dbo.p AS SET PARSEONLY ON;
GO
SET NOCOUNT, PARSEONLY OFF;
SELECT 1 AS counted;
GO
