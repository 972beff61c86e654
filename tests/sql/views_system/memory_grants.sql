-- docs/relational-databases/system-dynamic-management-views/sys-dm-exec-query-memory-grants-transact-sql.md and
-- sys-dm-exec-query-resource-semaphores-transact-sql.md: a request whose statement sorts has a grant, and a request without a sort has none. A
-- request with a grant waits for nothing. The page's search for waiting requests: grant_time is NULL.
SELECT COUNT(*) AS waiting FROM sys.dm_exec_query_memory_grants WHERE grant_time IS NULL;
SELECT g.request_id, g.dop, CASE WHEN g.grant_time <= GETDATE() THEN 'granted' END AS granted, g.queue_id, g.wait_time_ms, g.group_id, g.pool_id
FROM sys.dm_exec_query_memory_grants AS g WHERE g.session_id = @@SPID ORDER BY g.grant_time, g.request_id DESC;
-- resource_semaphore_id: "0 for the regular resource semaphore and 1 for the small-query resource semaphore". For the latter,
-- max_target_memory_kb and timeout_error_count are NULL.
SELECT resource_semaphore_id, waiter_count, pool_id FROM sys.dm_exec_query_resource_semaphores;
SELECT COUNT(max_target_memory_kb) AS targets, COUNT(timeout_error_count) AS timeouts FROM sys.dm_exec_query_resource_semaphores;
-- The granted memory has been taken from the memory available for new grants.
SELECT CASE WHEN total_memory_kb = available_memory_kb + granted_memory_kb THEN 'sums up' END AS memory
FROM sys.dm_exec_query_resource_semaphores;
GO
-- requested_memory_kb: "Total requested amount of memory". The grant follows the estimated rows and their width: 20,000 rows of 1,000 bytes.
CREATE TABLE dbo.wide(id INT NOT NULL PRIMARY KEY, v CHAR(1000) NOT NULL);
INSERT dbo.wide SELECT value, REVERSE(value) FROM GENERATE_SERIES(1, 20000);
SELECT CASE WHEN MAX(g.requested_memory_kb) BETWEEN 20000 AND 40000 THEN 'of the rows' END AS requested,
    CASE WHEN MAX(g.granted_memory_kb) = MAX(g.requested_memory_kb) THEN 'all' END AS granted, MAX(w.n) AS rows_sorted
FROM (SELECT ROW_NUMBER() OVER (ORDER BY v, id DESC) AS n FROM dbo.wide) AS w
CROSS JOIN sys.dm_exec_query_memory_grants AS g WHERE g.session_id = @@SPID;
GO
