-- docs/relational-databases/system-dynamic-management-views/sys-dm-exec-sessions-transact-sql.md, sys-dm-exec-requests-transact-sql.md, sys-dm-os-tasks-transact-sql.md:
-- what a session has used and its settings; a task of each running request; a cached plan's database and object.
CREATE DATABASE G;
GO
USE G;
SET NOCOUNT ON;
CREATE TABLE dbo.t (a int NOT NULL PRIMARY KEY, b char(4000) NOT NULL);
INSERT dbo.t SELECT value, 'x' FROM GENERATE_SERIES(1, 400);
-- Clean pages, so that each change of one counts.
CHECKPOINT;
GO
DECLARE @before bigint, @written bigint, @used int, @rows int;
SELECT @before = logical_reads, @written = writes, @used = cpu_time FROM sys.dm_exec_sessions WHERE session_id = @@SPID;
SELECT @rows = COUNT(*) FROM dbo.t WHERE b = 'x';
UPDATE dbo.t SET b = 'y';
WHILE @rows < 300000 SET @rows += 1;
SELECT CASE WHEN logical_reads - @before >= 400 THEN 'yes' ELSE 'no' END AS pages_read, CASE WHEN writes - @written >= 200 THEN 'yes' ELSE 'no' END AS written,
       CASE WHEN cpu_time > @used THEN 'yes' ELSE 'no' END AS computed
FROM sys.dm_exec_sessions WHERE session_id = @@SPID;
SELECT CASE WHEN logical_reads >= 400 AND writes >= 200 THEN 'yes' ELSE 'no' END AS pages, CASE WHEN cpu_time > 0 THEN 'yes' ELSE 'no' END AS computed, dop
FROM sys.dm_exec_requests WHERE session_id = @@SPID;
GO
SELECT CASE WHEN logical_reads < 400 THEN 'yes' ELSE 'no' END AS counts_of_this_request FROM sys.dm_exec_requests WHERE session_id = @@SPID;
GO
SET LOCK_TIMEOUT 1500;
SET DEADLOCK_PRIORITY HIGH;
SELECT lock_timeout, deadlock_priority FROM sys.dm_exec_sessions WHERE session_id = @@SPID;
SET LOCK_TIMEOUT -1;
SET DEADLOCK_PRIORITY NORMAL;
SELECT lock_timeout, deadlock_priority, group_id, page_server_reads FROM sys.dm_exec_sessions WHERE session_id = @@SPID;
SELECT a FROM dbo.t WHERE a <= 3;
GO
SELECT row_count, prev_error FROM sys.dm_exec_sessions WHERE session_id = @@SPID;
GO
SELECT 1 / 0 AS fails;
GO
SELECT row_count, prev_error FROM sys.dm_exec_sessions WHERE session_id = @@SPID;
GO
SELECT t.task_state, t.exec_context_id, t.request_id FROM sys.dm_os_tasks AS t JOIN sys.dm_exec_requests AS r ON r.task_address = t.task_address WHERE t.session_id = @@SPID;
GO
CREATE PROCEDURE dbo.p AS SELECT COUNT(*) AS rows FROM dbo.t;
GO
EXEC dbo.p;
SELECT DISTINCT DB_NAME(q.dbid) AS db, OBJECT_NAME(q.objectid) AS object, q.encrypted, CASE WHEN q.query_plan IS NULL THEN 'none' END AS [plan], CASE WHEN x.query_plan IS NULL THEN 'none' END AS text
FROM sys.dm_exec_procedure_stats AS p CROSS APPLY sys.dm_exec_query_plan(p.plan_handle) AS q CROSS APPLY sys.dm_exec_text_query_plan(p.plan_handle, 0, -1) AS x
WHERE p.object_id = OBJECT_ID('dbo.p') AND p.database_id = DB_ID();
SELECT COUNT(*) AS not_cached FROM sys.dm_exec_query_plan(0x01);
GO
