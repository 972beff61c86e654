-- docs/relational-databases/extended-events/targets-for-extended-events-in-sql-server.md (event_file);
-- docs/relational-databases/system-functions/sys-fn-xe-file-target-read-file-transact-sql.md.
CREATE EVENT SESSION filed ON SERVER ADD EVENT sqlserver.error_reported (ACTION (sqlserver.sql_text) WHERE user_defined = 1)
    ADD TARGET package0.event_file (SET filename = N'filed.xel', max_file_size = (5), max_rollover_files = (4))
    WITH (MAX_MEMORY = 1024 KB, MAX_DISPATCH_LATENCY = 3 SECONDS);
ALTER EVENT SESSION filed ON SERVER STATE = START;
GO
THROW 50001, 'one', 1;
GO
THROW 50002, 'two', 1;
GO
ALTER EVENT SESSION filed ON SERVER STATE = STOP;
GO
-- One event per row; the time is UTC.
SELECT f.module_guid, f.package_guid, f.object_name, x.e.value('(/event/data[@name="error_number"]/value)[1]', 'int') AS error_number,
    x.e.value('(/event/action[@name="sql_text"]/value)[1]', 'nvarchar(21)') AS sql_text,
    CASE WHEN f.file_name LIKE N'%filed[_]0[_][0-9]%.xel' THEN 'named by time' END AS file_name, f.file_offset,
    CASE WHEN ABS(DATEDIFF(MINUTE, f.timestamp_utc, SYSUTCDATETIME())) < 5 THEN 'now' END AS time
FROM sys.fn_xe_file_target_read_file(N'filed*.xel', NULL, NULL, NULL) AS f CROSS APPLY (SELECT CAST(f.event_data AS xml)) AS x (e);
GO
-- Events behind a block. All events are in one block.
DECLARE @file nvarchar(260), @offset bigint;
SELECT TOP (1) @file = file_name, @offset = file_offset FROM sys.fn_xe_file_target_read_file(N'filed*.xel', NULL, NULL, NULL);
SELECT COUNT(*) AS behind FROM sys.fn_xe_file_target_read_file(N'filed*.xel', NULL, @file, @offset);
SELECT COUNT(*) AS of_file FROM sys.fn_xe_file_target_read_file(@file, NULL, NULL, NULL);
GO
DECLARE @file nvarchar(260) = (SELECT TOP (1) file_name FROM sys.fn_xe_file_target_read_file(N'filed*.xel', NULL, NULL, NULL));
SELECT COUNT(*) AS behind FROM sys.fn_xe_file_target_read_file(N'filed*.xel', NULL, @file, NULL);
GO
SELECT COUNT(*) AS missing FROM sys.fn_xe_file_target_read_file(N'nothing*.xel', NULL, NULL, NULL);
GO
-- While the session runs, its target names the file.
ALTER EVENT SESSION filed ON SERVER STATE = START;
SELECT t.target_name, CAST(t.target_data AS xml).exist('/EventFileTarget/File[contains(@name, "filed_0_")]') AS names_file
FROM sys.dm_xe_sessions AS s JOIN sys.dm_xe_session_targets AS t ON t.event_session_address = s.address WHERE s.name = N'filed';
DROP EVENT SESSION filed ON SERVER;
GO
CREATE EVENT SESSION filed ON SERVER ADD EVENT sqlserver.error_reported ADD TARGET package0.event_file;
GO
CREATE EVENT SESSION filed ON SERVER ADD EVENT sqlserver.error_reported ADD TARGET package0.event_file (SET filename = N'filed.txt');
GO
CREATE EVENT SESSION filed ON SERVER ADD EVENT sqlserver.error_reported ADD TARGET package0.event_file (SET filename = N'C:\traces\filed.xel');
GO
CREATE EVENT SESSION filed ON SERVER ADD EVENT sqlserver.error_reported ADD TARGET package0.event_file (SET filename = N'no/folder/filed.xel');
BEGIN TRY ALTER EVENT SESSION filed ON SERVER STATE = START; END TRY BEGIN CATCH SELECT ERROR_NUMBER() AS failed; END CATCH;
GO
SELECT COUNT(*) AS running FROM sys.dm_xe_sessions WHERE name = N'filed';
DROP EVENT SESSION filed ON SERVER;
GO
