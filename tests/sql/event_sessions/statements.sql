-- docs/relational-databases/extended-events/view-the-extended-events-equivalents-to-sql-trace-event-classes.md (SQL:StmtStarting, SP:StmtCompleted and the like).
CREATE TABLE dbo.numbers (n int);
INSERT dbo.numbers VALUES (1), (2), (3);
GO
CREATE PROCEDURE dbo.doubled AS
UPDATE dbo.numbers SET n = 2 * n;
GO
CREATE EVENT SESSION steps ON SERVER
    ADD EVENT sqlserver.sql_statement_starting, ADD EVENT sqlserver.sql_statement_completed,
    ADD EVENT sqlserver.sp_statement_starting, ADD EVENT sqlserver.sp_statement_completed
    ADD TARGET package0.ring_buffer;
ALTER EVENT SESSION steps ON SERVER STATE = START;
GO
SELECT n FROM dbo.numbers WHERE n > 1;
EXEC dbo.doubled;
GO
SELECT 1 / 0 FROM dbo.numbers;
GO
CREATE TRIGGER dbo.watching ON dbo.numbers AFTER DELETE AS
SELECT COUNT(*) AS gone FROM deleted;
GO
DELETE FROM dbo.numbers WHERE n = 2;
GO
CREATE LOGIN hidden WITH PASSWORD = 'N3ver shown!';
GO
DECLARE @x xml = (SELECT CAST(t.target_data AS xml) FROM sys.dm_xe_sessions AS s JOIN sys.dm_xe_session_targets AS t ON t.event_session_address = s.address WHERE s.name = N'steps');
ALTER EVENT SESSION steps ON SERVER STATE = STOP;
SELECT e.value('@name', 'sysname') AS name, e.value('(data[@name="line_number"]/value)[1]', 'int') AS line,
    e.value('(data[@name="nest_level"]/value)[1]', 'int') AS level, e.value('(data[@name="object_name"]/value)[1]', 'sysname') AS object_name,
    e.value('(data[@name="row_count"]/value)[1]', 'int') AS row_count, e.value('(data[@name="statement"]/value)[1]', 'nvarchar(60)') AS statement
FROM @x.nodes('//event') AS n (e) WHERE e.value('(data[@name="statement"]/value)[1]', 'nvarchar(max)') NOT LIKE N'%steps%';
DROP EVENT SESSION steps ON SERVER;
DROP LOGIN hidden;
GO
