-- relational-databases/system-stored-procedures/sp-who-transact-sql.md; message 15007: relational-databases/errors-events/database-engine-events-and-errors.md
SET NOCOUNT ON;
CREATE TABLE #who(spid SMALLINT, ecid SMALLINT, status NCHAR(30), loginame NCHAR(128), hostname NCHAR(128), blk CHAR(5), dbname NCHAR(128), cmd NCHAR(26), request_id INT);
INSERT #who EXEC sp_who;
SELECT ecid, RTRIM(status) AS status, RTRIM(loginame) AS loginame, RTRIM(blk) AS blk, RTRIM(dbname) AS dbname, request_id FROM #who WHERE spid = @@SPID;
GO
-- One that runs is active; a session is named by its number, or by its login.
SET NOCOUNT ON;
DELETE #who;
INSERT #who EXEC sp_who 'active';
SELECT COUNT(*) AS active FROM #who WHERE spid = @@SPID;
DELETE #who;
DECLARE @spid sysname = CAST(@@SPID AS sysname);
INSERT #who EXEC sp_who @spid;
SELECT COUNT(*) AS found, MIN(spid) - @@SPID AS difference FROM #who;
DELETE #who;
INSERT #who EXEC sp_who 'sa';
SELECT COUNT(*) - (SELECT COUNT(*) FROM sys.dm_exec_sessions) AS difference FROM #who;
GO
EXEC sp_who 'nobody';
GO
