-- docs/relational-databases/system-dynamic-management-views/sys-dm-os-schedulers-transact-sql.md, sys-dm-os-workers-transact-sql.md,
-- sys-dm-os-threads-transact-sql.md, sys-dm-os-nodes-transact-sql.md: a scheduler for each processor; the running request has a task, a worker
-- and a thread, which are joined by their addresses. A request belongs to the scheduler on which its thread runs or ran last.
SELECT CASE WHEN COUNT(*) = MAX(i.cpu_count) THEN 'all' END AS processors, MIN(scheduler_id) AS first_id, ISNULL(SUM(current_tasks_count), 1) AS tasks,
    ISNULL(SUM(active_workers_count), 1) AS active, ISNULL(SUM(runnable_tasks_count), 0) AS runnable, SUM(work_queue_count) AS queued
FROM sys.dm_os_schedulers AS s CROSS JOIN sys.dm_os_sys_info AS i WHERE s.status = 'VISIBLE ONLINE' AND s.is_online = 1 AND s.parent_node_id = 0;
SELECT COUNT(*) AS own FROM sys.dm_exec_requests AS r LEFT JOIN sys.dm_os_schedulers AS s ON s.scheduler_id = r.scheduler_id
WHERE r.session_id = @@SPID AND (s.current_tasks_count >= 1 OR r.scheduler_id IS NULL);
SELECT n.node_id, n.node_state_desc, CASE WHEN n.cpu_count = i.cpu_count AND n.online_scheduler_count = i.cpu_count THEN 'all' END AS processors
FROM sys.dm_os_nodes AS n CROSS JOIN sys.dm_os_sys_info AS i;
-- The example of the page of sys.dm_os_workers, for the own session. A running worker is not suspended.
SELECT CONVERT(varchar(10), t1.status) AS status, CONVERT(varchar(15), t1.command) AS command, CONVERT(varchar(10), t2.state) AS worker_state,
    w_suspended = CASE t2.wait_started_ms_ticks WHEN 0 THEN 0 ELSE t3.ms_ticks - t2.wait_started_ms_ticks END,
    w_runnable = CASE t2.wait_resumed_ms_ticks WHEN 0 THEN 0 ELSE t3.ms_ticks - t2.wait_resumed_ms_ticks END
FROM sys.dm_exec_requests AS t1
INNER JOIN sys.dm_os_workers AS t2 ON t2.task_address = t1.task_address
CROSS JOIN sys.dm_os_sys_info AS t3
WHERE t1.session_id = @@SPID;
SELECT COUNT(*) AS threads FROM sys.dm_os_tasks AS t JOIN sys.dm_os_workers AS w ON w.worker_address = t.worker_address
JOIN sys.dm_os_threads AS h ON h.thread_address = w.thread_address AND h.worker_address = w.worker_address
WHERE t.session_id = @@SPID AND h.started_by_sqlservr = 1;
GO
