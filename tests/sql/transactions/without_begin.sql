-- docs/t-sql/language-elements/commit-transaction-transact-sql.md: 3902; docs/relational-databases/errors-events: 3903, 628.
GO
COMMIT TRAN;
PRINT @@ERROR;
ROLLBACK;
PRINT @@ERROR;
SAVE TRAN s;
PRINT @@ERROR;
