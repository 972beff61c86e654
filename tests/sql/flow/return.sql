-- docs/t-sql/language-elements/return-transact-sql.md: the batch ends; what follows in it is not executed.
PRINT 'before';
IF 1 = 1 RETURN;
PRINT 'after';
GO
PRINT 'next batch';
