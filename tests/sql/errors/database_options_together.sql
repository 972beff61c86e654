-- docs/t-sql/statements/alter-database-transact-sql-set-options.md, the table of categories: ALLOW_SNAPSHOT_ISOLATION and
-- READ_COMMITTED_SNAPSHOT can't be set beside another option, and the former has no termination.
-- docs/relational-databases/errors-events/database-engine-events-and-errors-5000-to-5999.md: 5082, 5083. 1064 (-1000-to-1999.md).
CREATE DATABASE D;
GO
ALTER DATABASE D SET ALLOW_SNAPSHOT_ISOLATION ON, RECOVERY SIMPLE;
GO
ALTER DATABASE D SET READ_COMMITTED_SNAPSHOT ON, RECURSIVE_TRIGGERS ON;
GO
ALTER DATABASE D SET ALLOW_SNAPSHOT_ISOLATION ON WITH ROLLBACK IMMEDIATE;
GO
ALTER DATABASE D SET READ_COMMITTED_SNAPSHOT ON WITH ROLLBACK IMMEDIATE;
ALTER DATABASE D SET ALLOW_SNAPSHOT_ISOLATION ON;
SELECT is_read_committed_snapshot_on, snapshot_isolation_state_desc, is_recursive_triggers_on FROM sys.databases WHERE name = 'D';
GO
ALTER DATABASE D ADD LOG FILE (NAME = l, FILENAME = 'l.ldf') TO FILEGROUP [PRIMARY];
GO
-- 5084: the error log has each option that was set.
CREATE TABLE #lines (LogDate DATETIME, ProcessInfo NVARCHAR(50), Text NVARCHAR(MAX));
INSERT #lines EXEC sp_readerrorlog 0, 1, N'Setting database option', N'''D''';
SELECT Text FROM #lines ORDER BY LogDate, Text;
