-- docs/t-sql/language-elements/waitfor-transact-sql.md; the wait is counted as WAITFOR (docs/relational-databases/system-dynamic-management-views/
-- sys-dm-os-wait-stats-transact-sql.md). A delay may be given as a datetime; 148 for what is no time, 241 in a variable.
DECLARE @delay varchar(20) = '00:00:00.000', @as_datetime datetime = '1900-01-01';
WAITFOR DELAY @delay;
WAITFOR DELAY '00:00';
WAITFOR DELAY @as_datetime;
SELECT waiting_tasks_count FROM sys.dm_os_wait_stats WHERE wait_type = 'WAITFOR';
GO
WAITFOR DELAY '25:00:00';
GO
PRINT 'not reached';
IF 1 = 0 WAITFOR TIME 'noon';
GO
DECLARE @time varchar(20) = '2026-01-01';
BEGIN TRY
    WAITFOR TIME @time;
END TRY
BEGIN CATCH
    PRINT ERROR_MESSAGE();
END CATCH
GO
-- Recorded answers of SQL Server: a variable of another type fails with 9815, which ends the statement alone. An integer is a number of days,
-- whose time of day is midnight.
DECLARE @time time = '00:00:00', @later datetime2 = '2026-01-01', @big bigint = 0, @days int = 3, @day smallint = 1;
WAITFOR DELAY @time;
WAITFOR DELAY @later;
WAITFOR TIME @big;
WAITFOR DELAY @days;
WAITFOR DELAY @day;
PRINT 'reached';
GO
