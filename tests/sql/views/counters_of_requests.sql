-- docs/relational-databases/performance-monitor/sql-server-sql-statistics-object.md, sql-server-sql-errors-object.md, sql-server-general-statistics-object.md,
-- sql-server-access-methods-object.md, sql-server-locks-object.md, sql-server-plan-cache-object.md, sql-server-buffer-manager-object.md: what requests do is counted.
-- docs/relational-databases/system-dynamic-management-views/sys-dm-os-performance-counters-transact-sql.md: counters "/sec" accumulate; a rate is the difference of two readings.
CREATE DATABASE V;
GO
USE V;
SET NOCOUNT ON;
CREATE TABLE dbo.before(object_name nchar(128), counter_name nchar(128), instance_name nchar(128), cntr_value bigint);
CREATE TABLE dbo.t(a int NOT NULL PRIMARY KEY, filler char(3000) NOT NULL);
CREATE TABLE dbo.h(a int NOT NULL, filler varchar(7000) NOT NULL);
INSERT dbo.h SELECT value, 'x' FROM GENERATE_SERIES(1, 100);
GO
CREATE PROCEDURE dbo.remember AS
DELETE dbo.before;
INSERT dbo.before SELECT object_name, counter_name, instance_name, cntr_value FROM sys.dm_os_performance_counters;
GO
CREATE VIEW dbo.grown AS
SELECT RTRIM(c.counter_name) AS counter, RTRIM(c.instance_name) AS instance, c.cntr_value - b.cntr_value AS grown
FROM sys.dm_os_performance_counters AS c JOIN dbo.before AS b
    ON b.object_name = c.object_name AND b.counter_name = c.counter_name AND b.instance_name = c.instance_name;
GO
-- Three batches, the reading one included.
EXEC dbo.remember;
GO
PRINT 'one';
GO
PRINT 'two';
GO
SELECT counter, grown FROM dbo.grown WHERE counter = 'Batch Requests/sec';
GO
-- The first run of a text compiles it; the second finds the program. A table that the batch makes is bound at its statement's turn.
EXEC dbo.remember;
GO
SELECT COUNT(*) AS rows FROM dbo.h;
GO
SELECT COUNT(*) AS rows FROM dbo.h;
GO
CREATE TABLE #late(a int);
SELECT a FROM #late;
GO
SELECT counter, instance, CASE WHEN grown >= 1 THEN 'some' ELSE 'none' END AS grown FROM dbo.grown
WHERE counter IN ('SQL Compilations/sec', 'SQL Re-Compilations/sec', 'Temp Tables Creation Rate', 'Active Temp Tables', 'Auto-Param Attempts/sec')
   OR counter IN ('Cache Hit Ratio', 'Cache Hit Ratio Base') AND instance = 'SQL Plans' ORDER BY counter;
DROP TABLE #late;
GO
-- Errors by severity.
EXEC dbo.remember;
GO
SELECT 1 / 0 AS failed;
GO
RAISERROR('information', 5, 1);
RAISERROR('an error', 15, 1);
GO
SELECT counter, instance, grown FROM dbo.grown WHERE counter = 'Errors/sec' ORDER BY instance;
GO
-- A hundred searches, scans, locks and moves.
EXEC dbo.remember;
DECLARE @i int = 0, @found int;
WHILE @i < 100
BEGIN
    INSERT dbo.t VALUES (@i, 'x');
    SET @found = (SELECT a FROM dbo.t WHERE a = @i);
    SET @found = (SELECT COUNT(*) FROM dbo.h WHERE filler = 'y');
    SET @i += 1;
END;
SELECT counter, CASE WHEN grown BETWEEN 100 AND 150 THEN 'hundred' WHEN grown >= 200 THEN 'two hundred' WHEN grown >= 30 THEN 'thirty' ELSE CAST(grown AS varchar(20)) END AS grown
FROM dbo.grown WHERE counter IN ('Full Scans/sec', 'Index Searches/sec', 'Probe Scans/sec', 'Page Splits/sec', 'Forwarded Records/sec') ORDER BY counter;
GO
EXEC dbo.remember;
UPDATE dbo.h SET filler = REPLICATE('y', 7000);
SELECT COUNT(*) AS long FROM dbo.h WHERE filler LIKE 'y%';
SELECT counter, CASE WHEN grown >= 90 THEN 'most' ELSE CAST(grown AS varchar(20)) END AS grown FROM dbo.grown WHERE counter = 'Forwarded Records/sec';
GO
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
EXEC dbo.remember;
BEGIN TRANSACTION;
SELECT COUNT(*) AS rows FROM dbo.t WHERE a < 20;
SELECT counter, instance, CASE WHEN grown >= 20 THEN 'twenty' WHEN grown > 0 THEN 'some' ELSE 'none' END AS grown FROM dbo.grown WHERE counter = 'Lock Requests/sec' ORDER BY instance;
COMMIT;
SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
GO
-- A request that doesn't wait times out at once.
EXEC dbo.remember;
BEGIN TRANSACTION;
UPDATE dbo.t SET filler = 'z' WHERE a = 1;
GO
-- @session two
USE V;
SET LOCK_TIMEOUT 0;
SELECT filler FROM dbo.t WHERE a = 1;
GO
SELECT filler FROM dbo.t WITH (TABLOCKX) WHERE a = 2;
GO
-- @session one
USE V;
GO
SELECT counter, instance, grown FROM dbo.grown WHERE counter LIKE 'Lock Timeouts%' AND grown > 0 ORDER BY counter, instance;
SELECT counter, instance, grown FROM dbo.grown WHERE counter IN ('Number of Deadlocks/sec', 'Lock Waits/sec') AND instance = '_Total' ORDER BY counter;
GO
-- Sums and bases.
SELECT RTRIM(counter_name) AS counter, SUM(CASE instance_name WHEN '_Total' THEN cntr_value ELSE -cntr_value END) AS difference FROM sys.dm_os_performance_counters
WHERE object_name = 'SQLServer:Locks' AND counter_name IN ('Lock Requests/sec', 'Lock Waits/sec', 'Lock Timeouts/sec', 'Number of Deadlocks/sec') GROUP BY counter_name ORDER BY counter_name;
SELECT RTRIM(r.counter_name) AS counter, CASE WHEN r.cntr_value BETWEEN 1 AND b.cntr_value THEN 'at most the base' END AS ratio
FROM sys.dm_os_performance_counters AS r JOIN sys.dm_os_performance_counters AS b ON b.object_name = r.object_name AND b.instance_name = r.instance_name
WHERE r.counter_name = 'Buffer cache hit ratio' AND b.counter_name = 'Buffer cache hit ratio base';
SELECT RTRIM(object_name) AS object, RTRIM(counter_name) AS counter, cntr_type FROM sys.dm_os_performance_counters
WHERE cntr_type NOT IN (65792, 272696576) GROUP BY object_name, counter_name, cntr_type ORDER BY object_name, counter_name;
GO
-- The objects and counters, with the documented names, and how many instances each has.
SELECT RTRIM(object_name) AS object, RTRIM(counter_name) AS counter, cntr_type, COUNT(*) AS instances FROM sys.dm_os_performance_counters
WHERE object_name NOT IN ('SQLServer:Databases', 'SQLServer:Buffer Manager', 'SQLServer:Memory Manager') GROUP BY object_name, counter_name, cntr_type ORDER BY object_name, counter_name;
SELECT DISTINCT RTRIM(object_name) AS object, RTRIM(instance_name) AS instance FROM sys.dm_os_performance_counters
WHERE instance_name <> '' AND object_name <> 'SQLServer:Databases' ORDER BY object, instance;
GO
-- Connections and transactions.
EXEC dbo.remember;
GO
BEGIN TRANSACTION;
DECLARE @v TABLE(a int);
SELECT counter, grown FROM dbo.grown WHERE counter IN ('Transactions', 'Active Temp Tables', 'Temp Tables Creation Rate', 'Logins/sec', 'Logouts/sec', 'User Connections') ORDER BY counter, grown;
ROLLBACK;
GO
