-- docs/relational-databases/performance-monitor/sql-server-memory-manager-object.md, sql-server-general-statistics-object.md: gauges that agree with
-- sys.dm_os_sys_info and sys.dm_exec_query_resource_semaphores.
SELECT RTRIM(p.counter_name) AS counter, p.cntr_type,
       CASE RTRIM(p.counter_name) WHEN 'Target Server Memory (KB)' THEN IIF(p.cntr_value = i.committed_target_kb, 'equal', 'other')
            WHEN 'Total Server Memory (KB)' THEN IIF(p.cntr_value BETWEEN 1 AND i.committed_target_kb, 'within', 'other')
            WHEN 'Maximum Workspace Memory (KB)' THEN IIF(p.cntr_value BETWEEN s.target_memory_kb AND s.target_memory_kb + 1, 'equal', 'other')
            WHEN 'SQL Cache Memory (KB)' THEN IIF(p.cntr_value >= 0, 'known', 'none')
            WHEN 'Memory Grants Pending' THEN CAST(p.cntr_value AS varchar(20)) ELSE IIF(p.cntr_value > 0, 'some', 'none') END AS value
FROM sys.dm_os_performance_counters AS p CROSS JOIN sys.dm_os_sys_info AS i CROSS JOIN (SELECT SUM(target_memory_kb) AS target_memory_kb FROM sys.dm_exec_query_resource_semaphores) AS s
WHERE p.object_name = 'SQLServer:Memory Manager' AND p.counter_name NOT LIKE 'Granted%' AND p.counter_name NOT LIKE '%Outstanding%' ORDER BY p.counter_name;
SELECT RTRIM(counter_name) AS counter, cntr_value - (SELECT COUNT(*) FROM sys.dm_exec_sessions) AS beyond_sessions FROM sys.dm_os_performance_counters
WHERE object_name = 'SQLServer:General Statistics' AND counter_name LIKE '%Connections%' ORDER BY counter_name;
SELECT cntr_value AS blocked FROM sys.dm_os_performance_counters WHERE counter_name = 'Processes blocked';
GO
