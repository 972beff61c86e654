-- ALTER DATABASE ... SET ALLOW_SNAPSHOT_ISOLATION and READ_COMMITTED_SNAPSHOT (docs/t-sql/statements/alter-database-transact-sql-set-options.md): the
-- first is ON in master and msdb; a new database has model's settings, tempdb has not; the second can't be turned ON for master, tempdb
-- or msdb (5058). docs/relational-databases/system-catalog-views/sys-databases-transact-sql.md has the numbers of the states. Settings
-- outlive a restart and a crash.
SET NOCOUNT ON;
SELECT name, snapshot_isolation_state AS state, snapshot_isolation_state_desc AS described, is_read_committed_snapshot_on AS committed
FROM sys.databases WHERE database_id <= 4 ORDER BY database_id;
CREATE DATABASE A;
ALTER DATABASE A SET ALLOW_SNAPSHOT_ISOLATION ON;
ALTER DATABASE A SET READ_COMMITTED_SNAPSHOT ON WITH NO_WAIT;
ALTER DATABASE model SET READ_COMMITTED_SNAPSHOT ON;
CREATE DATABASE B;
GO
ALTER DATABASE A SET ALLOW_SNAPSHOT_ISOLATION MAYBE;
GO
ALTER DATABASE master SET READ_COMMITTED_SNAPSHOT ON;
GO
ALTER DATABASE tempdb SET READ_COMMITTED_SNAPSHOT ON;
GO
ALTER DATABASE msdb SET READ_COMMITTED_SNAPSHOT ON;
GO
ALTER DATABASE tempdb SET ALLOW_SNAPSHOT_ISOLATION ON;
GO
BEGIN TRAN;
ALTER DATABASE A SET ALLOW_SNAPSHOT_ISOLATION OFF;
GO
ROLLBACK;
GO
-- @restart
SELECT name, snapshot_isolation_state_desc AS described, is_read_committed_snapshot_on AS committed FROM sys.databases ORDER BY database_id;
ALTER DATABASE A SET ALLOW_SNAPSHOT_ISOLATION OFF;
ALTER DATABASE A SET ALLOW_SNAPSHOT_ISOLATION OFF;
USE A;
ALTER DATABASE CURRENT SET READ_COMMITTED_SNAPSHOT OFF;
GO
CREATE TABLE dbo.T(a INT NOT NULL);
INSERT dbo.T VALUES (1);
SET TRANSACTION ISOLATION LEVEL SNAPSHOT;
SELECT a FROM dbo.T;
GO
-- @crash
SELECT name, snapshot_isolation_state_desc AS described, is_read_committed_snapshot_on AS committed FROM sys.databases
WHERE name IN ('A', 'B', 'model', 'tempdb') ORDER BY database_id;
