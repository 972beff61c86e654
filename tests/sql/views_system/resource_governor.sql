-- docs/relational-databases/resource-governor/resource-governor.md: the predefined pools and groups internal and default. Their settings:
-- docs/relational-databases/system-catalog-views/sys-resource-governor-resource-pools-transact-sql.md,
-- sys-resource-governor-workload-groups-transact-sql.md, docs/t-sql/statements/create-resource-pool-transact-sql.md and
-- create-workload-group-transact-sql.md (defaults). All sessions are in the group default.
SELECT pool_id, name, min_cpu_percent, max_cpu_percent, min_memory_percent, max_memory_percent, cap_cpu_percent FROM sys.resource_governor_resource_pools ORDER BY pool_id;
SELECT g.group_id, g.name, p.name AS pool, g.importance, g.request_max_memory_grant_percent, g.request_max_cpu_time_sec, g.request_memory_grant_timeout_sec, g.max_dop, g.group_max_requests
FROM sys.resource_governor_workload_groups AS g JOIN sys.resource_governor_resource_pools AS p ON p.pool_id = g.pool_id ORDER BY g.group_id;
SELECT classifier_function_id, is_enabled FROM sys.resource_governor_configuration;
SELECT classifier_function_id, is_reconfiguration_pending FROM sys.dm_resource_governor_configuration;
SELECT g.name, g.active_request_count, g.queued_request_count, g.blocked_task_count, g.effective_max_dop, g.importance, p.name AS pool, p.max_cpu_percent
FROM sys.dm_exec_sessions AS s JOIN sys.dm_resource_governor_workload_groups AS g ON g.group_id = s.group_id
JOIN sys.dm_resource_governor_resource_pools AS p ON p.pool_id = g.pool_id WHERE s.session_id = @@SPID;
SELECT CASE WHEN p.statistics_start_time BETWEEN DATEADD(second, -2, i.sqlserver_start_time) AND DATEADD(second, 2, i.sqlserver_start_time) THEN 'start' END AS since, p.total_memgrant_count
FROM sys.dm_resource_governor_resource_pools AS p CROSS JOIN sys.dm_os_sys_info AS i WHERE p.name = 'internal';
GO
