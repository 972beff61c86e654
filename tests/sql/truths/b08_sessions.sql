-- docs/t-sql/statements/set-lock-timeout-transact-sql.md: 1222 leaves the transaction; docs/relational-databases/
-- sql-server-transaction-locking-and-row-versioning-guide.md: an update conflict (3960) terminates the snapshot transaction.
CREATE DATABASE E;
GO
ALTER DATABASE E SET ALLOW_SNAPSHOT_ISOLATION ON;
GO
USE E;
CREATE TABLE dbo.t (id int PRIMARY KEY, a int);
INSERT dbo.t VALUES (1, 1), (2, 2);
GO
-- @session other
USE E;
GO
SET TRANSACTION ISOLATION LEVEL SNAPSHOT;
SET LOCK_TIMEOUT 0;
BEGIN TRANSACTION;
SELECT a FROM dbo.t WHERE id = 1;
GO
-- @session
BEGIN TRANSACTION;
UPDATE dbo.t SET a = 10 WHERE id = 1;
GO
-- @session other
-- 1222, outside a TRY block and inside one; XACT_ABORT escalates it.
UPDATE dbo.t SET a = 11 WHERE id = 1;
PRINT CONCAT('1222 leaves ', @@TRANCOUNT);
BEGIN TRY
    UPDATE dbo.t SET a = 11 WHERE id = 1;
END TRY
BEGIN CATCH
    PRINT CONCAT('caught ', ERROR_NUMBER(), ', state ', XACT_STATE());
END CATCH;
GO
-- @session
COMMIT;
GO
-- @session other
BEGIN TRY
    UPDATE dbo.t SET a = 11 WHERE id = 1;
END TRY
BEGIN CATCH
    PRINT CONCAT('caught ', ERROR_NUMBER(), ', state ', XACT_STATE());
    ROLLBACK;
END CATCH;
BEGIN TRANSACTION;
SELECT a FROM dbo.t WHERE id = 2;
GO
-- @session
UPDATE dbo.t SET a = 20 WHERE id = 2;
BEGIN TRANSACTION;
UPDATE dbo.t SET a = 12 WHERE id = 1;
GO
-- @session other
UPDATE dbo.t SET a = 21 WHERE id = 2;
PRINT 'not reached';
GO
PRINT CONCAT('3960 leaves ', @@TRANCOUNT);
SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
SET XACT_ABORT ON;
BEGIN TRANSACTION;
UPDATE dbo.t SET a = 13 WHERE id = 1;
PRINT 'not reached';
GO
PRINT CONCAT('1222 leaves ', @@TRANCOUNT);
