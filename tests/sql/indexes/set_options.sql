-- ALTER INDEX SET changes an index's options and leaves its rows (docs/t-sql/statements/alter-index-transact-sql.md); ALTER TABLE SET states
-- the default of LOCK_ESCALATION, and DROP CONSTRAINT and ALTER COLUMN take ONLINE (docs/t-sql/statements/alter-table-transact-sql.md).
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int NOT NULL CONSTRAINT pk PRIMARY KEY, b int, c int);
CREATE UNIQUE INDEX ib ON dbo.t(b) WITH (IGNORE_DUP_KEY = ON);
INSERT INTO dbo.t VALUES (1, 1, 1), (2, 2, 2);
GO
ALTER INDEX ib ON dbo.t SET (ALLOW_ROW_LOCKS = ON, ALLOW_PAGE_LOCKS = ON, OPTIMIZE_FOR_SEQUENTIAL_KEY = ON, STATISTICS_NORECOMPUTE = OFF);
SELECT ignore_dup_key FROM sys.indexes WHERE name = 'ib';
GO
ALTER INDEX ib ON dbo.t SET (IGNORE_DUP_KEY = OFF);
SELECT ignore_dup_key FROM sys.indexes WHERE name = 'ib';
INSERT INTO dbo.t VALUES (3, 2, 3);
GO
SELECT a, b FROM dbo.t WITH (INDEX(ib)) WHERE b > 0 ORDER BY b;
GO
ALTER INDEX ALL ON dbo.t SET (IGNORE_DUP_KEY = OFF);
GO
ALTER INDEX none ON dbo.t SET (ALLOW_ROW_LOCKS = ON);
GO
ALTER INDEX ib ON dbo.t SET (ALLOW_ROW_LOCKS = OFF);
GO
ALTER INDEX ib ON dbo.t SET (FILLFACTOR = 80);
GO
ALTER TABLE dbo.t SET (LOCK_ESCALATION = TABLE);
SELECT lock_escalation_desc FROM sys.tables WHERE name = 't';
GO
ALTER TABLE dbo.t SET (LOCK_ESCALATION = DISABLE);
GO
ALTER TABLE dbo.none SET (LOCK_ESCALATION = TABLE);
GO
ALTER TABLE dbo.t ALTER COLUMN c bigint WITH (ONLINE = ON);
ALTER TABLE dbo.t DROP CONSTRAINT pk WITH (ONLINE = OFF, MAXDOP = 1);
SELECT a, b, c FROM dbo.t ORDER BY a;
GO
