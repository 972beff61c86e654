-- docs/relational-databases/system-dynamic-management-views/sys-dm-exec-sessions-transact-sql.md, sys-dm-exec-requests-transact-sql.md,
-- sys-dm-exec-input-buffer-transact-sql.md, sys-dm-os-sys-info-transact-sql.md: who is connected; isolation levels by number; request 0 is what runs.
-- @session one
SELECT status, is_user_process, transaction_isolation_level, DB_NAME(database_id) AS db FROM sys.dm_exec_sessions WHERE session_id = @@SPID;
SET TRANSACTION ISOLATION LEVEL SERIALIZABLE;
SELECT transaction_isolation_level FROM sys.dm_exec_sessions WHERE session_id = @@SPID;
SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED;
SELECT transaction_isolation_level FROM sys.dm_exec_requests WHERE session_id = @@SPID;
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
SELECT transaction_isolation_level FROM sys.dm_exec_sessions WHERE session_id = @@SPID;
SET TRANSACTION ISOLATION LEVEL SNAPSHOT;
SELECT transaction_isolation_level FROM sys.dm_exec_sessions WHERE session_id = @@SPID;
SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
USE tempdb;
SELECT DB_NAME(database_id) AS db FROM sys.dm_exec_sessions WHERE session_id = @@SPID;
GO
-- @session two
SELECT status, COUNT(*) AS sessions FROM sys.dm_exec_sessions WHERE database_id IN (1, 2) GROUP BY status ORDER BY status;
SELECT r.request_id, r.status, CASE WHEN r.session_id = @@SPID THEN 'it' ELSE 'another' END AS who,
       CASE WHEN r.total_elapsed_time BETWEEN 0 AND 60000 THEN 'yes' ELSE 'no' END AS elapsed FROM sys.dm_exec_requests AS r;
SELECT COUNT(*) AS not_in_time FROM sys.dm_exec_sessions WHERE login_time > last_request_start_time OR DATEDIFF(HOUR, login_time, GETDATE()) <> 0;
SELECT COUNT(*) AS ended_before_they_began FROM sys.dm_exec_sessions WHERE status = N'sleeping' AND last_request_end_time < last_request_start_time;
SELECT event_type, parameters, LEFT(event_info, 20) AS begins FROM sys.dm_exec_input_buffer(@@SPID, NULL);
SELECT COUNT(*) AS nothing FROM sys.dm_exec_input_buffer(32000, NULL);
SELECT COUNT(*) AS no_such_request FROM sys.dm_exec_input_buffer(@@SPID, 7);
SELECT s.status, LEFT(b.event_info, 6) AS begins FROM sys.dm_exec_sessions AS s CROSS APPLY sys.dm_exec_input_buffer(s.session_id, NULL) AS b
WHERE s.database_id = 2;
SELECT CASE WHEN sqlserver_start_time <= GETDATE() AND committed_kb BETWEEN 1 AND committed_target_kb THEN 'yes' ELSE 'no' END AS plausible FROM sys.dm_os_sys_info;
GO
-- docs/relational-databases/performance-monitor/sql-server-databases-object.md. A closed database has no counters.
DECLARE @opened int;
SELECT @opened = COUNT(*) FROM model.sys.schemas;
SELECT @opened = COUNT(*) FROM msdb.sys.schemas;
SELECT RTRIM(counter_name) AS counter, COUNT(*) - (SELECT COUNT(*) FROM sys.databases) AS beside_the_databases
FROM sys.dm_os_performance_counters WHERE object_name LIKE N'%:Databases%' AND counter_name IN (N'Data File(s) Size (KB)', N'Log File(s) Size (KB)', N'Log File(s) Used Size (KB)', N'Percent Log Used', N'Active Transactions')
GROUP BY counter_name ORDER BY counter_name;
SELECT CASE WHEN c.cntr_value = f.size * 8 THEN 'yes' ELSE 'no' END AS as_in_master_files
FROM sys.dm_os_performance_counters AS c JOIN sys.master_files AS f ON f.database_id = DB_ID(RTRIM(c.instance_name)) AND f.file_id = 1
WHERE c.counter_name = N'Data File(s) Size (KB)' AND c.instance_name = N'master';
CREATE DATABASE A;
GO
USE A;
CREATE TABLE dbo.t (a int);
BEGIN TRANSACTION;
INSERT INTO dbo.t VALUES (1);
SELECT cntr_value AS active FROM sys.dm_os_performance_counters WHERE counter_name = N'Active Transactions' AND instance_name = N'A';
COMMIT;
SELECT cntr_value AS active FROM sys.dm_os_performance_counters WHERE counter_name = N'Active Transactions' AND instance_name = N'A';
GO
