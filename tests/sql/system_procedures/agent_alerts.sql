-- docs/relational-databases/system-stored-procedures/sp-add-alert-transact-sql.md: an alert is defined by a message, a severity or a
-- performance condition; with a message, the severity is 0. The messages are those of
-- docs/relational-databases/errors-events/database-engine-events-and-errors-14000-to-14999.md.
USE msdb;
GO
EXEC dbo.sp_add_alert @name = N'Severity 17', @severity = 17;
EXEC dbo.sp_add_alert @name = N'Error 823', @message_id = 823;
EXEC dbo.sp_add_alert @name = N'Severity 17 of master', @severity = 17, @database_name = N'master';
EXEC dbo.sp_add_alert @name = N'Counter', @message_id = NULL, @performance_condition = N'General Statistics|User Connections||>|10';
SELECT name, message_id, severity, database_name, performance_condition FROM dbo.sysalerts ORDER BY name;
GO
-- 14500: no condition, or two.
EXEC dbo.sp_add_alert @name = N'nothing';
EXEC dbo.sp_add_alert @name = N'both', @message_id = 824, @severity = 24;
EXEC dbo.sp_add_alert @name = N'half', @wmi_query = N'SELECT * FROM DEADLOCK_GRAPH';
-- 14501: the condition has an alert.
EXEC dbo.sp_add_alert @name = N'Error 823 again', @message_id = 823, @severity = 0;
-- 14505: a performance condition is of the server.
EXEC dbo.sp_add_alert @name = N'Counter of master', @performance_condition = N'General Statistics|User Connections||>|20', @database_name = N'master';
EXEC dbo.sp_add_alert @name = N'Counter with a word', @performance_condition = N'General Statistics|User Connections||>|20', @event_description_keyword = N'x';
-- 14261, 14266
EXEC dbo.sp_add_alert @name = N'Error 823', @message_id = 825;
EXEC dbo.sp_add_alert @name = N'too severe', @severity = 26;
SELECT COUNT(*) AS alerts FROM dbo.sysalerts;
GO
EXEC dbo.sp_delete_alert N'Severity 17';
EXEC dbo.sp_delete_alert N'Error 823';
EXEC dbo.sp_delete_alert N'Severity 17 of master';
EXEC dbo.sp_delete_alert N'Counter';
GO
-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md: the messages that maintenance scripts watch.
SELECT message_id, severity, is_event_logged, LEFT(text, 40) AS text FROM sys.messages WHERE message_id BETWEEN 823 AND 832 AND language_id = 1033
ORDER BY message_id;
GO
