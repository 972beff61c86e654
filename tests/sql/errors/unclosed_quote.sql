-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md: 105, and 102 where the text ends.
GO
PRINT 'not run';
SELECT 'abc