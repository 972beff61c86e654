-- SET TRANSACTION ISOLATION LEVEL SNAPSHOT (docs/t-sql/statements/set-transaction-isolation-level-transact-sql.md): ALLOW_SNAPSHOT_ISOLATION must
-- be ON before a transaction that uses it; a transaction that began at another level cannot go over to it and is rolled back, one that
-- began with it may go to another level and come back. docs/relational-databases/errors-events/database-engine-events-and-errors.md has
-- the texts of 3951 and 3952. Temporary tables of the session's own and system views need no option. What two sessions see of each
-- other is tested with threads.
SET NOCOUNT ON;
CREATE DATABASE Snap;
GO
USE Snap;
CREATE TABLE dbo.T(a INT NOT NULL, b INT NOT NULL);
INSERT dbo.T VALUES (1, 10), (2, 20);
SET TRANSACTION ISOLATION LEVEL SNAPSHOT;
PRINT 'nothing has been read yet';
SELECT name FROM sys.databases WHERE name = 'Snap';
CREATE TABLE #own(a INT NOT NULL);
INSERT #own VALUES (7);
SELECT a AS own FROM #own;
GO
BEGIN TRAN;
INSERT dbo.T VALUES (3, 30);
GO
SELECT @@TRANCOUNT AS trancount;
SELECT COUNT(*) AS never FROM dbo.T;
GO
CREATE TABLE ##all(a INT NOT NULL);
GO
SELECT a FROM ##all;
GO
ALTER DATABASE Snap SET ALLOW_SNAPSHOT_ISOLATION ON;
SELECT snapshot_isolation_state, snapshot_isolation_state_desc, is_read_committed_snapshot_on FROM sys.databases WHERE name = 'Snap';
BEGIN TRAN;
UPDATE dbo.T SET b = b + 1;
DELETE dbo.T WHERE a = 2;
INSERT dbo.T VALUES (3, 30);
UPDATE dbo.T SET b = b * 2 WHERE a = 3;
SELECT a, b FROM dbo.T;
SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
SELECT COUNT(*) AS committed FROM dbo.T;
SET TRANSACTION ISOLATION LEVEL SNAPSHOT;
SELECT COUNT(*) AS again FROM dbo.T;
SAVE TRAN before;
DELETE dbo.T;
SELECT COUNT(*) AS none FROM dbo.T;
ROLLBACK TRAN before;
SELECT a, b FROM dbo.T;
COMMIT;
SELECT a, b FROM dbo.T;
GO
SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
BEGIN TRAN;
INSERT dbo.T VALUES (4, 40);
SET TRANSACTION ISOLATION LEVEL SNAPSHOT;
SELECT a FROM dbo.T;
GO
SELECT @@TRANCOUNT AS trancount;
SELECT a FROM dbo.T;
GO
SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
DROP TABLE ##all;
