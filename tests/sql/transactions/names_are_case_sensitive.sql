-- docs/t-sql/language-elements/save-transaction-transact-sql.md and rollback-transaction-transact-sql.md: names of savepoints and
-- transactions are always case-sensitive. Without such a name the rollback fails and the transaction goes on.
GO
BEGIN TRAN T;
SAVE TRAN s;
ROLLBACK TRAN S;
PRINT @@TRANCOUNT;
ROLLBACK TRAN t;
PRINT @@TRANCOUNT;
ROLLBACK TRAN s;
PRINT @@TRANCOUNT;
ROLLBACK TRAN T;
PRINT @@TRANCOUNT;
