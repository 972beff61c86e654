-- docs/relational-databases/system-dynamic-management-views/sys-dm-exec-connections-transact-sql.md, sys-dm-exec-requests-transact-sql.md:
-- connection_id joins requests and connections; percent_complete is not nullable.
SELECT COUNT(*) AS joined, MAX(r.percent_complete) AS percent_complete, MAX(r.estimated_completion_time) AS estimated FROM sys.dm_exec_requests AS r
JOIN sys.dm_exec_connections AS c ON c.connection_id = r.connection_id AND c.session_id = r.session_id WHERE r.session_id = @@SPID;
GO
