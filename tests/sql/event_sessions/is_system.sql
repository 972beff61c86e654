-- docs/t-sql/statements/create-event-session-transact-sql.md: predicate sources. `sqlserver.is_system` says whether the event is one of the engine's
-- own tasks (known behaviour; the templates of Management Studio filter by it).
CREATE EVENT SESSION own ON SERVER
ADD EVENT sqlserver.error_reported (WHERE ([sqlserver].[is_system] = (0) AND [package0].[greater_than_uint64]([sqlserver].[database_id], (0))))
ADD TARGET package0.event_counter;
CREATE EVENT SESSION engine ON SERVER ADD EVENT sqlserver.error_reported (WHERE (sqlserver.is_system = 1)) ADD TARGET package0.event_counter;
ALTER EVENT SESSION own ON SERVER STATE = START;
ALTER EVENT SESSION engine ON SERVER STATE = START;
GO
SELECT 1 / 0 AS failing;
GO
SELECT s.name, CAST(t.target_data AS xml).value('sum(/CounterTarget/Packages/Package/Event/@count)', 'int') AS events
FROM sys.dm_xe_sessions AS s JOIN sys.dm_xe_session_targets AS t ON t.event_session_address = s.address WHERE s.name IN (N'own', N'engine') ORDER BY s.name;
SELECT name, object_type, type_name FROM sys.dm_xe_objects WHERE name = N'is_system';
GO
CREATE EVENT SESSION wrong ON SERVER ADD EVENT sqlserver.error_reported (WHERE (package0.is_system = 1));
GO
DROP EVENT SESSION own ON SERVER;
DROP EVENT SESSION engine ON SERVER;
GO
