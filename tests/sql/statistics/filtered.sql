-- docs/t-sql/statements/create-statistics-transact-sql.md, WHERE and "Statistics with a filtered condition"; docs/t-sql/database-console-commands/
-- dbcc-show-statistics-transact-sql.md: Rows, Filter Expression, Unfiltered Rows. docs/relational-databases/system-catalog-views/sys-stats-transact-sql.md: has_filter,
-- filter_definition. docs/relational-databases/errors-events/database-engine-events-and-errors-10000-to-10999.md: 10609 to 10620, 10735.
CREATE DATABASE F;
GO
USE F;
GO
SET NOCOUNT ON;
CREATE TABLE dbo.person (id int NOT NULL CONSTRAINT pk PRIMARY KEY, promotion int NULL, name varchar(20) NULL, born date NULL, twice AS id * 2, gone int NULL);
INSERT dbo.person (id, promotion, name) SELECT value, value % 4, CASE WHEN value % 10 = 0 THEN NULL ELSE 'n' + CAST(value % 5 AS varchar(2)) END FROM GENERATE_SERIES(1, 200);
GO
CREATE STATISTICS promoted ON dbo.person (id, name) WHERE promotion = 2 WITH FULLSCAN;
CREATE STATISTICS named ON dbo.person (name) WHERE name IS NOT NULL AND promotion IN (0, 1);
CREATE STATISTICS nobody ON dbo.person (promotion) WHERE id > 1000;
CREATE STATISTICS everybody ON dbo.person (promotion);
CREATE INDEX few ON dbo.person (promotion) WHERE name IS NULL;
GO
SELECT name, has_filter, filter_definition FROM sys.stats WHERE object_id = OBJECT_ID('dbo.person') ORDER BY name;
SELECT s.name, p.rows, p.rows_sampled, p.unfiltered_rows, p.steps
FROM sys.stats AS s CROSS APPLY sys.dm_db_stats_properties(s.object_id, s.stats_id) AS p WHERE s.object_id = OBJECT_ID('dbo.person') ORDER BY s.name;
GO
DECLARE @t TABLE (Name sysname, Updated nvarchar(20), Rows bigint, Sampled bigint, Steps smallint, Density real, Length real, StringIndex nchar(3), Filter nvarchar(max), Unfiltered bigint, Persisted float);
INSERT @t EXEC ('DBCC SHOW_STATISTICS (''dbo.person'', promoted) WITH STAT_HEADER, NO_INFOMSGS');
INSERT @t EXEC ('DBCC SHOW_STATISTICS (''dbo.person'', few) WITH STAT_HEADER, NO_INFOMSGS');
INSERT @t EXEC ('DBCC SHOW_STATISTICS (''dbo.person'', nobody) WITH STAT_HEADER, NO_INFOMSGS');
INSERT @t EXEC ('DBCC SHOW_STATISTICS (''dbo.person'', everybody) WITH STAT_HEADER, NO_INFOMSGS');
SELECT Name, Rows, Sampled, Steps, Filter, Unfiltered FROM @t;
GO
DBCC SHOW_STATISTICS ('dbo.person', promoted) WITH DENSITY_VECTOR, NO_INFOMSGS;
DBCC SHOW_STATISTICS ('dbo.person', few) WITH HISTOGRAM, NO_INFOMSGS;
DBCC SHOW_STATISTICS ('dbo.person', named) WITH HISTOGRAM, NO_INFOMSGS;
GO
-- An update measures the rows that pass now.
INSERT dbo.person (id, promotion) VALUES (1001, 2), (1002, 3);
UPDATE dbo.person SET promotion = 2 WHERE id = 3;
UPDATE STATISTICS dbo.person;
SELECT s.name, p.rows, p.unfiltered_rows, p.modification_counter
FROM sys.stats AS s CROSS APPLY sys.dm_db_stats_properties(s.object_id, s.stats_id) AS p WHERE s.object_id = OBJECT_ID('dbo.person') ORDER BY s.name;
GO
-- They outlive a crash, and plans of the whole table don't read them.
-- @crash
USE F;
SET NOCOUNT ON;
SELECT name, has_filter, filter_definition FROM sys.stats WHERE object_id = OBJECT_ID('dbo.person') ORDER BY name;
SELECT s.name, p.rows, p.unfiltered_rows
FROM sys.stats AS s CROSS APPLY sys.dm_db_stats_properties(s.object_id, s.stats_id) AS p WHERE s.object_id = OBJECT_ID('dbo.person') ORDER BY s.name;
GO
-- "You cannot drop, rename, or alter the definition of a table column that is defined in a filtered statistics predicate." Others move.
ALTER TABLE dbo.person ADD last int NULL;
GO
CREATE STATISTICS final ON dbo.person (promotion) WHERE last = 5;
ALTER TABLE dbo.person DROP COLUMN gone;
UPDATE dbo.person SET last = 5 WHERE id <= 7;
UPDATE STATISTICS dbo.person final;
SELECT p.rows, p.unfiltered_rows FROM sys.stats AS s CROSS APPLY sys.dm_db_stats_properties(s.object_id, s.stats_id) AS p WHERE s.name = 'final';
GO
ALTER TABLE dbo.person DROP COLUMN last;
GO
ALTER TABLE dbo.person ALTER COLUMN last bigint NULL;
GO
EXEC sp_rename 'dbo.person.last', 'least', 'COLUMN';
GO
DROP STATISTICS dbo.person.final;
ALTER TABLE dbo.person DROP COLUMN last;
SELECT COUNT(*) AS n FROM sys.stats WHERE object_id = OBJECT_ID('dbo.person') AND name = 'final';
GO
-- An empty table has no figures.
CREATE TABLE dbo.empty (a int, b int);
CREATE STATISTICS s ON dbo.empty (a) WHERE b = 1;
SELECT p.rows, p.unfiltered_rows FROM sys.stats AS s CROSS APPLY sys.dm_db_stats_properties(s.object_id, s.stats_id) AS p WHERE s.object_id = OBJECT_ID('dbo.empty');
GO
CREATE STATISTICS wrong ON dbo.person (id) WHERE promotion = NULL;
GO
CREATE STATISTICS wrong ON dbo.person (id) WHERE twice = 2;
GO
CREATE STATISTICS wrong ON dbo.person (id) WHERE promotion = 1 OR promotion = 2;
GO
CREATE STATISTICS wrong ON dbo.person (id) WHERE nothing = 1;
GO
CREATE STATISTICS wrong ON dbo.person (id) WHERE promotion = 1.5;
GO
CREATE STATISTICS wrong ON dbo.person (id) WHERE born = 'no date';
GO
