-- Ours: how often this session has waited for the log, the preparation's statements included.
SET NOCOUNT ON;
SELECT waiting_tasks_count FROM sys.dm_exec_session_wait_stats WHERE session_id = @@SPID AND wait_type = N'WRITELOG';
GO
