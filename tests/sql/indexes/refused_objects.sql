-- docs/relational-databases/errors-events/database-engine-events-and-errors-1000-to-1999.md (1900, 1914, 1915, 1917, 1929, 1977, 1978): the messages' texts.
-- docs/t-sql/statements/create-index-transact-sql.md: filtered indexes are nonclustered; no online index on a local
-- temporary table; docs/t-sql/statements/create-statistics-transact-sql.md: no xml columns.
CREATE DATABASE C;
GO
USE C;
CREATE TABLE dbo.t (a int, x xml);
CREATE INDEX i ON dbo.t (a);
GO
CREATE PROCEDURE dbo.p AS SELECT 1 AS a;
GO
CREATE CLUSTERED INDEX c ON dbo.t (a) WHERE a > 1;
GO
CREATE INDEX i ON dbo.p (a);
GO
CREATE STATISTICS s ON dbo.p (a);
GO
CREATE INDEX i ON dbo.nosuch (a);
GO
ALTER INDEX i ON dbo.t SET (IGNORE_DUP_KEY = ON);
GO
CREATE INDEX j ON dbo.t (x);
GO
CREATE CLUSTERED INDEX j ON dbo.t (x);
GO
CREATE STATISTICS s ON dbo.t (x);
GO
CREATE TABLE #t (a int);
CREATE INDEX i ON #t (a) WITH (ONLINE = ON);
GO
CREATE INDEX i ON #t (a) WITH (ONLINE = OFF);
ALTER INDEX i ON #t REBUILD WITH (ONLINE = ON);
GO
TRUNCATE TABLE dbo.p;
GO
SET IDENTITY_INSERT dbo.p ON;
