-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md, ...-1000-to-1999.md, ...-2000-to-2999.md: the messages' texts;
-- docs/t-sql/statements/create-index-transact-sql.md, alter-database-transact-sql-file-and-filegroup-options.md, alter-database-transact-sql-set-options.md,
-- docs/t-sql/queries/hints-transact-sql-query.md (OPTIMIZE FOR), hints-transact-sql-table.md (ROWLOCK, PAGLOCK), from-transact-sql.md,
-- docs/t-sql/queries/output-clause-transact-sql.md, docs/t-sql/statements/create-function-transact-sql.md, create-view-transact-sql.md,
-- docs/t-sql/queries/readtext-transact-sql.md, docs/t-sql/language-elements/declare-cursor-transact-sql.md.
CREATE TABLE t (a int NOT NULL, b varchar(10), c text, CONSTRAINT p PRIMARY KEY (a));
INSERT INTO t VALUES (1, 'one', 'first');
CREATE TABLE u (a int NOT NULL, d int);
INSERT INTO u VALUES (1, 10);
GO
-- An option is given once.
CREATE INDEX i ON t (b) WITH (PAD_INDEX = ON, FILLFACTOR = 80, PAD_INDEX = OFF);
GO
CREATE INDEX i ON t (b) WITH (DROP_EXISTING = ON, DROP_EXISTING = ON);
GO
ALTER INDEX p ON t REBUILD WITH (ONLINE = OFF, ONLINE = OFF);
GO
ALTER INDEX p ON t SET (ALLOW_ROW_LOCKS = ON, allow_row_locks = OFF);
GO
CREATE TABLE v (a int, INDEX i (a) WITH (FILLFACTOR = 80, FILLFACTOR = 80));
GO
ALTER DATABASE CURRENT SET AUTO_CLOSE OFF, AUTO_CLOSE ON;
GO
CREATE DATABASE d ON (NAME = d, FILENAME = 'd.mdf', SIZE = 8MB, NAME = e);
GO
CREATE INDEX i ON t (b) WITH (MAXDOP = 99999);
GO
CREATE INDEX i ON t (b) WITH (MAXDOP = 32767);
DROP INDEX i ON t;
GO
-- OPTIMIZE FOR names variables that the statement uses, with constants.
DECLARE @a int = 1, @b int = 2;
SELECT a FROM t WHERE a = @a OPTION (OPTIMIZE FOR (@b = 1));
GO
DECLARE @a int = 1, @ab int = 2;
SELECT a FROM t WHERE a = @ab OPTION (OPTIMIZE FOR (@a UNKNOWN));
GO
DECLARE @a int = 1, @b int = 2;
SELECT a FROM t WHERE a = @a OPTION (OPTIMIZE FOR (@a = @b));
GO
SELECT a FROM t OPTION (OPTIMIZE FOR (@a = 1));
GO
DECLARE @a int = 1;
UPDATE t SET b = 'two' WHERE a = 5 OPTION (OPTIMIZE FOR (@a = 1));
GO
DECLARE @a int = 1, @b int = 2;
SELECT a FROM t WHERE a = @a OPTION (OPTIMIZE FOR (@A = -1, @b UNKNOWN));
GO
DECLARE @a int = 1, @b int = 2;
SELECT a FROM t WHERE a IN (@a, @B) ORDER BY CASE WHEN ROW_NUMBER() OVER (ORDER BY @b + a) > 0 THEN 1 END OPTION (OPTIMIZE FOR (@A = -1, @b UNKNOWN));
GO
-- ROWLOCK and PAGLOCK need an index that allows them.
ALTER INDEX p ON t SET (ALLOW_ROW_LOCKS = OFF);
GO
SELECT a FROM t WITH (ROWLOCK);
GO
UPDATE t WITH (ROWLOCK) SET b = 'two';
GO
SELECT a FROM t WITH (PAGLOCK);
GO
ALTER INDEX p ON t SET (ALLOW_ROW_LOCKS = ON, ALLOW_PAGE_LOCKS = OFF);
GO
DELETE FROM t WITH (PAGLOCK, HOLDLOCK);
GO
SELECT a FROM t WITH (ROWLOCK);
GO
ALTER INDEX p ON t SET (ALLOW_PAGE_LOCKS = ON);
GO
-- A function's rows keep the names of their columns.
CREATE FUNCTION dbo.rows_of (@a int) RETURNS TABLE AS RETURN SELECT @a AS n;
GO
CREATE FUNCTION dbo.kept_rows (@a int) RETURNS @r TABLE (n int) AS BEGIN INSERT @r VALUES (@a); RETURN END;
GO
SELECT m FROM dbo.rows_of(1) AS r (m);
GO
SELECT m FROM dbo.kept_rows(1) AS r (m);
GO
SELECT r.n, k.n FROM dbo.rows_of(1) AS r CROSS APPLY dbo.kept_rows(2) AS k;
GO
-- OUTPUT: no function that may read data, no column of a table that isn't changed.
CREATE FUNCTION dbo.twice (@a int) RETURNS int AS BEGIN RETURN 2 * @a END;
GO
CREATE FUNCTION dbo.bound_twice (@a int) RETURNS int WITH SCHEMABINDING AS BEGIN RETURN 2 * @a END;
GO
UPDATE t SET b = 'three' OUTPUT dbo.twice(inserted.a) AS twice;
GO
UPDATE t SET b = 'four' OUTPUT dbo.bound_twice(inserted.a) AS twice;
GO
CREATE VIEW both AS SELECT t.a, t.b, u.d FROM t JOIN u ON u.a = t.a;
GO
UPDATE both SET b = 'five' OUTPUT inserted.d;
GO
UPDATE both SET b = 'five' OUTPUT inserted.*;
GO
UPDATE both SET b = 'five' OUTPUT inserted.b, deleted.d;
GO
-- Types that a function can't return.
CREATE FUNCTION dbo.f () RETURNS text AS BEGIN RETURN 'a' END;
GO
CREATE FUNCTION dbo.f () RETURNS timestamp AS BEGIN RETURN 0x01 END;
GO
-- A schema-bound object doesn't depend on the system's.
CREATE VIEW dbo.w WITH SCHEMABINDING AS SELECT name FROM sys.objects;
GO
CREATE VIEW dbo.w WITH SCHEMABINDING AS SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES;
GO
-- Statements on text pointers take tables.
CREATE VIEW texts AS SELECT a, c FROM t;
GO
READTEXT texts.c 0x00 0 1;
GO
WRITETEXT texts.c 0x00 'text';
GO
-- A cursor over a set operation is read-only.
DECLARE c CURSOR FOR SELECT a FROM t UNION SELECT a FROM u FOR UPDATE;
GO
DECLARE c CURSOR FOR SELECT a FROM t UNION ALL SELECT a FROM u FOR UPDATE OF a;
GO
-- The database of a temporary table is tempdb.
CREATE TABLE tempdb..#t (a int);
SELECT COUNT(*) AS n FROM #t;
