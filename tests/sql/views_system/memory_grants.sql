-- docs/relational-databases/system-dynamic-management-views/sys-dm-exec-query-memory-grants-transact-sql.md and
-- sys-dm-exec-query-resource-semaphores-transact-sql.md: a request whose statement sorts has a grant, and a request without a sort has none. A
-- request with a grant waits for nothing. The page's search for waiting requests: grant_time is NULL.
SELECT COUNT(*) AS waiting FROM sys.dm_exec_query_memory_grants WHERE grant_time IS NULL;
SELECT g.request_id, g.dop, CASE WHEN g.grant_time <= GETDATE() THEN 'granted' END AS granted, g.queue_id, g.wait_time_ms, g.group_id, g.pool_id
FROM sys.dm_exec_query_memory_grants AS g WHERE g.session_id = @@SPID ORDER BY g.grant_time, g.request_id DESC;
SELECT resource_semaphore_id, waiter_count, pool_id FROM sys.dm_exec_query_resource_semaphores;
GO
