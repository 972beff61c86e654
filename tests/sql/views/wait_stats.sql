-- docs/relational-databases/system-dynamic-management-views/sys-dm-os-wait-stats-transact-sql.md: WRITELOG is the wait for a log flush to
-- complete; a fully durable commit waits once, a delayed one does not.
CREATE DATABASE V;
GO
USE V;
CREATE TABLE dbo.t(a int);
GO
SET NOCOUNT ON;
DECLARE @before bigint, @after bigint, @i int = 1;
SELECT @before = waiting_tasks_count FROM sys.dm_os_wait_stats WHERE wait_type = 'WRITELOG';
WHILE @i <= 10
BEGIN
    INSERT INTO dbo.t(a) VALUES (@i);
    SET @i += 1;
END;
SELECT @after = waiting_tasks_count FROM sys.dm_os_wait_stats WHERE wait_type = 'WRITELOG';
SELECT @after - @before AS waits_of_full_commits;
GO
ALTER DATABASE V SET DELAYED_DURABILITY = FORCED;
GO
DECLARE @before bigint, @i int = 1;
SELECT @before = waiting_tasks_count FROM sys.dm_os_wait_stats WHERE wait_type = 'WRITELOG';
WHILE @i <= 10
BEGIN
    INSERT INTO dbo.t(a) VALUES (@i);
    SET @i += 1;
END;
SELECT waiting_tasks_count - @before AS waits_of_delayed_commits FROM sys.dm_os_wait_stats WHERE wait_type = N'WRITELOG';
EXEC sys.sp_flush_log;
SELECT waiting_tasks_count - @before AS waits_of_sp_flush_log FROM sys.dm_os_wait_stats WHERE wait_type = N'WRITELOG';
