-- docs/t-sql/database-console-commands/dbcc-checkdb-transact-sql.md, result sets: informational messages only, none with NO_INFOMSGS; the
-- current database, or one by name; 0 is the current one. What would mend is refused.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int, v varchar(8000));
GO
INSERT INTO dbo.t(a, v) VALUES (1, 'a'), (2, 'b');
UPDATE dbo.t SET v = REPLICATE(v, 8000);
DELETE FROM dbo.t WHERE a = 1;
DBCC CHECKDB;
PRINT @@ROWCOUNT;
DBCC CHECKDB ('master') WITH NO_INFOMSGS;
DBCC CHECKDB (0) WITH NO_INFOMSGS, ALL_ERRORMSGS;
DBCC CHECKDB (G, REPAIR_REBUILD);
GO
DBCC CHECKDB (N'missing');
GO
-- PHYSICAL_ONLY always implies NO_INFOMSGS.
USE G;
DBCC CHECKDB WITH PHYSICAL_ONLY;
PRINT N'no message';
GO
