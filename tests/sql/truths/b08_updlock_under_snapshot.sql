-- docs/relational-databases/sql-server-transaction-locking-and-row-versioning-guide.md: a snapshot transaction sees the rows committed
-- before it began, and update conflicts are always detected; docs/t-sql/queries/hints-transact-sql-table.md: UPDLOCK and XLOCK lock what
-- is read until the transaction ends. 650: READPAST is for other isolation levels (recorded, sql-docs pull request 10287).
SET NOCOUNT ON;
CREATE DATABASE S;
GO
ALTER DATABASE S SET ALLOW_SNAPSHOT_ISOLATION ON;
GO
USE S;
CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, a int NOT NULL, INDEX i (a));
CREATE TABLE dbo.h (id int NOT NULL, a int NOT NULL);
INSERT dbo.t VALUES (1, 10), (2, 20), (3, 30);
INSERT dbo.h VALUES (1, 10), (2, 20), (3, 30);
GO
-- @session other
SET NOCOUNT ON;
USE S;
SET TRANSACTION ISOLATION LEVEL SNAPSHOT;
GO
BEGIN TRANSACTION;
SELECT COUNT(*) AS n FROM dbo.t;
GO
-- @session
UPDATE dbo.t SET a = 21 WHERE id = 2;
DELETE dbo.t WHERE id = 3;
INSERT dbo.t VALUES (4, 40);
INSERT dbo.h VALUES (4, 40);
GO
-- @session other
-- A row that nobody has changed is locked; one that came later is not seen.
SELECT a FROM dbo.t WITH (UPDLOCK) WHERE id = 1;
SELECT a FROM dbo.t WITH (UPDLOCK) WHERE id = 4;
SELECT id FROM dbo.t WITH (XLOCK, INDEX(i)) WHERE a = 40;
SELECT id FROM dbo.h WITH (UPDLOCK);
GO
-- @session
SET LOCK_TIMEOUT 0;
UPDATE dbo.t SET a = 11 WHERE id = 1;
UPDATE dbo.h SET a = 11 WHERE id = 1;
GO
-- @session other
-- So an update of it does not conflict.
UPDATE dbo.t SET a = 12 WHERE id = 1;
SELECT a FROM dbo.t WITH (UPDLOCK) WHERE id = 1;
SELECT a FROM dbo.t WITH (UPDLOCK, READPAST) WHERE id = 1;
COMMIT;
SELECT id, a FROM dbo.t;
GO
-- A row that another transaction has changed or deleted since is a conflict, by whatever way it is read.
BEGIN TRANSACTION;
SELECT COUNT(*) AS n FROM dbo.t;
GO
-- @session
UPDATE dbo.t SET a = 22 WHERE id = 2;
GO
-- @session other
SELECT a FROM dbo.t WITH (UPDLOCK) WHERE id = 2;
PRINT 'not reached';
GO
PRINT CONCAT('3960 leaves ', @@TRANCOUNT);
BEGIN TRANSACTION;
SELECT COUNT(*) AS n FROM dbo.t;
GO
-- @session
DELETE dbo.t WHERE id = 2;
GO
-- @session other
BEGIN TRY
    SELECT id FROM dbo.t WITH (XLOCK, INDEX(i)) WHERE a = 22;
END TRY
BEGIN CATCH
    PRINT CONCAT('caught ', ERROR_NUMBER(), ', state ', XACT_STATE());
    ROLLBACK;
END CATCH;
BEGIN TRANSACTION;
SELECT COUNT(*) AS n FROM dbo.h;
GO
-- @session
UPDATE dbo.h SET a = 31 WHERE id = 3;
GO
-- @session other
BEGIN TRY
    SELECT id, a FROM dbo.h WITH (UPDLOCK);
END TRY
BEGIN CATCH
    PRINT CONCAT('caught ', ERROR_NUMBER(), ', state ', XACT_STATE());
    ROLLBACK;
END CATCH;
