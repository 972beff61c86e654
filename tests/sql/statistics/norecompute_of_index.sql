-- STATISTICS_NORECOMPUTE of docs/t-sql/statements/create-index-transact-sql.md, alter-index-transact-sql.md and
-- create-table-transact-sql.md: the statistics of the index aren't updated automatically.
CREATE DATABASE N;
GO
USE N;
CREATE TABLE dbo.t (id int NOT NULL CONSTRAINT pk PRIMARY KEY WITH (STATISTICS_NORECOMPUTE = ON), a int, b int, c int, CONSTRAINT uq UNIQUE (b, id) WITH (STATISTICS_NORECOMPUTE = OFF), INDEX ic (c) WITH (STATISTICS_NORECOMPUTE = ON));
INSERT dbo.t SELECT value, value % 10, value, value FROM GENERATE_SERIES(1, 1000);
CREATE INDEX ia ON dbo.t (a) WITH (STATISTICS_NORECOMPUTE = ON);
CREATE INDEX ib ON dbo.t (b);
ALTER TABLE dbo.t ADD CONSTRAINT uc UNIQUE (c, id) WITH (STATISTICS_NORECOMPUTE = ON);
SELECT name, no_recompute FROM sys.stats WHERE object_id = OBJECT_ID('dbo.t') ORDER BY stats_id;
GO
-- Twice the rows: only the statistics without the option are updated before the query that uses them.
INSERT dbo.t SELECT value, value % 10, value, value FROM GENERATE_SERIES(1001, 2000);
SELECT COUNT(*) AS n FROM dbo.t WHERE a = 3;
SELECT COUNT(*) AS n FROM dbo.t WHERE b > 1500;
SELECT s.name, p.rows FROM sys.stats AS s CROSS APPLY sys.dm_db_stats_properties(s.object_id, s.stats_id) AS p WHERE s.object_id = OBJECT_ID('dbo.t') AND s.name IN ('ia', 'ib') ORDER BY s.name;
GO
-- A rebuild without the option sets its default, OFF. SET changes what it names, REORGANIZE nothing.
ALTER INDEX ia ON dbo.t REORGANIZE;
ALTER INDEX uq ON dbo.t SET (STATISTICS_NORECOMPUTE = ON);
ALTER INDEX ic ON dbo.t SET (ALLOW_ROW_LOCKS = ON);
ALTER INDEX uc ON dbo.t REBUILD;
ALTER INDEX ib ON dbo.t REBUILD WITH (STATISTICS_NORECOMPUTE = ON);
SELECT name, no_recompute FROM sys.stats WHERE object_id = OBJECT_ID('dbo.t') ORDER BY stats_id;
GO
ALTER INDEX ic ON dbo.t SET (STATISTICS_NORECOMPUTE = OFF);
CREATE INDEX ia ON dbo.t (a) INCLUDE (c) WITH (DROP_EXISTING = ON);
CREATE UNIQUE INDEX ib ON dbo.t (b) WITH (DROP_EXISTING = ON, STATISTICS_NORECOMPUTE = ON);
SELECT name, no_recompute FROM sys.stats WHERE object_id = OBJECT_ID('dbo.t') ORDER BY stats_id;
GO
-- The option is kept by a restart and ends with UPDATE STATISTICS without NORECOMPUTE.
-- @restart
USE N;
UPDATE STATISTICS dbo.t pk;
SELECT name, no_recompute FROM sys.stats WHERE object_id = OBJECT_ID('dbo.t') ORDER BY stats_id;
EXEC sp_autostats 'dbo.t';
GO
USE master;
DROP DATABASE N;
