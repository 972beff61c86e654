-- The article on log buffer flushes, "Sequence object caching" (requirement S4): identity uses the cache without any flush of its own; sizes
-- by type. After a crash the next value lies behind the cache, and no committed row's value is given again; a clean end loses none.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.big(id bigint IDENTITY, a int NOT NULL);
CREATE TABLE dbo.plain(id int IDENTITY, a int NOT NULL);
CREATE TABLE dbo.small(id smallint IDENTITY, a int NOT NULL);
CREATE TABLE dbo.tiny(id tinyint IDENTITY, a int NOT NULL);
CREATE TABLE dbo.num(id numeric(20, 0) IDENTITY(-5, 2), a int NOT NULL);
GO
SET NOCOUNT ON;
DECLARE @start bigint, @end bigint, @i int = 1;
SELECT @start = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
BEGIN TRAN;
WHILE @i <= 25
BEGIN
    INSERT INTO dbo.big(a) VALUES (@i);
    INSERT INTO dbo.plain(a) VALUES (@i);
    INSERT INTO dbo.small(a) VALUES (@i);
    INSERT INTO dbo.tiny(a) VALUES (@i);
    INSERT INTO dbo.num(a) VALUES (@i);
    SET @i += 1;
END;
COMMIT;
SELECT @end = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
SELECT @end - @start AS flushes;
GO
-- @crash
USE D;
SET NOCOUNT ON;
INSERT INTO dbo.big(a) VALUES (0);
INSERT INTO dbo.plain(a) VALUES (0);
INSERT INTO dbo.small(a) VALUES (0);
INSERT INTO dbo.tiny(a) VALUES (0);
INSERT INTO dbo.num(a) VALUES (0);
SELECT IDENT_CURRENT(N'dbo.big') AS big, IDENT_CURRENT(N'dbo.plain') AS plain, IDENT_CURRENT(N'dbo.small') AS small,
    IDENT_CURRENT(N'dbo.tiny') AS tiny, IDENT_CURRENT(N'dbo.num') AS num;
GO
-- @restart
USE D;
SET NOCOUNT ON;
INSERT INTO dbo.big(a) VALUES (0);
INSERT INTO dbo.tiny(a) VALUES (0);
INSERT INTO dbo.num(a) VALUES (0);
SELECT IDENT_CURRENT(N'dbo.big') AS big, IDENT_CURRENT(N'dbo.tiny') AS tiny, IDENT_CURRENT(N'dbo.num') AS num;
GO
