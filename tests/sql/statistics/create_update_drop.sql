-- docs/t-sql/statements/create-statistics-transact-sql.md, update-statistics-transact-sql.md, drop-statistics-transact-sql.md;
-- docs/t-sql/database-console-commands/dbcc-show-statistics-transact-sql.md: density is 1 / distinct values, the lowest value is the first
-- step, AVG_RANGE_ROWS is 1 where a step has no values between; docs/t-sql/functions/stats-date-transact-sql.md;
-- docs/relational-databases/system-catalog-views/sys-stats-transact-sql.md, sys-stats-columns-transact-sql.md;
-- docs/relational-databases/system-dynamic-management-views/sys-dm-db-stats-properties-transact-sql.md, sys-dm-db-stats-histogram-transact-sql.md.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.t (id int NOT NULL CONSTRAINT PK_t PRIMARY KEY, a int NULL, s varchar(20) NOT NULL);
CREATE INDEX ix_a ON dbo.t (a);
-- Of a new empty table no row was looked at: there is no date.
SELECT name, stats_id, auto_created, user_created, no_recompute, STATS_DATE(object_id, stats_id) AS date FROM sys.stats WHERE object_id = OBJECT_ID('dbo.t');
GO
INSERT INTO dbo.t VALUES (1, 10, 'x'), (2, 10, 'yy'), (3, 20, 'x'), (4, NULL, 'zzz');
CREATE STATISTICS st ON dbo.t (s, a) WITH FULLSCAN, NORECOMPUTE;
UPDATE STATISTICS dbo.t ix_a;
GO
SELECT s.name, s.user_created, s.no_recompute, c.stats_column_id, k.name AS col
  FROM sys.stats AS s JOIN sys.stats_columns AS c ON c.object_id = s.object_id AND c.stats_id = s.stats_id
  JOIN sys.columns AS k ON k.object_id = c.object_id AND k.column_id = c.column_id
 WHERE s.object_id = OBJECT_ID('dbo.t') ORDER BY s.stats_id, c.stats_column_id;
SELECT name, DATEDIFF(hour, STATS_DATE(object_id, stats_id), GETDATE()) AS age FROM sys.stats WHERE object_id = OBJECT_ID('dbo.t') ORDER BY stats_id;
GO
DBCC SHOW_STATISTICS ('dbo.t', st) WITH DENSITY_VECTOR, HISTOGRAM;
GO
-- An index that is not unique has the clustered key behind its own.
DBCC SHOW_STATISTICS ('dbo.t', ix_a) WITH NO_INFOMSGS, DENSITY_VECTOR, HISTOGRAM;
GO
SELECT step_number, range_high_key, range_rows, equal_rows, distinct_range_rows, average_range_rows
  FROM sys.dm_db_stats_histogram(OBJECT_ID('dbo.t'), 2) ORDER BY step_number;
GO
-- Modifications count for the statistics whose first column they touch.
UPDATE dbo.t SET a = 5 WHERE id < 3;
DELETE FROM dbo.t WHERE id = 4;
SELECT s.name, p.rows, p.rows_sampled, p.steps, p.unfiltered_rows, p.modification_counter
  FROM sys.stats AS s CROSS APPLY sys.dm_db_stats_properties(s.object_id, s.stats_id) AS p WHERE s.object_id = OBJECT_ID('dbo.t') ORDER BY s.stats_id;
GO
EXEC sp_updatestats;
GO
EXEC sp_updatestats;
GO
-- They are there after a crash, and go with a rollback.
-- @crash
USE G;
GO
BEGIN TRANSACTION;
DROP STATISTICS dbo.t.st;
CREATE STATISTICS other ON dbo.t (s);
UPDATE STATISTICS dbo.t (ix_a) WITH SAMPLE 0 ROWS;
SELECT name FROM sys.stats WHERE object_id = OBJECT_ID('dbo.t') ORDER BY stats_id;
ROLLBACK;
DBCC SHOW_STATISTICS ('dbo.t', ix_a) WITH NO_INFOMSGS, HISTOGRAM;
GO
SELECT name FROM sys.stats WHERE object_id = OBJECT_ID('dbo.t') ORDER BY stats_id;
GO
-- What can't be.
CREATE STATISTICS st ON dbo.t (a);
GO
CREATE STATISTICS ix_a ON dbo.t (a);
GO
CREATE STATISTICS st2 ON dbo.t (nix);
GO
CREATE STATISTICS st2 ON dbo.t (a, A);
GO
CREATE STATISTICS st2 ON dbo.missing (a);
GO
UPDATE STATISTICS dbo.missing;
GO
UPDATE STATISTICS dbo.t nix;
GO
DROP STATISTICS dbo.t.nix;
GO
DROP STATISTICS dbo.t.ix_a;
GO
DBCC SHOW_STATISTICS ('dbo.t', nix);
GO
DBCC SHOW_STATISTICS ('dbo.missing', nix);
GO
CREATE INDEX st ON dbo.t (a);
GO
-- Who drops a column drops what depends on it first.
ALTER TABLE dbo.t DROP COLUMN s;
GO
DROP STATISTICS dbo.t.st;
ALTER TABLE dbo.t DROP COLUMN s;
DROP INDEX ix_a ON dbo.t;
SELECT name FROM sys.stats WHERE object_id = OBJECT_ID('dbo.t') ORDER BY stats_id;
GO
