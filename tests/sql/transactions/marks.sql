-- docs/t-sql/language-elements/begin-transaction-transact-sql.md, WITH MARK, and recorded answers of SQL Server: a marked transaction has a
-- name (3901); the second mark of a transaction is ignored (3920), that of a transaction inside an unmarked one isn't.
BEGIN TRANSACTION t WITH MARK 'a mark';
SELECT @@TRANCOUNT AS open_transactions;
BEGIN TRANSACTION u WITH MARK;
SELECT @@TRANCOUNT AS open_transactions;
ROLLBACK;
GO
BEGIN TRANSACTION WITH MARK;
SELECT @@TRANCOUNT AS open_transactions;
GO
DECLARE @name varchar(32) = 'named';
BEGIN TRAN;
BEGIN TRAN @name WITH MARK N'inside';
COMMIT;
COMMIT;
GO
-- A new transaction isn't marked.
BEGIN TRANSACTION t WITH MARK 'again';
COMMIT;
GO
