-- docs/relational-databases/errors-events/database-engine-events-and-errors-2000-to-2999.md: 2812; a statement's word may be left out
-- for the first procedure of a batch (docs/t-sql/language-elements/execute-transact-sql.md). The batch goes on.
GO
EXEC dbo.no_such_procedure;
PRINT 'goes on';
GO
no_such_procedure
