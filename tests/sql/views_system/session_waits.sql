-- docs/relational-databases/system-dynamic-management-views/sys-dm-exec-session-wait-stats-transact-sql.md: the waits of each session, with
-- the columns of sys.dm_os_wait_stats; a session that ends takes its waits along.
CREATE DATABASE V;
GO
USE V;
CREATE TABLE dbo.t(a int);
GO
SELECT TOP (0) * FROM sys.dm_exec_session_wait_stats;
SELECT TOP (0) * FROM sys.dm_os_wait_stats;
GO
SET NOCOUNT ON;
DECLARE @before bigint, @i int = 1;
SELECT @before = waiting_tasks_count FROM sys.dm_exec_session_wait_stats WHERE session_id = @@SPID AND wait_type = N'WRITELOG';
WHILE @i <= 10
BEGIN
    INSERT INTO dbo.t(a) VALUES (@i);
    SET @i += 1;
END;
SELECT waiting_tasks_count - @before AS waits_of_full_commits
FROM sys.dm_exec_session_wait_stats WHERE session_id = @@SPID AND wait_type = N'WRITELOG';
GO
-- @session other
SET NOCOUNT ON;
SELECT COUNT(*) AS waits_of_a_session_that_did_nothing FROM sys.dm_exec_session_wait_stats WHERE session_id = @@SPID;
EXEC sys.sp_flush_log;
SELECT COUNT(*) AS nor_when_there_is_nothing_to_flush FROM sys.dm_exec_session_wait_stats WHERE session_id = @@SPID;
INSERT INTO V.dbo.t(a) VALUES (11);
SELECT wait_type, waiting_tasks_count,
       CASE WHEN signal_wait_time_ms <= wait_time_ms AND max_wait_time_ms <= wait_time_ms THEN 'yes' ELSE 'no' END AS is_consistent
FROM sys.dm_exec_session_wait_stats WHERE session_id = @@SPID;
GO
-- The waits of the one are not the other's.
SELECT COUNT(DISTINCT session_id) AS sessions FROM sys.dm_exec_session_wait_stats WHERE wait_type = N'WRITELOG';
SELECT COUNT(*) AS session_that_is_not_there FROM sys.dm_exec_session_wait_stats WHERE session_id = 32000;
GO
