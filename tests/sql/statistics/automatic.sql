-- docs/relational-databases/statistics/statistics.md: AUTO_CREATE_STATISTICS makes statistics of single columns that conditions are about, called
-- _WA_Sys_ and so on; AUTO_UPDATE_STATISTICS makes them anew after MIN(500 + 0.20 * n, SQRT(1000 * n)) modifications; both are ON at first;
-- docs/t-sql/statements/alter-database-transact-sql-set-options.md.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.big (id int NOT NULL CONSTRAINT PK_big PRIMARY KEY, grp int NOT NULL, odd int NULL);
CREATE TABLE dbo.n (v int NOT NULL);
INSERT INTO dbo.n VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9);
INSERT INTO dbo.big SELECT a.v + 10 * b.v + 100 * c.v, b.v, NULLIF(a.v % 2, 0) FROM dbo.n AS a CROSS JOIN dbo.n AS b CROSS JOIN dbo.n AS c;
GO
ALTER DATABASE G SET AUTO_CREATE_STATISTICS OFF;
GO
SELECT COUNT(*) AS n FROM dbo.big WHERE grp = 3;
SELECT name FROM sys.stats WHERE object_id = OBJECT_ID('dbo.big');
ALTER DATABASE G SET AUTO_CREATE_STATISTICS ON;
GO
SELECT COUNT(*) AS n FROM dbo.big WHERE grp = 3;
SELECT COUNT(*) AS n FROM dbo.big AS b JOIN dbo.n AS n ON n.v = b.odd;
SELECT LEFT(s.name, 16) AS name, s.stats_id, s.auto_created, s.user_created, p.rows, p.rows_sampled, p.steps
  FROM sys.stats AS s CROSS APPLY sys.dm_db_stats_properties(s.object_id, s.stats_id) AS p WHERE s.object_id = OBJECT_ID('dbo.big') ORDER BY s.stats_id;
GO
-- A column's name finds what came by itself.
DBCC SHOW_STATISTICS ('dbo.big', odd) WITH NO_INFOMSGS, DENSITY_VECTOR, HISTOGRAM;
GO
-- A thousand rows: 700 modifications are too many. Without the option they are only counted.
ALTER DATABASE G SET AUTO_UPDATE_STATISTICS OFF;
GO
UPDATE dbo.big SET odd = 7 WHERE id >= 300;
SELECT COUNT(*) AS n FROM dbo.big WHERE odd = 7;
SELECT p.stats_id, p.rows, p.modification_counter FROM sys.dm_db_stats_properties(OBJECT_ID('dbo.big'), 3) AS p;
ALTER DATABASE G SET AUTO_UPDATE_STATISTICS ON;
GO
SELECT COUNT(*) AS n FROM dbo.big WHERE odd = 7 OR odd IS NULL;
SELECT p.stats_id, p.rows, p.modification_counter FROM sys.dm_db_stats_properties(OBJECT_ID('dbo.big'), 3) AS p;
SELECT range_high_key, equal_rows FROM sys.dm_db_stats_histogram(OBJECT_ID('dbo.big'), 3) ORDER BY step_number;
GO
-- They go with their column.
ALTER TABLE dbo.big DROP COLUMN odd;
SELECT stats_id FROM sys.stats WHERE object_id = OBJECT_ID('dbo.big') ORDER BY stats_id;
GO
