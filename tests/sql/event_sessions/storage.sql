-- docs/relational-databases/extended-events/targets-for-extended-events-in-sql-server.md (event_counter and histogram of checkpoint_begin).
CREATE EVENT SESSION storage ON SERVER
    ADD EVENT sqlserver.checkpoint_begin (WHERE database_id = 5), ADD EVENT sqlserver.checkpoint_end (WHERE database_id = 5),
    ADD EVENT sqlserver.log_flush_start (WHERE database_id = 5), ADD EVENT sqlserver.log_flush_complete (WHERE database_id = 5),
    ADD EVENT sqlserver.physical_page_write (WHERE database_id = 5)
    ADD TARGET package0.histogram (SET filtering_event_name = N'sqlserver.checkpoint_begin', source = N'database_id', source_type = (0)),
    ADD TARGET package0.ring_buffer (SET max_events_limit = 0);
GO
CREATE DATABASE observed;
GO
SELECT DB_ID(N'observed') AS database_id;
GO
USE observed;
CREATE TABLE dbo.t (a int);
GO
ALTER EVENT SESSION storage ON SERVER STATE = START;
GO
INSERT dbo.t VALUES (1);
CHECKPOINT;
GO
SELECT t.target_data FROM sys.dm_xe_sessions AS s JOIN sys.dm_xe_session_targets AS t ON t.event_session_address = s.address WHERE s.name = N'storage' AND t.target_name = N'histogram';
-- Each flush that starts completes; a checkpoint writes pages.
SELECT d.x.value('count(//event[@name="checkpoint_begin"])', 'int') AS checkpoints_begun, d.x.value('count(//event[@name="checkpoint_end"])', 'int') AS checkpoints_ended,
    CASE WHEN d.x.value('count(//event[@name="log_flush_start"])', 'int') = d.x.value('count(//event[@name="log_flush_complete"])', 'int') THEN 1 ELSE 0 END AS flushes_end,
    CASE WHEN d.x.value('count(//event[@name="log_flush_start"])', 'int') > 0 THEN 1 ELSE 0 END AS has_flushes,
    CASE WHEN d.x.value('count(//event[@name="physical_page_write"])', 'int') > 0 THEN 1 ELSE 0 END AS has_page_writes
FROM sys.dm_xe_sessions AS s JOIN sys.dm_xe_session_targets AS t ON t.event_session_address = s.address
CROSS APPLY (SELECT CAST(t.target_data AS xml)) AS d (x) WHERE s.name = N'storage' AND t.target_name = N'ring_buffer';
DROP EVENT SESSION storage ON SERVER;
USE master;
DROP DATABASE observed;
GO
