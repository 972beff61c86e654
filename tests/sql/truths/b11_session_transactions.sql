-- docs/relational-databases/system-dynamic-management-views/sys-dm-tran-session-transactions-transact-sql.md: the transactions of sessions; a statement that
-- reads the view in autocommit mode is in none of its session's.
SET NOCOUNT ON;
SELECT COUNT(*) AS n FROM sys.dm_tran_session_transactions WHERE session_id = @@SPID;
BEGIN TRANSACTION;
SELECT open_transaction_count, is_user_transaction FROM sys.dm_tran_session_transactions WHERE session_id = @@SPID;
ROLLBACK;
SELECT COUNT(*) AS n FROM sys.dm_tran_session_transactions WHERE session_id = @@SPID;
GO
