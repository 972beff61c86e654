-- docs/relational-databases/errors-events/mssqlserver-137-database-engine-error.md: 137, before the batch runs; 134 for a name that
-- is declared twice.
GO
PRINT 'not run';
SELECT @missing;
GO
DECLARE @a int;
DECLARE @A varchar(5);
GO
PRINT 'next batch';
