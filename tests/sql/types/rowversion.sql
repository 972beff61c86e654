-- docs/t-sql/data-types/rowversion-transact-sql.md: a table has one, every INSERT and UPDATE gives it the next number of the database.
-- docs/t-sql/functions/dbts-transact-sql.md, docs/t-sql/functions/min-active-rowversion-transact-sql.md: the last number, and the first
-- that may still come or belongs to a transaction that is not over. A new database has given 0x7D0.
CREATE DATABASE D;
GO
USE D;
SELECT @@DBTS AS last, MIN_ACTIVE_ROWVERSION() AS least;
CREATE TABLE ExampleTable (PriKey int PRIMARY KEY, timestamp);
CREATE TABLE ExampleTable2 (PriKey int PRIMARY KEY, VerCol rowversion);
SELECT name, system_type_id, max_length, is_nullable FROM sys.columns WHERE name IN ('timestamp', 'VerCol') ORDER BY name;
GO
INSERT INTO ExampleTable (PriKey) VALUES (1), (2);
INSERT INTO ExampleTable2 VALUES (1, DEFAULT);
SELECT * FROM ExampleTable ORDER BY PriKey;
SELECT * FROM ExampleTable2;
SELECT @@DBTS AS last, MIN_ACTIVE_ROWVERSION() AS least;
GO
-- Also an UPDATE that changes nothing, or another column's value to itself; not one that finds no row.
UPDATE ExampleTable SET PriKey = PriKey WHERE PriKey = 1;
UPDATE ExampleTable SET PriKey = 5 WHERE PriKey = 7;
SELECT * FROM ExampleTable ORDER BY timestamp;
GO
-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md: 272, 273.
UPDATE ExampleTable SET timestamp = 0x01;
GO
UPDATE ExampleTable SET timestamp = DEFAULT;
GO
INSERT INTO ExampleTable (PriKey, timestamp) VALUES (3, 0x01);
GO
INSERT INTO ExampleTable SELECT PriKey + 10, VerCol FROM ExampleTable2;
GO
-- 2738, 1755, 4927, 4928.
CREATE TABLE bad (a rowversion, b timestamp);
GO
ALTER TABLE ExampleTable ADD again rowversion;
GO
CREATE TABLE bad (a rowversion DEFAULT 0x01);
GO
ALTER TABLE ExampleTable ALTER COLUMN timestamp binary(8);
GO
ALTER TABLE ExampleTable ALTER COLUMN PriKey rowversion;
GO
-- The example of optimistic concurrency in the page: the row is changed if nobody has changed it since it was read.
CREATE TABLE MyTest (myKey INT PRIMARY KEY, myValue INT, RV rowversion);
GO
INSERT INTO MyTest (myKey, myValue) VALUES (1, 0);
INSERT INTO MyTest (myKey, myValue) VALUES (2, 0);
DECLARE @seen rowversion = (SELECT RV FROM MyTest WHERE myKey = 1);
DECLARE @t TABLE (myKey INT);
UPDATE MyTest SET myValue = 2 OUTPUT inserted.myKey INTO @t(myKey) WHERE myKey = 1 AND RV = @seen;
UPDATE MyTest SET myValue = 3 OUTPUT inserted.myKey INTO @t(myKey) WHERE myKey = 1 AND RV = @seen;
SELECT COUNT(*) AS updated FROM @t;
GO
-- docs/t-sql/functions/cast-and-convert-transact-sql.md: what a rowversion converts to; data-type-precedence-transact-sql.md: it meets an
-- integer as that.
SELECT CAST(RV AS bigint) AS number, CAST(RV AS varbinary(8)) AS bytes, CAST(RV AS binary(4)) AS four, RV + 1 AS next FROM MyTest WHERE RV > 2000 AND myKey = 1;
SELECT CAST(CAST(2008 AS bigint) AS rowversion) AS version, CAST(0x01 AS timestamp) AS padded;
GO
SELECT CAST(RV AS nvarchar(8)) FROM MyTest;
GO
SELECT CAST(RV AS float) FROM MyTest;
GO
DECLARE @v rowversion = 'text';
GO
SELECT CAST(RV AS sql_variant) FROM MyTest;
GO
-- DELETE gives no number; MERGE does, with both of its actions, and so does what follows a key.
CREATE TABLE parent (id int PRIMARY KEY, rv rowversion);
CREATE TABLE child (id int, parent int NULL REFERENCES parent(id) ON DELETE SET NULL ON UPDATE CASCADE, rv rowversion);
INSERT INTO parent (id) VALUES (1), (2);
INSERT INTO child (id, parent) VALUES (10, 1), (20, 2);
SELECT CAST(@@DBTS AS int) AS last;
UPDATE parent SET id = 3 WHERE id = 1;
DELETE parent WHERE id = 2;
SELECT id, parent, CAST(rv AS int) AS rv FROM child ORDER BY id;
MERGE parent USING (VALUES (3), (4)) AS s(id) ON parent.id = s.id
WHEN MATCHED THEN UPDATE SET id = s.id
WHEN NOT MATCHED THEN INSERT (id) VALUES (s.id)
OUTPUT $action, inserted.id, CAST(inserted.rv AS int) AS rv;
SELECT CAST(@@DBTS AS int) AS last;
GO
-- A rollback gives no number back. The first number of a transaction is active until it ends.
BEGIN TRAN;
UPDATE MyTest SET myValue = 9;
UPDATE MyTest SET myValue = 10;
SELECT CAST(@@DBTS AS int) AS last, CAST(MIN_ACTIVE_ROWVERSION() AS int) AS least;
GO
-- @session other
USE D;
INSERT INTO MyTest (myKey, myValue) VALUES (3, 0);
SELECT CAST(@@DBTS AS int) AS last, CAST(MIN_ACTIVE_ROWVERSION() AS int) AS least;
GO
-- @session
ROLLBACK;
SELECT CAST(@@DBTS AS int) AS last, CAST(MIN_ACTIVE_ROWVERSION() AS int) AS least;
GO
-- ALTER TABLE ADD gives a number to each row that is there; SELECT INTO takes numbers over; an index may have them as its key.
CREATE TABLE grown (a int);
INSERT INTO grown VALUES (1), (2);
ALTER TABLE grown ADD rv rowversion;
SELECT a, CAST(rv AS int) AS rv FROM grown ORDER BY a;
SELECT * INTO copy FROM grown;
SELECT a, CAST(rv AS int) AS rv FROM copy ORDER BY a;
SELECT system_type_id FROM sys.columns WHERE object_id = OBJECT_ID('copy') AND name = 'rv';
CREATE UNIQUE INDEX i ON copy(rv);
UPDATE copy SET a = a + 10;
SELECT a FROM copy WHERE rv > 2000 ORDER BY rv;
SELECT CAST(@@DBTS AS int) AS last;
GO
-- Numbers never go back: a clean end loses none, a crash at most a block.
-- @restart
USE D;
SELECT CAST(@@DBTS AS int) AS last;
INSERT INTO MyTest (myKey, myValue) VALUES (4, 0);
SELECT CAST(RV AS int) AS rv FROM MyTest WHERE myKey = 4;
GO
-- @crash
USE D;
SELECT CASE WHEN @@DBTS >= (SELECT MAX(RV) FROM MyTest) THEN 'on' ELSE 'back' END AS goes;
INSERT INTO MyTest (myKey, myValue) VALUES (5, 0);
SELECT myKey FROM MyTest ORDER BY RV DESC;
GO
-- Temporary tables and table variables have numbers of tempdb's.
CREATE TABLE #t (a int, rv rowversion);
INSERT INTO #t (a) VALUES (1);
DECLARE @v TABLE (a int, rv rowversion);
INSERT INTO @v (a) VALUES (1);
SELECT CASE WHEN (SELECT rv FROM @v) > (SELECT rv FROM #t) THEN 'later' END AS numbered;
GO
