-- sys.dm_db_file_space_usage, and the counters of what statements keep in tempdb
-- (docs/relational-databases/system-dynamic-management-views/sys-dm-db-file-space-usage-transact-sql.md,
-- docs/relational-databases/performance-monitor/sql-server-access-methods-object.md): a page is in an extent that is
-- allocated, or in one that is not; what is allocated is for row versions, for users' objects or for internal ones.
SET NOCOUNT ON;
SELECT DB_NAME(database_id) AS name, file_id, filegroup_id, total_page_count - allocated_extent_page_count - unallocated_extent_page_count AS neither,
       allocated_extent_page_count - version_store_reserved_page_count - user_object_reserved_page_count - internal_object_reserved_page_count AS nobodys,
       internal_object_reserved_page_count AS internal, mixed_extent_page_count AS mixed
FROM tempdb.sys.dm_db_file_space_usage;
GO
-- In a user's database there are no internal objects.
CREATE DATABASE G;
GO
USE G;
SELECT DB_NAME(database_id) AS name, version_store_reserved_page_count AS versions, internal_object_reserved_page_count AS internal FROM sys.dm_db_file_space_usage;
GO
-- A small sort is done in memory, and makes no worktable.
SELECT v FROM (VALUES (2), (1), (3)) AS x(v) ORDER BY v;
SELECT RTRIM(object_name) AS object_name, RTRIM(counter_name) AS counter_name, cntr_value FROM sys.dm_os_performance_counters
WHERE object_name = 'SQLServer:Access Methods' AND counter_name LIKE 'Work%' ORDER BY counter_name;
GO
