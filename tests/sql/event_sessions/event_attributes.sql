-- docs/t-sql/statements/create-event-session-transact-sql.md: "SET { event_customizable_attribute = <value> }";
-- docs/relational-databases/system-catalog-views/sys-server-event-session-fields-transact-sql.md. The attributes collect_batch_text, collect_statement
-- and collect_object_name are known behaviour: templates of Management Studio write them.
CREATE EVENT SESSION s ON SERVER
ADD EVENT sqlserver.sql_batch_completed (SET collect_batch_text = (1) ACTION (sqlserver.session_id)),
ADD EVENT sqlserver.rpc_completed (SET collect_statement = 1),
ADD EVENT sqlserver.sp_statement_completed (SET collect_object_name = (1), collect_statement = (1))
ADD TARGET package0.ring_buffer (SET max_memory = 100);
SELECT f.object_id, f.name, f.value FROM sys.server_event_session_fields AS f JOIN sys.server_event_sessions AS s ON s.event_session_id = f.event_session_id
WHERE s.name = N's' ORDER BY f.object_id, f.name;
DROP EVENT SESSION s ON SERVER;
GO
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.error_reported (SET collect_batch_text = (1));
GO
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.sql_batch_completed (SET collect_batch_text = (0));
GO
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.sql_batch_completed (SET collect_batch_text = (1), collect_batch_text = (1));
GO
CREATE EVENT SESSION s ON SERVER ADD EVENT sqlserver.sql_batch_completed (SET collect_batch_text = N'yes');
GO
