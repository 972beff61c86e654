-- relational-databases/system-stored-procedures/xp-logevent-transact-sql.md, sp-cycle-errorlog-transact-sql.md, and messages that are always logged.
SET NOCOUNT ON;
CREATE TABLE #lines (LogDate datetime, ProcessInfo nvarchar(50), Text nvarchar(4000));
GO
-- relational-databases/system-stored-procedures/xp-logevent-transact-sql.md: the message goes to the log alone, and @@ERROR stays. The number is
-- above 50,000, and the severity one of three words.
EXEC master.dbo.xp_logevent 60000, N'The table customers is not owned by the user dbo.', informational;
SELECT @@ERROR AS error;
EXEC xp_logevent 50000, N'no';
GO
EXEC xp_logevent 60000, N'no', N'FATAL';
GO
TRUNCATE TABLE #lines;
INSERT #lines EXEC xp_readerrorlog 0, 1, N'customers';
INSERT #lines EXEC xp_readerrorlog 0, 1, N'Error: 60000';
SELECT Text FROM #lines;
GO
-- relational-databases/system-stored-procedures/sp-cycle-errorlog-transact-sql.md: the current log becomes number 1.
EXEC sp_cycle_errorlog;
TRUNCATE TABLE #lines;
INSERT #lines EXEC sp_readerrorlog 0, 1, N'customers';
SELECT COUNT(*) AS in_the_new_log FROM #lines;
INSERT #lines EXEC sp_readerrorlog 1, 1, N'customers';
SELECT Text FROM #lines;
GO
EXEC sp_readerrorlog 2;
GO
-- relational-databases/system-stored-procedures/sp-addmessage-transact-sql.md: WITH_LOG writes the message to the log whenever it is raised;
-- sp-altermessage-transact-sql.md changes that.
EXEC sp_addmessage 50100, 16, N'Always logged %d', N'us_english', N'TRUE';
SELECT is_event_logged FROM sys.messages WHERE message_id = 50100;
RAISERROR(50100, 10, 1, 1);
EXEC sp_altermessage 50100, 'WITH_LOG', 'false';
RAISERROR(50100, 10, 1, 2);
EXEC sp_altermessage 50100, 'WITH_LOG', 'true';
GO
-- @restart
SET NOCOUNT ON;
SELECT is_event_logged FROM sys.messages WHERE message_id = 50100;
RAISERROR(50100, 10, 1, 3);
CREATE TABLE #again (LogDate datetime, ProcessInfo nvarchar(50), Text nvarchar(4000));
INSERT #again EXEC sp_readerrorlog 0, 1, N'Always';
SELECT Text FROM #again;
EXEC sp_dropmessage 50100;
GO
