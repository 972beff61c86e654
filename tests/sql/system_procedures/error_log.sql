-- relational-databases/system-stored-procedures/sp-readerrorlog-transact-sql.md: example C, messages that a database is starting up. The names of
-- the columns are those of the extended procedure.
SET NOCOUNT ON;
CREATE TABLE #lines (LogDate datetime, ProcessInfo nvarchar(50), Text nvarchar(4000));
INSERT #lines EXEC sp_readerrorlog 0, 1, N'database', N'start';
SELECT ProcessInfo, Text FROM #lines WHERE Text LIKE N'%''master''%';
SELECT COUNT(*) AS from_today FROM #lines WHERE LogDate > DATEADD(day, -1, GETDATE()) AND LogDate <= GETDATE() AND Text LIKE N'%''master''%';
GO
-- All lines, in their order; a line has the words of both filters.
TRUNCATE TABLE #lines;
INSERT #lines EXEC sp_readerrorlog;
SELECT COUNT(*) AS complete FROM #lines WHERE Text = N'Recovery is complete.' AND ProcessInfo = N'Server';
TRUNCATE TABLE #lines;
INSERT #lines EXEC sp_readerrorlog 0, 1, N'RECOVERY', N'no line has this';
SELECT COUNT(*) AS filtered FROM #lines;
GO
-- No earlier log has been ended, and there is no Agent.
EXEC sp_readerrorlog 1;
GO
EXEC sp_readerrorlog 0, 2;
GO
-- docs/t-sql/language-elements/raiserror-transact-sql.md: LOG writes the message to the error log at each severity.
RAISERROR(N'A note of %d words', 10, 3, 4) WITH LOG;
RAISERROR(N'An error that is logged', 16, 2) WITH LOG, NOWAIT;
RAISERROR(N'An error that is not logged', 16, 2);
BEGIN TRY
    RAISERROR(N'Severity 19 needs LOG', 19, 1) WITH LOG;
END TRY
BEGIN CATCH
    SELECT ERROR_SEVERITY() AS severity, ERROR_MESSAGE() AS message;
END CATCH;
GO
TRUNCATE TABLE #lines;
INSERT #lines EXEC xp_readerrorlog 0, 1, N'logged';
INSERT #lines EXEC xp_readerrorlog 0, 1, N'Error: 50000';
INSERT #lines EXEC xp_readerrorlog 0, 1, N'A note', NULL, NULL, NULL, N'desc';
INSERT #lines EXEC xp_readerrorlog 0, 1, N'A note', NULL, '2100-01-01';
SELECT CASE ProcessInfo WHEN CONCAT(N'spid', @@SPID) THEN N'mine' END AS process, Text FROM #lines;
GO
-- An empty text is no filter.
TRUNCATE TABLE #lines;
INSERT #lines EXEC xp_readerrorlog 0, 1, N'', N'', NULL, NULL, N'desc';
SELECT CASE WHEN COUNT(*) > 5 THEN 'all' END AS lines FROM #lines;
GO
-- A logged text is limited to 440 bytes.
DECLARE @long varchar(1000) = REPLICATE('long ', 200);
RAISERROR(@long, 10, 1) WITH LOG;
TRUNCATE TABLE #lines;
INSERT #lines EXEC xp_readerrorlog 0, 1, N'long long long';
SELECT LEN(Text) AS length FROM #lines;
GO
-- Severities from 20 end the connection.
RAISERROR(N'This ends the session', 20, 1) WITH LOG;
GO
