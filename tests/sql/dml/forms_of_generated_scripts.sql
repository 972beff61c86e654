-- Forms that modelling tools, deployment tools and job schedulers write.
-- docs/t-sql/statements/create-table-transact-sql.md, <column_definition>: [ CONSTRAINT name ] { NULL | NOT NULL }.
CREATE DATABASE F;
GO
USE F;
CREATE TABLE dbo.t(a int CONSTRAINT nn_a NOT NULL PRIMARY KEY, b int CONSTRAINT n_b NULL, c varchar(5) CONSTRAINT nn_c NOT NULL CONSTRAINT d_c DEFAULT 'x');
ALTER TABLE dbo.t ADD d int CONSTRAINT n_d NULL;
DECLARE @v TABLE(a int NOT NULL, b int NULL);
SELECT name, is_nullable FROM sys.columns WHERE object_id = OBJECT_ID('dbo.t') ORDER BY column_id;
SELECT name FROM sys.objects WHERE name LIKE 'n%[_]%' ORDER BY name;
GO
-- A list of columns may have qualified names, of which the last part counts (inferred: servers accept them).
INSERT INTO dbo.t(t.a, dbo.t.b) VALUES (1, 2);
SELECT a, b, c, d FROM dbo.t;
GO
-- docs/t-sql/statements/insert-transact-sql.md: hints of an INSERT need WITH, so a list in parentheses is one of columns.
CREATE TABLE dbo.s(Snapshot int, n int);
INSERT INTO dbo.s(Snapshot, n) VALUES (1, 2);
INSERT INTO dbo.s(Snapshot) VALUES (3);
INSERT INTO dbo.s WITH (TABLOCK) (Snapshot) VALUES (4);
INSERT INTO dbo.s(n) OUTPUT inserted.n INTO dbo.s(Snapshot) VALUES (5);
SELECT Snapshot, n FROM dbo.s ORDER BY Snapshot, n;
GO
-- docs/t-sql/statements/merge-transact-sql.md, <merge_hint>: the target of MERGE may have index hints.
CREATE INDEX ix ON dbo.t(b);
GO
CREATE TABLE dbo.counts(k int PRIMARY KEY, n int NOT NULL);
INSERT INTO dbo.counts VALUES (1, 10);
MERGE dbo.counts WITH (FORCESEEK, HOLDLOCK) AS target
USING (SELECT 1 AS k, 5 AS n UNION ALL SELECT 2, 7) AS source ON target.k = source.k
WHEN MATCHED THEN UPDATE SET n = target.n + source.n
WHEN NOT MATCHED THEN INSERT (k, n) VALUES (source.k, source.n);
SELECT k, n FROM dbo.counts ORDER BY k;
MERGE dbo.t WITH (HOLDLOCK, INDEX (ix)) AS target USING (SELECT 2 AS b) AS source ON target.b = source.b WHEN MATCHED THEN UPDATE SET d = 9;
SELECT a, d FROM dbo.t;
GO
-- 308: there is no such index.
MERGE dbo.t WITH (INDEX (none)) AS target USING (SELECT 2 AS b) AS source ON target.b = source.b WHEN MATCHED THEN DELETE;
GO
-- 1069 for other targets.
UPDATE dbo.t WITH (INDEX (ix)) SET d = 1;
GO
-- docs/t-sql/statements/alter-database-transact-sql-set-options.md, CURSOR_DEFAULT.
ALTER DATABASE CURRENT SET ANSI_NULLS ON, CURSOR_DEFAULT LOCAL, CURSOR_CLOSE_ON_COMMIT OFF WITH ROLLBACK IMMEDIATE;
SELECT is_local_cursor_default AS is_local, DATABASEPROPERTYEX('F', 'IsLocalCursorsDefault') AS property FROM sys.databases WHERE name = 'F';
GO
DECLARE c CURSOR FOR SELECT a FROM dbo.t;
DECLARE g CURSOR GLOBAL FOR SELECT a FROM dbo.t;
SELECT CURSOR_STATUS('local', 'c') AS local, CURSOR_STATUS('global', 'g') AS global;
GO
SELECT CURSOR_STATUS('local', 'c') AS gone, CURSOR_STATUS('global', 'c') AS never, CURSOR_STATUS('global', 'g') AS stays;
DEALLOCATE g;
ALTER DATABASE F SET CURSOR_DEFAULT GLOBAL;
GO
DECLARE c CURSOR FOR SELECT a FROM dbo.t;
GO
SELECT CURSOR_STATUS('global', 'c') AS stays;
DEALLOCATE c;
GO
ALTER DATABASE F SET CURSOR_DEFAULT ON;
GO
-- docs/relational-databases/system-stored-procedures/sp-db-vardecimal-storage-format-transact-sql.md
EXEC sys.sp_db_vardecimal_storage_format N'F', N'ON';
EXEC sp_db_vardecimal_storage_format N'F';
EXEC sp_db_vardecimal_storage_format N'none', 'ON';
GO
-- docs/relational-databases/system-information-schema-views/columns-transact-sql.md: the ordinal position leaves no gaps.
DROP INDEX ix ON dbo.t;
ALTER TABLE dbo.t DROP COLUMN b;
SELECT name, COLUMNPROPERTY(object_id, name, 'ColumnId') AS id, COLUMNPROPERTY(object_id, name, 'ordinal') AS ordinal
FROM sys.columns WHERE object_id = OBJECT_ID('dbo.t') ORDER BY column_id;
GO
USE master;
DROP DATABASE F;
GO
