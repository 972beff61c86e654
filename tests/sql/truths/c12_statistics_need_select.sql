-- t-sql/database-console-commands/dbcc-show-statistics-transact-sql.md, *Permissions*: SELECT on every column of the statistics;
-- relational-databases/system-dynamic-management-views/sys-dm-db-stats-histogram-transact-sql.md and sys-dm-db-stats-properties-transact-sql.md: no
-- rows without it. A member of db_ddladmin needs none.
CREATE DATABASE d;
GO
USE d;
CREATE TABLE dbo.t(a INT, b INT);
INSERT dbo.t VALUES(1, 11), (2, 22), (3, 33);
CREATE STATISTICS of_a ON dbo.t(a) WITH FULLSCAN;
CREATE STATISTICS of_b ON dbo.t(b) WITH FULLSCAN;
CREATE STATISTICS of_both ON dbo.t(a, b) WITH FULLSCAN;
CREATE USER ann WITHOUT LOGIN;
CREATE USER bob WITHOUT LOGIN;
CREATE USER eve WITHOUT LOGIN;
GRANT SELECT ON dbo.t(a) TO ann;
ALTER ROLE db_ddladmin ADD MEMBER bob;
GO
EXECUTE AS USER = 'ann';
DBCC SHOW_STATISTICS('dbo.t', of_a) WITH DENSITY_VECTOR, NO_INFOMSGS;
DBCC SHOW_STATISTICS('dbo.t', of_b) WITH HISTOGRAM;
DBCC SHOW_STATISTICS('dbo.t', of_both) WITH HISTOGRAM;
SELECT s.name, h.step_number, h.range_high_key FROM sys.stats AS s CROSS APPLY sys.dm_db_stats_histogram(s.object_id, s.stats_id) AS h
ORDER BY s.name, h.step_number;
SELECT s.name, p.rows FROM sys.stats AS s CROSS APPLY sys.dm_db_stats_properties(s.object_id, s.stats_id) AS p ORDER BY s.name;
REVERT;
GO
EXECUTE AS USER = 'eve';
DBCC SHOW_STATISTICS('dbo.t', of_a) WITH HISTOGRAM;
REVERT;
GO
EXECUTE AS USER = 'bob';
DBCC SHOW_STATISTICS('dbo.t', of_both) WITH DENSITY_VECTOR, NO_INFOMSGS;
SELECT s.name, p.rows FROM sys.stats AS s CROSS APPLY sys.dm_db_stats_properties(s.object_id, s.stats_id) AS p ORDER BY s.name;
REVERT;
GO
