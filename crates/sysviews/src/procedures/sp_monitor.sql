-- relational-databases/system-stored-procedures/sp-monitor-transact-sql.md. The values of the last run are in master.dbo.spt_monitor,
-- which the first run makes. The counters begin again with the instance: values from before its start count as 0.
CREATE PROCEDURE sys.sp_monitor
AS
SET NOCOUNT ON;
DECLARE @now datetime = GETDATE(), @started datetime = (SELECT sqlserver_start_time FROM sys.dm_os_sys_info);
DECLARE @tick float = @@TIMETICKS / 1000000e0;
DECLARE @cpu int = @@CPU_BUSY * @tick, @io int = @@IO_BUSY * @tick, @idle int = @@IDLE * @tick;
DECLARE @received int = @@PACK_RECEIVED, @sent int = @@PACK_SENT, @packet_errors int = @@PACKET_ERRORS;
DECLARE @read int = @@TOTAL_READ, @write int = @@TOTAL_WRITE, @errors int = @@TOTAL_ERRORS, @connections int = @@CONNECTIONS;
IF OBJECT_ID(N'master.dbo.spt_monitor', N'U') IS NULL
BEGIN
    CREATE TABLE master.dbo.spt_monitor
    (
        lastrun datetime NOT NULL, cpu_busy int NOT NULL, io_busy int NOT NULL, idle int NOT NULL,
        pack_received int NOT NULL, pack_sent int NOT NULL, connections int NOT NULL, pack_errors int NOT NULL,
        total_read int NOT NULL, total_write int NOT NULL, total_errors int NOT NULL
    );
    INSERT master.dbo.spt_monitor VALUES (@started, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
END;
IF EXISTS (SELECT * FROM master.dbo.spt_monitor WHERE lastrun < @started)
    UPDATE master.dbo.spt_monitor SET cpu_busy = 0, io_busy = 0, idle = 0, pack_received = 0, pack_sent = 0, connections = 0,
           pack_errors = 0, total_read = 0, total_write = 0, total_errors = 0;
DECLARE @seconds int = (SELECT DATEDIFF(second, lastrun, @now) FROM master.dbo.spt_monitor);
DECLARE @whole int = CASE WHEN @seconds > 0 THEN @seconds ELSE 1 END;
SELECT lastrun AS last_run, @now AS current_run, @seconds AS seconds FROM master.dbo.spt_monitor;
SELECT CAST(CONCAT(@cpu, '(', @cpu - cpu_busy, ')-', (@cpu - cpu_busy) * 100 / @whole, '%') AS varchar(25)) AS cpu_busy,
       CAST(CONCAT(@io, '(', @io - io_busy, ')-', (@io - io_busy) * 100 / @whole, '%') AS varchar(25)) AS io_busy,
       CAST(CONCAT(@idle, '(', @idle - idle, ')-', CAST(@idle - idle AS bigint) * 100 / @whole, '%') AS varchar(25)) AS idle
FROM master.dbo.spt_monitor;
SELECT CAST(CONCAT(@received, '(', @received - pack_received, ')') AS varchar(25)) AS packets_received,
       CAST(CONCAT(@sent, '(', @sent - pack_sent, ')') AS varchar(25)) AS packets_sent,
       CAST(CONCAT(@packet_errors, '(', @packet_errors - pack_errors, ')') AS varchar(25)) AS packet_errors
FROM master.dbo.spt_monitor;
SELECT CAST(CONCAT(@read, '(', @read - total_read, ')') AS varchar(19)) AS total_read,
       CAST(CONCAT(@write, '(', @write - total_write, ')') AS varchar(19)) AS total_write,
       CAST(CONCAT(@errors, '(', @errors - total_errors, ')') AS varchar(19)) AS total_errors,
       CAST(CONCAT(@connections, '(', @connections - connections, ')') AS varchar(19)) AS connections
FROM master.dbo.spt_monitor;
UPDATE master.dbo.spt_monitor SET lastrun = @now, cpu_busy = @cpu, io_busy = @io, idle = @idle, pack_received = @received,
       pack_sent = @sent, connections = @connections, pack_errors = @packet_errors, total_read = @read, total_write = @write,
       total_errors = @errors;
RETURN 0;
