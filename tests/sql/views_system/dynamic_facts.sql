-- docs/relational-databases/system-dynamic-management-views/sys-dm-exec-requests-transact-sql.md: user_id, last_wait_type (of the last wait), prev_error (the last error
-- of the request), nest_level, granted_query_memory; sys-dm-exec-sessions-transact-sql.md and sys-dm-exec-connections-transact-sql.md: versions and traffic of a connection.
CREATE DATABASE V;
GO
USE V;
SET NOCOUNT ON;
GO
CREATE VIEW dbo.own AS SELECT user_id, nest_level, prev_error, granted_query_memory, last_wait_type FROM sys.dm_exec_requests WHERE session_id = @@SPID;
GO
CREATE PROCEDURE dbo.inner_level AS SELECT nest_level, prev_error FROM dbo.own;
GO
CREATE PROCEDURE dbo.outer_level AS EXEC dbo.inner_level; SELECT nest_level FROM dbo.own;
GO
SELECT user_id, USER_NAME(user_id) AS name, nest_level, prev_error, granted_query_memory FROM dbo.own;
EXEC dbo.outer_level;
SELECT nest_level FROM dbo.own;
GO
SELECT 1 / 0 AS failed;
SELECT prev_error FROM dbo.own;
GO
SELECT prev_error FROM dbo.own;
GO
-- A commit waits for the log.
CREATE TABLE dbo.t(a int);
INSERT dbo.t VALUES (1);
SELECT last_wait_type FROM dbo.own;
GO
-- A session of the library has no network, one of the server has read and written packets.
SELECT CASE WHEN c.net_transport = 'TCP' THEN IIF(c.num_reads >= 1 AND c.num_writes >= 1 AND c.last_read >= c.connect_time AND c.last_write IS NOT NULL, 'counted', 'not')
            ELSE IIF(c.num_reads IS NULL AND c.last_read IS NULL, 'counted', 'not') END AS packets,
       CASE WHEN c.net_transport = 'TCP' THEN IIF(CONVERT(varbinary(4), c.protocol_version) = 0x74000004 AND s.client_version = 7, 'known', 'not')
            ELSE IIF(c.protocol_version IS NULL AND s.client_version IS NULL, 'known', 'not') END AS version
FROM sys.dm_exec_connections AS c JOIN sys.dm_exec_sessions AS s ON s.session_id = c.session_id WHERE c.session_id = @@SPID;
GO
