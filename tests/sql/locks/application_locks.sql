-- docs/relational-databases/system-stored-procedures/sp-getapplock-transact-sql.md, sp-releaseapplock-transact-sql.md,
-- docs/t-sql/functions/applock-mode-transact-sql.md and applock-test-transact-sql.md.
-- The stronger of two modes stays until the last release.
BEGIN TRANSACTION;
DECLARE @result int;
EXEC @result = sp_getapplock @Resource = 'Form1', @LockMode = 'Shared';
SELECT @result AS result, APPLOCK_MODE('public', 'Form1', 'Transaction') AS mode;
EXEC @result = sp_getapplock @Resource = 'Form1', @LockMode = 'Exclusive';
SELECT @result AS result, APPLOCK_MODE('public', 'Form1', 'Transaction') AS mode;
EXEC @result = sp_releaseapplock @Resource = 'Form1';
SELECT @result AS result, APPLOCK_MODE('public', 'Form1', 'Transaction') AS mode;
EXEC @result = sys.sp_releaseapplock 'Form1';
SELECT @result AS result, APPLOCK_MODE('public', 'Form1', 'Transaction') AS mode;
COMMIT TRANSACTION;
GO
-- The session's and the transaction's locks are told apart, principals and capitals, too; a session is not in its own way.
BEGIN TRANSACTION;
DECLARE @result int;
EXEC @result = sp_getapplock 'r', 'Shared', 'Session';
EXEC @result = sp_getapplock 'r', 'IntentExclusive', 'Transaction', 0, 'public';
SELECT @result AS result, APPLOCK_MODE('public', 'r', 'Session') AS of_session, APPLOCK_MODE('public', 'r', 'Transaction') AS of_transaction,
    APPLOCK_MODE('public', 'R', 'Session') AS other_name, APPLOCK_MODE('dbo', 'r', 'Session') AS other_principal,
    APPLOCK_TEST('public', 'r', 'Exclusive', 'Session') AS test;
SELECT LEFT(resource_description, 5) AS name, request_mode, request_status FROM sys.dm_tran_locks WHERE resource_type = 'APPLICATION';
ROLLBACK;
SELECT APPLOCK_MODE('public', 'r', 'Session') AS of_session;
EXEC sp_releaseapplock 'r', 'Session';
SELECT APPLOCK_MODE('public', 'r', 'Session') AS of_session;
GO
-- Statuses of calls that are wrong: silent for a word that is none, an error for what is not there or not held.
DECLARE @result int;
EXEC @result = sp_getapplock @Resource = 'r', @LockMode = 'Other', @LockOwner = 'Session';
SELECT @result AS result;
EXEC @result = sp_getapplock @Resource = 'r', @LockMode = 'Shared', @LockOwner = 'Nobody';
SELECT @result AS result;
EXEC @result = sp_getapplock @Resource = NULL, @LockMode = 'Shared', @LockOwner = 'Session';
EXEC @result = sp_getapplock @Resource = 'r', @LockMode = 'Shared', @LockOwner = 'Session', @LockTimeout = -2;
EXEC @result = sp_getapplock @Resource = 'r', @LockMode = 'Shared', @LockOwner = 'Session', @DbPrincipal = 'nobody';
EXEC @result = sp_getapplock @Resource = 'r', @LockMode = 'Shared';
SELECT @result AS result;
EXEC @result = sp_releaseapplock @Resource = 'r', @LockOwner = 'Session';
SELECT @result AS result;
GO
EXEC sp_getapplock @Resource = 'r';
GO
SELECT APPLOCK_MODE('public', 'r', 'Transaction');
SELECT APPLOCK_MODE('public', 'r', 'Nobody');
SELECT APPLOCK_TEST('public', 'r', 'Other', 'Session');
SELECT APPLOCK_TEST('public', NULL, 'Shared', 'Session');
GO
