-- docs/t-sql/statements/create-event-session-transact-sql.md; the messages: docs/relational-databases/errors-events/database-engine-events-and-errors-23000-to-25999.md.
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.no_event;
GO
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.error_reported (ACTION (sqlserver.no_action));
GO
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.error_reported (SET no_attribute = 1);
GO
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.error_reported (WHERE no_field = 1);
GO
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.error_reported (WHERE severity = N'high');
GO
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.error_reported (WHERE package0.no_compare(severity, 1));
GO
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.error_reported (WHERE package0.greater_than_uint64(message, N'x'));
GO
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.error_reported, ADD EVENT error_reported;
GO
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.error_reported (ACTION (sqlserver.session_id, sqlserver.session_id));
GO
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.error_reported ADD TARGET package0.no_target;
GO
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.error_reported ADD TARGET package0.pair_matching;
GO
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.error_reported ADD TARGET package0.histogram;
GO
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.error_reported ADD TARGET package0.histogram (SET source = N'nothing');
GO
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.error_reported ADD TARGET package0.ring_buffer (SET no_parameter = 1);
GO
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.error_reported ADD TARGET package0.ring_buffer (SET max_memory = N'much');
GO
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.error_reported ADD TARGET package0.ring_buffer (SET max_memory = 1, max_memory = 2);
GO
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.error_reported WITH (MAX_MEMORY = 1 KB);
GO
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.error_reported WITH (MAX_MEMORY = 4 MB, MAX_EVENT_SIZE = 64 KB);
GO
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.error_reported WITH (MAX_MEMORY = 4 MB, MAX_MEMORY = 5 MB);
GO
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.error_reported WITH (MAX_MEMORY = 5000000 MB);
GO
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.error_reported WITH (EVENT_RETENTION_MODE = SOME_EVENT_LOSS);
GO
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.error_reported WITH (EVENT_RETENTION_MODE = NO_EVENT_LOSS);
GO
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.error_reported WITH (MEMORY_PARTITION_MODE = PER_CPU);
GO
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.error_reported WITH (TRACK_CAUSALITY = ON);
GO
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.error_reported WITH (MAX_DURATION = 5 MINUTES);
GO
CREATE EVENT SESSION s ON DATABASE ADD EVENT sqlserver.error_reported;
GO
CREATE EVENT SESSION s ON SERVER;
GO
ALTER EVENT SESSION system_health ON SERVER ADD EVENT sqlserver.sql_batch_completed, DROP TARGET package0.ring_buffer;
GO
ALTER EVENT SESSION s ON SERVER STATE = START;
GO
DROP EVENT SESSION s ON SERVER;
GO
BEGIN TRAN;
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.error_reported;
ROLLBACK;
GO
CREATE EVENT SESSION system_health ON SERVER ADD EVENT sqlserver.error_reported;
GO
ALTER EVENT SESSION system_health ON SERVER STATE = START;
GO
ALTER EVENT SESSION system_health ON SERVER DROP TARGET package0.histogram;
GO
SELECT name, startup_state FROM sys.server_event_sessions;
SELECT name FROM sys.dm_xe_sessions;
