-- docs/relational-databases/extended-events/determine-which-queries-are-holding-locks.md (the actions plan_handle and tsql_stack), docs/relational-databases/extended-events/
-- view-the-extended-events-equivalents-to-sql-trace-event-classes.md (SP:Starting is module_start, SP:Completed module_end, Lock:Timeout lock_timeout; TransactionID is
-- transaction_id, NTUserName nt_username, EventSequence event_sequence, RequestID request_id).
CREATE TABLE dbo.numbers(n int NOT NULL PRIMARY KEY);
INSERT dbo.numbers VALUES (1), (2);
GO
CREATE PROCEDURE dbo.inner_one AS
SELECT n FROM dbo.numbers WHERE n = 2;
RAISERROR(N'from within', 11, 1);
GO
CREATE PROCEDURE dbo.outer_one AS

EXEC dbo.inner_one;
GO
CREATE EVENT SESSION acts ON SERVER
    ADD EVENT sqlserver.error_reported (ACTION (package0.event_sequence, package0.collect_system_time, sqlserver.query_hash, sqlserver.query_plan_hash, sqlserver.plan_handle,
        sqlserver.tsql_stack, sqlserver.tsql_frame, sqlserver.transaction_id, sqlserver.nt_username, sqlserver.session_nt_username, sqlserver.request_id) WHERE severity = 11),
    ADD EVENT sqlserver.sql_statement_completed (ACTION (sqlserver.query_hash, sqlserver.query_plan_hash, sqlserver.transaction_id, package0.event_sequence) WHERE sqlserver.like_i_sql_unicode_string([statement], N'%marked%')),
    ADD EVENT sqlserver.module_start, ADD EVENT sqlserver.module_end, ADD EVENT sqlserver.lock_timeout
    ADD TARGET package0.ring_buffer;
ALTER EVENT SESSION acts ON SERVER STATE = START;
GO
PRINT 'one';
EXEC dbo.outer_one;
GO
BEGIN TRANSACTION;
SELECT n /* marked */ FROM dbo.numbers WHERE n = 1;
COMMIT;
SELECT n /* marked */ FROM dbo.numbers WHERE n = 2;
GO
BEGIN TRANSACTION;
UPDATE dbo.numbers SET n = 3 WHERE n = 1;
GO
-- @session two
SET LOCK_TIMEOUT 0;
SELECT n FROM dbo.numbers WITH (TABLOCKX);
GO
-- @session three
SELECT CAST(t.target_data AS xml) AS x INTO dbo.kept FROM sys.dm_xe_sessions AS s JOIN sys.dm_xe_session_targets AS t ON t.event_session_address = s.address WHERE s.name = N'acts';
ALTER EVENT SESSION acts ON SERVER STATE = STOP;
GO
-- The stack from the innermost statement on, each in the text of its handle.
SELECT f.value('@level', 'int') AS level, f.value('@line', 'int') AS line,
    SUBSTRING(t.text, f.value('@offsetStart', 'int') / 2 + 1, (f.value('@offsetEnd', 'int') - f.value('@offsetStart', 'int')) / 2 + 1) AS statement
FROM dbo.kept CROSS APPLY x.nodes('//event[@name="error_reported"]/action[@name="tsql_stack"]/value/frames/frame') AS n (f)
CROSS APPLY sys.dm_exec_sql_text(CONVERT(varbinary(64), f.value('@handle', 'varchar(130)'), 1)) AS t ORDER BY level;
SELECT e.value('(action[@name="tsql_frame"]/value/frame/@line)[1]', 'int') AS line, e.value('(action[@name="request_id"]/value)[1]', 'int') AS request,
    e.value('(action[@name="nt_username"]/value)[1]', 'sysname') AS nt_username, CASE WHEN p.objtype = 'Proc' THEN 'procedure' END AS [plan],
    CASE WHEN e.value('(action[@name="collect_system_time"]/value)[1]', 'varchar(40)') = e.value('@timestamp', 'varchar(40)') THEN 'the same' END AS time
FROM dbo.kept CROSS APPLY x.nodes('//event[@name="error_reported"]') AS n (e)
LEFT JOIN sys.dm_exec_cached_plans AS p ON p.plan_handle = CONVERT(varbinary(64), '0x' + e.value('(action[@name="plan_handle"]/value)[1]', 'varchar(130)'), 1);
-- Statements that differ in a literal have equal hashes. A transaction has a number.
SELECT COUNT(*) AS statements, COUNT(DISTINCT e.value('(action[@name="query_hash"]/value)[1]', 'decimal(20, 0)')) AS hashes,
    COUNT(DISTINCT e.value('(action[@name="query_plan_hash"]/value)[1]', 'decimal(20, 0)')) AS plans, MIN(SIGN(e.value('(action[@name="query_plan_hash"]/value)[1]', 'decimal(20, 0)'))) AS known,
    COUNT(DISTINCT e.value('(action[@name="event_sequence"]/value)[1]', 'bigint')) AS numbers, MAX(SIGN(e.value('(action[@name="transaction_id"]/value)[1]', 'bigint'))) AS in_transaction
FROM dbo.kept CROSS APPLY x.nodes('//event[@name="sql_statement_completed"]') AS n (e);
SELECT e.value('@name', 'sysname') AS name, e.value('(data[@name="object_type"]/value)[1]', 'varchar(2)') AS type, e.value('(data[@name="object_name"]/value)[1]', 'sysname') AS module,
    e.value('(data[@name="line_number"]/value)[1]', 'int') AS line, e.value('(data[@name="statement"]/value)[1]', 'nvarchar(40)') AS statement, e.value('(data[@name="row_count"]/value)[1]', 'int') AS rows
FROM dbo.kept CROSS APPLY x.nodes('//event[@name="module_start" or @name="module_end"]') AS n (e);
SELECT e.value('(data[@name="resource_type"]/text)[1]', 'varchar(20)') AS resource, e.value('(data[@name="mode"]/text)[1]', 'varchar(20)') AS mode,
    CASE WHEN e.value('(data[@name="object_id"]/value)[1]', 'int') = OBJECT_ID('dbo.numbers') THEN 'numbers' END AS object, e.value('(data[@name="duration"]/value)[1]', 'bigint') AS duration
FROM dbo.kept CROSS APPLY x.nodes('//event[@name="lock_timeout"]') AS n (e);
-- Neither the number nor the time of an event can be in a condition.
CREATE EVENT SESSION wrong ON SERVER ADD EVENT sqlserver.error_reported (WHERE package0.event_sequence > 1);
DROP EVENT SESSION acts ON SERVER;
GO
