-- docs/relational-databases/system-dynamic-management-views/sys-dm-exec-query-stats-transact-sql.md: query_hash and query_plan_hash "identify queries
-- with similar logic", which differ in their literal values only; sys-dm-exec-requests-transact-sql.md has both.
CREATE DATABASE hashes;
GO
USE hashes;
CREATE TABLE dbo.t(id int NOT NULL PRIMARY KEY, v int NULL);
GO
SELECT v FROM dbo.t WHERE id = 1 /* seen */;
GO
select  v from dbo.t where id=22 -- seen
GO
SELECT id FROM dbo.t WHERE v = 3 /* seen */;
GO
SELECT COUNT(*) AS statements, COUNT(DISTINCT q.query_hash) AS hashes, COUNT(DISTINCT q.query_plan_hash) AS plans, MIN(DATALENGTH(q.query_hash)) AS bytes
FROM sys.dm_exec_query_stats AS q CROSS APPLY sys.dm_exec_sql_text(q.sql_handle) AS t WHERE t.text LIKE '%seen%' AND t.text NOT LIKE '%dm_exec%';
SELECT IIF(r.query_hash IS NULL, 'none', 'hash') AS own FROM sys.dm_exec_requests AS r WHERE r.session_id = @@SPID;
GO
