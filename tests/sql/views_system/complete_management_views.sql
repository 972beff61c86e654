-- docs/relational-databases/system-dynamic-management-views/sys-dm-os-sys-info-transact-sql.md, sys-dm-exec-connections-transact-sql.md,
-- sys-dm-exec-cached-plans-transact-sql.md, sys-dm-exec-query-stats-transact-sql.md: the columns of the pages; NULL is what isn't measured.
SELECT CASE WHEN cpu_count = scheduler_count AND scheduler_total_count >= scheduler_count THEN 'equal' END AS schedulers, affinity_type_desc, softnuma_configuration_desc,
    sql_memory_model_desc, CASE WHEN hyperthread_ratio >= cores_per_socket AND hyperthread_ratio * socket_count >= cpu_count THEN 'cover' END AS processors,
    CASE WHEN ISNULL(virtual_machine_type_desc, 'NONE') = IIF(virtual_machine_type = 1, 'HYPERVISOR', 'NONE') THEN 'agrees' END AS machine, max_workers_count,
    CASE WHEN numa_node_count >= 1 THEN 'some' END AS nodes FROM sys.dm_os_sys_info;
-- A connection of the library has no network; one of the server is TCP.
SELECT protocol_type, node_affinity, parent_connection_id,
    CASE WHEN net_transport = 'Shared memory' AND client_net_address = '<local machine>' AND net_packet_size IS NULL AND client_tcp_port IS NULL THEN 'local'
        WHEN net_transport = 'TCP' AND client_net_address LIKE '127.%' THEN 'local' END AS client
FROM sys.dm_exec_connections WHERE session_id = @@SPID;
SELECT TOP (0) * FROM sys.dm_exec_cached_plans;
SELECT DISTINCT total_dop - execution_count AS parallel, last_dop, min_dop, max_dop, total_clr_time, total_reserved_threads, total_columnstore_segment_reads, total_page_server_reads,
    total_grant_kb, DATALENGTH(query_hash) AS query_hash, total_spills FROM sys.dm_exec_query_stats;
SELECT COUNT(*) AS columns FROM sys.all_columns WHERE object_id = OBJECT_ID('sys.dm_exec_query_stats');
GO
-- sys-dm-exec-valid-use-hints-transact-sql.md: the names that USE HINT accepts.
SELECT name FROM sys.dm_exec_valid_use_hints ORDER BY name;
SELECT name FROM sys.types WHERE is_nullable = 0;
GO
-- sys-dm-tran-commit-table.md, sys-dm-cdc-log-scan-sessions.md, sys-dm-db-tuning-recommendations-transact-sql.md: views of features that the engine lacks are empty.
SELECT commit_ts FROM sys.dm_tran_commit_table;
SELECT session_id, latency FROM sys.dm_cdc_log_scan_sessions;
SELECT name, reason, score FROM sys.dm_db_tuning_recommendations;
GO
