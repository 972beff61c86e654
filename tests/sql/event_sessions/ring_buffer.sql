-- docs/t-sql/statements/create-event-session-transact-sql.md, alter-event-session-transact-sql.md, drop-event-session-transact-sql.md;
-- docs/relational-databases/extended-events/targets-for-extended-events-in-sql-server.md (the XML of the ring buffer).
CREATE EVENT SESSION errors ON SERVER
    ADD EVENT sqlserver.error_reported (ACTION (sqlserver.session_id, sqlserver.database_name, sqlserver.sql_text) WHERE [severity] >= (11) AND error_number <> 229),
    ADD EVENT sqlserver.sql_batch_completed (WHERE sqlserver.like_i_sql_unicode_string(batch_text, N'%MARKED%'))
    ADD TARGET package0.ring_buffer (SET max_events_limit = (3))
    WITH (MAX_MEMORY = 1024 KB, MAX_DISPATCH_LATENCY = 3 SECONDS);
GO
SELECT name FROM sys.dm_xe_sessions WHERE name = N'errors';
ALTER EVENT SESSION errors ON SERVER STATE = START;
SELECT name FROM sys.dm_xe_sessions WHERE name = N'errors';
GO
SELECT 1 / 0 AS failed;
GO
-- An error that is caught is intercepted.
BEGIN TRY RAISERROR(N'a < b', 12, 3); END TRY BEGIN CATCH PRINT 'caught'; END CATCH;
PRINT 'not an error';
GO
SELECT 'marked' AS marked;
GO
SELECT e.value('@name', 'sysname') AS name, e.value('@package', 'sysname') AS package,
    e.value('(data[@name="error_number"]/value)[1]', 'int') AS error_number,
    e.value('(data[@name="severity"]/value)[1]', 'int') AS severity,
    e.value('(data[@name="state"]/value)[1]', 'int') AS state,
    e.value('(data[@name="user_defined"]/value)[1]', 'varchar(5)') AS user_defined,
    e.value('(data[@name="is_intercepted"]/value)[1]', 'varchar(5)') AS is_intercepted,
    e.value('(data[@name="message"]/value)[1]', 'nvarchar(40)') AS message,
    e.value('(data[@name="result"]/text)[1]', 'nvarchar(10)') AS result,
    COALESCE(e.value('(data[@name="batch_text"]/value)[1]', 'nvarchar(22)'), e.value('(action[@name="sql_text"]/value)[1]', 'nvarchar(22)')) AS text,
    e.value('(action[@name="database_name"]/value)[1]', 'sysname') AS database_name,
    CASE WHEN e.value('(action[@name="session_id"]/value)[1]', 'int') = @@SPID THEN 1 ELSE 0 END AS own_session
FROM sys.dm_xe_sessions AS s JOIN sys.dm_xe_session_targets AS t ON t.event_session_address = s.address
CROSS APPLY (SELECT CAST(t.target_data AS xml)) AS d (x) CROSS APPLY d.x.nodes('//RingBufferTarget/event') AS n (e)
WHERE s.name = N'errors' AND t.target_name = N'ring_buffer';
GO
-- The oldest event goes if there are more than three.
SELECT CAST('x' AS int) AS failed;
GO
SELECT d.x.value('(/RingBufferTarget/@totalEventsProcessed)[1]', 'int') AS processed, d.x.value('(/RingBufferTarget/@eventCount)[1]', 'int') AS kept,
    d.x.value('(/RingBufferTarget/@droppedCount)[1]', 'int') AS dropped, d.x.value('(/RingBufferTarget/@truncated)[1]', 'int') AS truncated,
    d.x.value('(//data[@name="error_number"]/value)[1]', 'int') AS oldest, t.execution_count
FROM sys.dm_xe_sessions AS s JOIN sys.dm_xe_session_targets AS t ON t.event_session_address = s.address
CROSS APPLY (SELECT CAST(t.target_data AS xml)) AS d (x) WHERE s.name = N'errors';
GO
-- Definitions.
SELECT name, event_retention_mode, event_retention_mode_desc, max_dispatch_latency, max_memory, max_event_size, memory_partition_mode_desc, track_causality, startup_state
FROM sys.server_event_sessions ORDER BY event_session_id;
SELECT s.name, e.event_id, e.name, e.package, e.predicate FROM sys.server_event_session_events AS e JOIN sys.server_event_sessions AS s ON s.event_session_id = e.event_session_id ORDER BY s.event_session_id, e.event_id;
SELECT a.event_id, a.name, a.package FROM sys.server_event_session_actions AS a JOIN sys.server_event_sessions AS s ON s.event_session_id = a.event_session_id WHERE s.name = N'errors';
SELECT t.target_id, t.name, t.package, f.name, f.value FROM sys.server_event_session_targets AS t JOIN sys.server_event_sessions AS s ON s.event_session_id = t.event_session_id
JOIN sys.server_event_session_fields AS f ON f.event_session_id = t.event_session_id AND f.object_id = t.target_id WHERE s.name = N'errors';
-- The running session.
SELECT e.event_name, e.event_predicate, a.action_name FROM sys.dm_xe_sessions AS s JOIN sys.dm_xe_session_events AS e ON e.event_session_address = s.address
LEFT JOIN sys.dm_xe_session_event_actions AS a ON a.event_session_address = s.address AND a.event_name = e.event_name WHERE s.name = N'errors';
SELECT c.object_type, c.object_name, c.column_name, c.column_id, c.column_value FROM sys.dm_xe_sessions AS s JOIN sys.dm_xe_session_object_columns AS c ON c.event_session_address = s.address WHERE s.name = N'errors';
SELECT total_buffer_size, buffer_policy_desc, dropped_event_count FROM sys.dm_xe_sessions WHERE name = N'errors';
GO
-- A target that a change leaves alone goes on; an option can't change while the session runs.
ALTER EVENT SESSION errors ON SERVER ADD TARGET package0.event_counter;
ALTER EVENT SESSION errors ON SERVER DROP EVENT sqlserver.error_reported;
GO
SELECT 'marked' AS again;
GO
SELECT t.target_name, t.execution_count, CASE t.target_name WHEN N'event_counter' THEN t.target_data END AS target_data
FROM sys.dm_xe_sessions AS s JOIN sys.dm_xe_session_targets AS t ON t.event_session_address = s.address WHERE s.name = N'errors' ORDER BY t.target_name;
GO
ALTER EVENT SESSION errors ON SERVER WITH (MAX_MEMORY = 2 MB);
GO
ALTER EVENT SESSION errors ON SERVER WITH (STARTUP_STATE = ON);
ALTER EVENT SESSION errors ON SERVER STATE = STOP;
ALTER EVENT SESSION errors ON SERVER WITH (MAX_MEMORY = 2 MB);
SELECT max_memory, startup_state FROM sys.server_event_sessions WHERE name = N'errors';
SELECT COUNT(*) AS running FROM sys.dm_xe_sessions WHERE name = N'errors';
GO
ALTER EVENT SESSION errors ON SERVER STATE = STOP;
GO
DROP EVENT SESSION errors ON SERVER;
SELECT COUNT(*) AS defined FROM sys.server_event_sessions WHERE name = N'errors';
GO
-- The counts of a histogram.
CREATE EVENT SESSION counts ON SERVER ADD EVENT sqlserver.error_reported (WHERE user_defined = 1)
    ADD TARGET package0.histogram (SET filtering_event_name = N'sqlserver.error_reported', source = N'error_number', source_type = 0, slots = 5);
ALTER EVENT SESSION counts ON SERVER STATE = START;
GO
THROW 50001, 'one', 1;
GO
THROW 50002, 'two', 1;
GO
THROW 50001, 'one', 1;
GO
SELECT t.target_data FROM sys.dm_xe_sessions AS s JOIN sys.dm_xe_session_targets AS t ON t.event_session_address = s.address WHERE s.name = N'counts';
DROP EVENT SESSION counts ON SERVER;
GO
SELECT COUNT(*) AS running FROM sys.dm_xe_sessions WHERE name = N'counts';
