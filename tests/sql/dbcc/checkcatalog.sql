-- docs/t-sql/database-console-commands/dbcc-checkcatalog-transact-sql.md: the consistency of definitions. A sound catalog gives one message.
CREATE DATABASE D;
GO
USE D;
CREATE TYPE dbo.number FROM int;
GO
CREATE RULE dbo.positive AS @x > 0;
GO
CREATE TABLE dbo.parent (a int PRIMARY KEY);
CREATE TABLE dbo.child (a dbo.number DEFAULT 1 CHECK (a > 0) REFERENCES dbo.parent, b int, INDEX i (b) INCLUDE (a));
EXEC sp_bindrule 'dbo.positive', 'dbo.child.b';
GO
CREATE TRIGGER dbo.tr ON dbo.child AFTER INSERT AS PRINT 'tr';
GO
-- Check the current database.
DBCC CHECKCATALOG;
--> DBCC execution completed. If DBCC printed error messages, contact your system administrator.
GO
-- Check the AdventureWorks2022 database.
DBCC CHECKCATALOG (D);
--> DBCC execution completed. If DBCC printed error messages, contact your system administrator.
GO
DBCC CHECKCATALOG (0) WITH NO_INFOMSGS;
DBCC CHECKCATALOG ('tempdb');
GO
DBCC CHECKCATALOG (nowhere);
GO
DBCC CHECKCATALOG (D, NOINDEX);
GO
DBCC CHECKCATALOG WITH TABLOCK;
GO
