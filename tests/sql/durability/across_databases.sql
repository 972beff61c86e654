-- docs/relational-databases/logs/control-transaction-durability.md, table of options, its last two lines: a transaction across
-- databases is fully durable whatever the databases and the COMMIT say: a flush in each database, for its part to be prepared, and one
-- in master, where it is decided. The same transaction in one database alone follows the first two lines.
CREATE DATABASE A;
CREATE DATABASE B;
GO
CREATE TABLE A.dbo.t(id int NOT NULL);
CREATE TABLE B.dbo.t(id int NOT NULL);
GO
ALTER DATABASE A SET DELAYED_DURABILITY = DISABLED;
ALTER DATABASE B SET DELAYED_DURABILITY = DISABLED;
GO
SET NOCOUNT ON;
DECLARE @a bigint, @b bigint, @master bigint;
SELECT @a = cntr_value FROM sys.dm_os_performance_counters WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'A';
SELECT @b = cntr_value FROM sys.dm_os_performance_counters WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'B';
SELECT @master = cntr_value FROM sys.dm_os_performance_counters WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'master';
BEGIN TRAN;
INSERT INTO A.dbo.t(id) VALUES (1);
INSERT INTO B.dbo.t(id) VALUES (1);
COMMIT TRAN WITH (DELAYED_DURABILITY = ON);
BEGIN TRAN;
INSERT INTO A.dbo.t(id) VALUES (2);
INSERT INTO B.dbo.t(id) VALUES (2);
COMMIT TRAN WITH (DELAYED_DURABILITY = OFF);
SELECT cntr_value - @a AS A FROM sys.dm_os_performance_counters WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'A';
SELECT cntr_value - @b AS B FROM sys.dm_os_performance_counters WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'B';
SELECT cntr_value - @master AS master FROM sys.dm_os_performance_counters WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'master';
GO
ALTER DATABASE A SET DELAYED_DURABILITY = ALLOWED;
ALTER DATABASE B SET DELAYED_DURABILITY = ALLOWED;
GO
DECLARE @a bigint, @b bigint;
SELECT @a = cntr_value FROM sys.dm_os_performance_counters WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'A';
SELECT @b = cntr_value FROM sys.dm_os_performance_counters WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'B';
BEGIN TRAN;
INSERT INTO A.dbo.t(id) VALUES (3);
INSERT INTO B.dbo.t(id) VALUES (3);
COMMIT TRAN WITH (DELAYED_DURABILITY = ON);
BEGIN TRAN;
INSERT INTO A.dbo.t(id) VALUES (4);
INSERT INTO B.dbo.t(id) VALUES (4);
COMMIT TRAN;
SELECT cntr_value - @a AS A FROM sys.dm_os_performance_counters WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'A';
SELECT cntr_value - @b AS B FROM sys.dm_os_performance_counters WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'B';
GO
ALTER DATABASE A SET DELAYED_DURABILITY = FORCED;
ALTER DATABASE B SET DELAYED_DURABILITY = FORCED;
GO
DECLARE @a bigint, @b bigint;
SELECT @a = cntr_value FROM sys.dm_os_performance_counters WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'A';
SELECT @b = cntr_value FROM sys.dm_os_performance_counters WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'B';
BEGIN TRAN;
INSERT INTO A.dbo.t(id) VALUES (5);
INSERT INTO B.dbo.t(id) VALUES (5);
COMMIT TRAN WITH (DELAYED_DURABILITY = ON);
BEGIN TRAN;
INSERT INTO A.dbo.t(id) VALUES (6);
INSERT INTO B.dbo.t(id) VALUES (6);
COMMIT TRAN WITH (DELAYED_DURABILITY = OFF);
SELECT cntr_value - @a AS A FROM sys.dm_os_performance_counters WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'A';
SELECT cntr_value - @b AS B FROM sys.dm_os_performance_counters WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'B';
-- One of the two was only read, or was changed back by a statement that changed nothing: this is a transaction of one database.
SELECT @a = cntr_value FROM sys.dm_os_performance_counters WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'A';
BEGIN TRAN;
SELECT COUNT(*) AS in_b FROM B.dbo.t;
DELETE FROM B.dbo.t WHERE id = 100;
INSERT INTO A.dbo.t(id) VALUES (7);
COMMIT TRAN;
SELECT cntr_value - @a AS delayed FROM sys.dm_os_performance_counters WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'A';
GO
-- @crash
SELECT COUNT(*) AS in_a FROM A.dbo.t;
SELECT COUNT(*) AS in_b FROM B.dbo.t;
