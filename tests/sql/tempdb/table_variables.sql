-- docs/t-sql/data-types/table-transact-sql.md: a table variable is used like a table; its scope is the batch; transactions that involve
-- it last only for the duration of an update on it, so that a rollback leaves it alone. docs/t-sql/language-elements/
-- declare-local-variable-transact-sql.md. Errors 134, 137, 1087, 515, 208: docs/relational-databases/errors-events.
-- Requirement T2: it lives in tempdb, and nothing of it flushes.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.t(a int NOT NULL);
GO
SET NOCOUNT ON;
DECLARE @v TABLE (id int IDENTITY(10, 5), a int NOT NULL, b varchar(10));
DECLARE @i int = 1;
INSERT INTO @v(a, b) VALUES (1, 'one'), (2, 'two');
WHILE @i <= 3
BEGIN
    INSERT @v(a) VALUES (@i * 10);
    SET @i += 1;
END;
UPDATE @v SET b = 'many' WHERE b IS NULL;
DELETE FROM @v WHERE a = 20;
UPDATE x SET a = a + 1 FROM @v AS x WHERE x.b = 'many';
INSERT INTO @v(a, b) SELECT a, b FROM @v WHERE a < 3;
SELECT id, a, b FROM @v ORDER BY id;
SELECT COUNT(*) AS n FROM @v AS x WHERE x.a > (SELECT MIN(a) FROM @v);
GO
-- A rollback undoes the table's rows and leaves the variable's.
SET NOCOUNT ON;
DECLARE @v TABLE (a int);
BEGIN TRAN;
INSERT INTO dbo.t VALUES (1);
INSERT INTO @v VALUES (1), (2);
ROLLBACK;
INSERT INTO dbo.t SELECT a * 100 FROM @v;
SELECT a FROM dbo.t ORDER BY a;
SELECT a FROM @v ORDER BY a;
GO
-- A statement that fails changes nothing, and those before it stay.
SET NOCOUNT ON;
DECLARE @v TABLE (a int NOT NULL, b tinyint);
INSERT INTO @v VALUES (1, 1), (2, 2);
UPDATE @v SET b = b * 200 WHERE a > 0;
INSERT INTO @v(b) VALUES (5);
SELECT a, b FROM @v ORDER BY a;
GO
-- Its scope is the batch, from its declaration on.
SELECT * FROM @v;
GO
SELECT * FROM @w;
DECLARE @w TABLE (a int);
GO
DECLARE @v TABLE (a int);
DECLARE @V int;
GO
DECLARE @v TABLE (a int);
SELECT @v;
GO
IF 1 = 0
    DECLARE @late TABLE (a int);
INSERT INTO @late VALUES (7);
SELECT a FROM @late;
GO
-- Nothing flushes.
SET NOCOUNT ON;
DECLARE @start bigint, @end bigint, @i int = 0;
DECLARE @v TABLE (a int);
SELECT @start = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
WHILE @i < 100
BEGIN
    INSERT INTO @v VALUES (@i);
    SET @i += 1;
END;
SELECT @end = cntr_value FROM sys.dm_os_performance_counters
WHERE counter_name = 'Log Flushes/sec' AND instance_name = N'D';
SELECT @end - @start AS flushes, (SELECT COUNT(*) FROM @v) AS n;
GO
DBCC CHECKDB(tempdb) WITH NO_INFOMSGS;
GO
