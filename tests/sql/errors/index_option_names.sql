-- Recorded answers of SQL Server: each statement takes its own index options, 155; a fill factor is 1 to 100, 129. Both refuse the batch.
-- docs/t-sql/statements/create-index-transact-sql.md, alter-index-transact-sql.md, alter-table-index-option-transact-sql.md.
CREATE TABLE dbo.t (id int NOT NULL, a int);
CREATE INDEX ix ON dbo.t (a);
GO
CREATE INDEX i ON dbo.t (a) WITH (FILLFACTOR = 0);
GO
CREATE INDEX i ON dbo.t (a) WITH (FILLFACTOR = 101);
GO
CREATE INDEX i ON dbo.t (a) WITH (nope = ON);
GO
ALTER INDEX ix ON dbo.t REBUILD WITH (nope = ON);
GO
ALTER INDEX ix ON dbo.t REBUILD WITH (drop_existing = ON);
GO
ALTER INDEX ix ON dbo.t REBUILD WITH (optimize_for_sequential_key = OFF);
GO
ALTER INDEX ix ON dbo.t SET (FillFactor = 30);
GO
ALTER INDEX ix ON dbo.t SET (online = ON);
GO
ALTER INDEX ix ON dbo.t SET (nope = ON);
GO
ALTER TABLE dbo.t ADD CONSTRAINT pk PRIMARY KEY (id) WITH (nope = ON);
GO
ALTER TABLE dbo.t ADD CONSTRAINT pk PRIMARY KEY (id) WITH (drop_existing = OFF);
GO
ALTER TABLE dbo.t ADD b int CONSTRAINT u UNIQUE WITH (nope = ON);
GO
CREATE TABLE dbo.x (a int PRIMARY KEY WITH (nope = ON));
GO
CREATE TABLE dbo.x (a int NOT NULL, CONSTRAINT pk PRIMARY KEY (a) WITH (sort_in_tempdb = ON));
GO
CREATE TABLE dbo.x (a int INDEX i WITH (online = ON));
GO
CREATE TABLE dbo.x (a int, INDEX i (a) WITH (maxdop = 1));
GO
CREATE TABLE dbo.x (a int UNIQUE WITH (drop_existing = OFF));
GO
DECLARE @x TABLE (a int PRIMARY KEY WITH (nope = ON));
GO
CREATE TYPE dbo.x AS TABLE (a int PRIMARY KEY WITH (nope = ON));
GO
CREATE TYPE dbo.x AS TABLE (a int PRIMARY KEY WITH (FillFactor = 50));
GO
CREATE TYPE dbo.x AS TABLE (a int PRIMARY KEY WITH (Pad_Index = ON));
GO
-- The whole batch is refused.
PRINT 'not reached';
CREATE INDEX i ON dbo.t (a) WITH (nope = ON);
GO
CREATE INDEX i ON dbo.t (a) WITH (PAD_INDEX = OFF, STATISTICS_NORECOMPUTE = OFF, SORT_IN_TEMPDB = OFF, DROP_EXISTING = OFF, ONLINE = OFF,
    ALLOW_ROW_LOCKS = ON, ALLOW_PAGE_LOCKS = ON, OPTIMIZE_FOR_SEQUENTIAL_KEY = OFF, MAXDOP = 1, DATA_COMPRESSION = NONE,
    STATISTICS_INCREMENTAL = OFF, IGNORE_DUP_KEY = OFF, FILLFACTOR = 90, RESUMABLE = OFF);
CREATE TABLE dbo.x (a int PRIMARY KEY WITH (FILLFACTOR = 90, PAD_INDEX = ON, IGNORE_DUP_KEY = OFF, OPTIMIZE_FOR_SEQUENTIAL_KEY = ON));
CREATE TYPE dbo.x AS TABLE (a int PRIMARY KEY WITH (IGNORE_DUP_KEY = ON));
ALTER TABLE dbo.t ADD b int CONSTRAINT u UNIQUE WITH (SORT_IN_TEMPDB = ON, MAXDOP = 1, ONLINE = OFF);
SELECT name, fill_factor FROM sys.indexes WHERE object_id = OBJECT_ID('dbo.t') AND name IS NOT NULL ORDER BY name;
GO
