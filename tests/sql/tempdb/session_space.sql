-- docs/relational-databases/system-dynamic-management-views/sys-dm-db-session-space-usage-transact-sql.md and
-- sys-dm-db-task-space-usage-transact-sql.md: pages that a request allocates belong to its task, and to the session once the request is over.
-- Temporary tables are user objects; work files are internal ones.
SET NOCOUNT ON;
CREATE TABLE #t (a int NOT NULL, b char(4000) NOT NULL);
INSERT #t SELECT value, 'x' FROM GENERATE_SERIES(1, 64);
SELECT CASE WHEN user_objects_alloc_page_count BETWEEN 32 AND 64 THEN 'allocated' END AS task, internal_objects_alloc_page_count AS internal
FROM sys.dm_db_task_space_usage WHERE session_id = @@SPID AND request_id = 0 AND database_id = 2;
SELECT user_objects_alloc_page_count AS pages, user_objects_dealloc_page_count AS freed FROM sys.dm_db_session_space_usage WHERE session_id = @@SPID;
GO
SELECT CASE WHEN user_objects_alloc_page_count BETWEEN 32 AND 64 THEN 'allocated' END AS session, user_objects_dealloc_page_count AS freed FROM sys.dm_db_session_space_usage WHERE session_id = @@SPID;
SELECT user_objects_alloc_page_count AS task FROM sys.dm_db_task_space_usage WHERE session_id = @@SPID;
DROP TABLE #t;
GO
SELECT CASE WHEN user_objects_dealloc_page_count = user_objects_alloc_page_count THEN 'all freed' END AS session FROM sys.dm_db_session_space_usage WHERE session_id = @@SPID;
GO
