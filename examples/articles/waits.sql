-- A session's WRITELOG waits: as many as commits with full durability, (almost) none with delayed durability.
SET NOCOUNT ON;
DROP DATABASE IF EXISTS CommitWaits;
CREATE DATABASE CommitWaits;
ALTER DATABASE CommitWaits SET RECOVERY SIMPLE;
ALTER DATABASE CommitWaits SET DELAYED_DURABILITY = ALLOWED;
GO
USE CommitWaits;
CREATE TABLE dbo.Entries(id int IDENTITY PRIMARY KEY, entry varchar(100));
GO
DECLARE @before bigint = ISNULL((SELECT waiting_tasks_count FROM sys.dm_exec_session_wait_stats
                                 WHERE session_id = @@SPID AND wait_type = N'WRITELOG'), 0);
DECLARE @n int = 0;
WHILE @n < $(rows)
BEGIN
    BEGIN TRANSACTION;
    INSERT dbo.Entries(entry) VALUES (@n);
    SET @n += 1;
    COMMIT TRANSACTION;
END;
SELECT 'full' AS durability, ISNULL(SUM(waiting_tasks_count), 0) - @before AS writelog_waits
FROM sys.dm_exec_session_wait_stats WHERE session_id = @@SPID AND wait_type = N'WRITELOG';
GO
DECLARE @before bigint = ISNULL((SELECT waiting_tasks_count FROM sys.dm_exec_session_wait_stats
                                 WHERE session_id = @@SPID AND wait_type = N'WRITELOG'), 0);
DECLARE @n int = 0;
WHILE @n < $(rows)
BEGIN
    BEGIN TRANSACTION;
    INSERT dbo.Entries(entry) VALUES (@n);
    SET @n += 1;
    COMMIT TRANSACTION WITH (DELAYED_DURABILITY = ON);
END;
SELECT 'delayed' AS durability, ISNULL(SUM(waiting_tasks_count), 0) - @before AS writelog_waits
FROM sys.dm_exec_session_wait_stats WHERE session_id = @@SPID AND wait_type = N'WRITELOG';
EXEC sys.sp_flush_log;
SELECT COUNT(*) AS entries FROM dbo.Entries;
GO
