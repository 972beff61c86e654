-- docs/t-sql/database-console-commands/dbcc-checkalloc-transact-sql.md: the consistency of disk space allocation structures, a part of what CHECKDB does.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.t (a int PRIMARY KEY, b varchar(max));
INSERT dbo.t VALUES (1, REPLICATE(CAST('x' AS varchar(max)), 20000));
GO
DBCC CHECKALLOC;
DBCC CHECKALLOC ('D') WITH NO_INFOMSGS;
DBCC CHECKALLOC (master) WITH ALL_ERRORMSGS;
GO
DBCC CHECKALLOC (D, NOINDEX);
GO
DBCC CHECKALLOC WITH PHYSICAL_ONLY;
GO
DBCC CHECKALLOC ('nowhere');
GO
