-- docs/t-sql/statements/backup-transact-sql.md: NUL discards what is sent to it, and the log is truncated as by any other log backup.
-- docs/relational-databases/backup-restore/recovery-models-sql-server.md and
-- docs/relational-databases/logs/the-transaction-log-sql-server.md: under FULL the log is truncated at checkpoints until a first full
-- backup; from then on it waits for a log backup. SIMPLE breaks the log chain.
-- docs/relational-databases/errors-events/database-engine-events-and-errors-3000-to-3999.md, -4000-to-4999.md: 3013, 3014, 3021, 3147, 4035, 4208,
-- 4212, 4214. The times are those of a clock that stands still.
SET NOCOUNT ON;
CREATE DATABASE B;
GO
USE B;
CREATE TABLE t (a INT NOT NULL, b CHAR(4000) NOT NULL);
GO
BACKUP LOG B TO DISK = 'NUL';
PRINT 'goes on';
GO
BACKUP DATABASE B TO DISK = N'nul' WITH INIT, COPY_ONLY;
BACKUP LOG B TO DISK = 'NUL';
GO
BACKUP DATABASE B TO DISK = 'NUL';
GO
INSERT INTO t VALUES (1, 'x');
BACKUP LOG B TO DISK = 'NUL', DISK = 'NUL';
GO
-- The log chain outlives a crash.
-- @crash
SET NOCOUNT ON;
USE B;
BEGIN TRAN;
INSERT INTO t VALUES (1, 'x');
BACKUP LOG B TO DISK = 'NUL';
ROLLBACK;
ALTER DATABASE B SET RECOVERY BULK_LOGGED;
BACKUP LOG B TO DISK = 'NUL';
ALTER DATABASE B SET RECOVERY SIMPLE;
BACKUP LOG B TO DISK = 'NUL';
ALTER DATABASE B SET RECOVERY FULL;
BACKUP LOG B TO DISK = 'NUL';
GO
BACKUP LOG master TO DISK = 'NUL';
BACKUP DATABASE tempdb TO DISK = 'NUL';
BACKUP DATABASE missing TO DISK = 'NUL';
