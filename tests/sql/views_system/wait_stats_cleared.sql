-- docs/t-sql/database-console-commands/dbcc-sqlperf-transact-sql.md, example B: the wait statistics of the instance begin anew; those
-- of sessions are not named there. The name may stand in quotes of either kind; WITH NO_INFOMSGS.
CREATE DATABASE V;
GO
USE V;
CREATE TABLE dbo.t(a int);
GO
SET NOCOUNT ON;
INSERT INTO dbo.t(a) VALUES (1);
GO
DBCC SQLPERF("sys.dm_os_wait_stats",CLEAR);
GO
SELECT waiting_tasks_count, wait_time_ms, max_wait_time_ms, signal_wait_time_ms FROM sys.dm_os_wait_stats WHERE wait_type = 'WRITELOG';
SELECT COUNT(*) AS of_the_session FROM sys.dm_exec_session_wait_stats WHERE session_id = @@SPID AND wait_type = 'WRITELOG' AND waiting_tasks_count > 0;
INSERT INTO dbo.t(a) VALUES (2);
SELECT waiting_tasks_count FROM sys.dm_os_wait_stats WHERE wait_type = 'WRITELOG';
GO
DBCC SQLPERF('sys.dm_os_wait_stats', CLEAR) WITH NO_INFOMSGS;
GO
DBCC SQLPERF([sys.dm_os_wait_stats], clear) WITH NO_INFOMSGS;
GO
SELECT SUM(waiting_tasks_count) AS waits FROM sys.dm_os_wait_stats;
GO
-- docs/relational-databases/system-dynamic-management-views/sys-dm-os-latch-stats-transact-sql.md: the waits for page latches,
-- cleared apart from those by type.
DBCC SQLPERF("sys.dm_os_latch_stats", CLEAR);
GO
SELECT latch_class, waiting_requests_count, wait_time_ms, max_wait_time_ms FROM sys.dm_os_latch_stats;
GO
CHECKPOINT;
DBCC DROPCLEANBUFFERS WITH NO_INFOMSGS;
SELECT COUNT(*) AS rows FROM dbo.t;
SELECT CASE WHEN waiting_requests_count >= 1 THEN 'reads' END AS latches FROM sys.dm_os_latch_stats;
GO
DBCC SQLPERF(THREADS);
GO
DBCC SQLPERF(LOGSPACE) WITH TABLERESULTS;
GO
