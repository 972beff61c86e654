-- docs/t-sql/functions/lock-timeout-transact-sql.md: -1 until SET LOCK_TIMEOUT has been run in the session; then what it set.
SELECT @@LOCK_TIMEOUT AS [Lock Timeout];
SET LOCK_TIMEOUT 1800;
SELECT @@LOCK_TIMEOUT AS [Lock Timeout];
GO
SELECT @@LOCK_TIMEOUT AS [Lock Timeout];
SET LOCK_TIMEOUT 0;
SELECT @@LOCK_TIMEOUT AS [Lock Timeout];
SET LOCK_TIMEOUT -1;
SELECT @@LOCK_TIMEOUT AS [Lock Timeout];
GO
-- docs/t-sql/statements/set-deadlock-priority-transact-sql.md: a word, or a number from -10 to 10.
SET DEADLOCK_PRIORITY LOW;
SET DEADLOCK_PRIORITY NORMAL;
SET DEADLOCK_PRIORITY HIGH;
SET DEADLOCK_PRIORITY -10;
SET DEADLOCK_PRIORITY 10;
PRINT 'set';
GO
-- Its example; a variable may also be a number.
DECLARE @deadlock_var NCHAR(3);
SET @deadlock_var = N'LOW';
SET DEADLOCK_PRIORITY @deadlock_var;
DECLARE @deadlock_intvar INT = -10;
SET DEADLOCK_PRIORITY @deadlock_intvar;
DECLARE @padded CHAR(10) = 'high';
SET DEADLOCK_PRIORITY @padded;
PRINT 'set';
GO
SET DEADLOCK_PRIORITY @undeclared;
GO
-- Only these values are allowed.
DECLARE @wrong INT = 11;
SET DEADLOCK_PRIORITY @wrong;
GO
DECLARE @wrong VARCHAR(10) = 'LOWER';
SET DEADLOCK_PRIORITY @wrong;
GO
