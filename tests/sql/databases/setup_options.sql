-- Options that set-up scripts give their only value.
-- docs/t-sql/statements/alter-database-transact-sql-set-options.md: QUERY_STORE = OFF [(FORCED)], CLEAR [ALL].
CREATE DATABASE G;
GO
ALTER DATABASE G SET QUERY_STORE = OFF;
ALTER DATABASE G SET QUERY_STORE = OFF (FORCED);
ALTER DATABASE G SET QUERY_STORE CLEAR;
ALTER DATABASE G SET QUERY_STORE CLEAR ALL;
ALTER DATABASE G SET SUPPLEMENTAL_LOGGING OFF;
SELECT is_query_store_on, is_supplemental_logging_enabled FROM sys.databases WHERE name = 'G';
GO
ALTER DATABASE G SET QUERY_STORE = ON;
GO
ALTER DATABASE G SET QUERY_STORE = ON (OPERATION_MODE = READ_WRITE);
GO
ALTER DATABASE G SET QUERY_STORE = OFF (FORCES);
GO
ALTER DATABASE G SET SUPPLEMENTAL_LOGGING ON;
GO
-- docs/t-sql/database-console-commands/dbcc-checkdb-transact-sql.md: ESTIMATEONLY shows the space in tempdb, and checks nothing.
DBCC CHECKDB (G) WITH ESTIMATEONLY;
DBCC CHECKDB (G) WITH NO_INFOMSGS, ESTIMATEONLY;
GO
DBCC CHECKALLOC (G) WITH ESTIMATEONLY;
GO
-- docs/t-sql/statements/alter-index-transact-sql.md: PARTITION can't be specified for an index without partitions; ALL can. 7729:
-- docs/relational-databases/errors-events/database-engine-events-and-errors.md.
USE G;
CREATE TABLE dbo.t (a int CONSTRAINT pk PRIMARY KEY, b int);
CREATE INDEX i ON dbo.t (b);
GO
ALTER INDEX i ON dbo.t REBUILD PARTITION = 1;
GO
ALTER INDEX pk ON dbo.t REORGANIZE PARTITION = 1;
GO
ALTER INDEX nothing ON dbo.t REBUILD PARTITION = 1;
GO
ALTER INDEX ALL ON dbo.t REBUILD PARTITION = 1;
GO
ALTER INDEX i ON dbo.t REBUILD PARTITION = ALL;
ALTER INDEX ALL ON dbo.t REORGANIZE PARTITION = ALL;
GO
