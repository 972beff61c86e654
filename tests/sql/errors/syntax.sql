-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md: 102, 156, 133, 135, 136, 343, 4145, with
-- the line within the batch. docs/t-sql/language-elements/try-catch-transact-sql.md: a syntax error keeps the batch from running.
GO
PRINT 'not run';
SELECT FROM t;
GO
PRINT 'not run';

SELECT 1 +
;
GO
SELECT *
FORM t;
GO
CREATE TABEL t(a int);
GO
PRINT 'not run';
BREAK;
GO
CONTINUE;
GO
GOTO nowhere;
GO
IF 1 PRINT 'x';
GO
PRINT 'next batch';
