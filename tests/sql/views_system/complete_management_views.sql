-- docs/relational-databases/system-dynamic-management-views/sys-dm-os-sys-info-transact-sql.md, sys-dm-exec-connections-transact-sql.md,
-- sys-dm-exec-cached-plans-transact-sql.md, sys-dm-exec-query-stats-transact-sql.md: the columns of the pages; NULL is what isn't measured.
SELECT CASE WHEN cpu_count = scheduler_count AND scheduler_total_count >= scheduler_count THEN 'equal' END AS schedulers, affinity_type_desc, softnuma_configuration_desc,
    sql_memory_model_desc, hyperthread_ratio, virtual_machine_type_desc, max_workers_count, socket_count, cores_per_socket, numa_node_count FROM sys.dm_os_sys_info;
SELECT net_transport, protocol_type, encrypt_option, auth_scheme, node_affinity, num_reads, net_packet_size, client_net_address, client_tcp_port, parent_connection_id
FROM sys.dm_exec_connections WHERE session_id = @@SPID AND net_transport = 'Shared memory';
SELECT TOP (0) * FROM sys.dm_exec_cached_plans;
SELECT DISTINCT total_dop - execution_count AS parallel, last_dop, min_dop, max_dop, total_clr_time, total_reserved_threads, total_columnstore_segment_reads, total_page_server_reads,
    total_grant_kb, query_hash, total_spills FROM sys.dm_exec_query_stats;
SELECT COUNT(*) AS columns FROM sys.all_columns WHERE object_id = OBJECT_ID('sys.dm_exec_query_stats');
GO
