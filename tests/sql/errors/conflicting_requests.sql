-- docs/relational-databases/errors-events/database-engine-events-and-errors-3000-to-3999.md, ...-5000-to-5999.md: the messages' texts;
-- docs/t-sql/statements/alter-database-transact-sql-set-options.md, create-database-transact-sql.md, drop-index-transact-sql.md, alter-table-transact-sql.md,
-- docs/t-sql/language-elements/begin-transaction-transact-sql.md.
CREATE DATABASE d;
GO
-- Options of which a database has one.
ALTER DATABASE d SET SINGLE_USER, MULTI_USER;
GO
ALTER DATABASE d SET READ_ONLY, READ_WRITE;
GO
ALTER DATABASE d SET OFFLINE, ONLINE;
GO
SELECT state_desc, user_access_desc, is_read_only FROM sys.databases WHERE name = 'd';
GO
-- A file grows up to its maximum.
CREATE DATABASE e ON (NAME = e, SIZE = 20MB, MAXSIZE = 10MB);
GO
CREATE DATABASE e ON (NAME = e, SIZE = 8MB, MAXSIZE = 10MB, FILEGROWTH = 11MB);
GO
ALTER DATABASE d ADD FILE (NAME = more, FILENAME = 'more.ndf', SIZE = 8MB, MAXSIZE = 8MB, FILEGROWTH = 64MB);
GO
-- Only a clustered index is dropped online.
CREATE TABLE dbo.p (a int NOT NULL PRIMARY KEY);
CREATE TABLE dbo.c (a int CONSTRAINT df DEFAULT 1, b int CONSTRAINT dg DEFAULT 2, CONSTRAINT fk FOREIGN KEY (a) REFERENCES dbo.p ON DELETE SET DEFAULT);
CREATE CLUSTERED INDEX k ON dbo.c (a);
CREATE INDEX i ON dbo.c (b);
GO
DROP INDEX i ON dbo.c WITH (ONLINE = ON);
GO
DROP INDEX i ON dbo.c WITH (ONLINE = OFF);
DROP INDEX k ON dbo.c WITH (ONLINE = ON);
GO
-- A DEFAULT stays while a foreign key sets it.
ALTER TABLE dbo.c DROP CONSTRAINT df;
GO
ALTER TABLE dbo.c DROP CONSTRAINT dg;
ALTER TABLE dbo.c DROP CONSTRAINT fk;
ALTER TABLE dbo.c DROP CONSTRAINT df;
GO
-- The name of a transaction is a text.
DECLARE @n int = 1;
BEGIN TRANSACTION @n;
GO
DECLARE @n xml;
SAVE TRANSACTION @n;
GO
DECLARE @n datetime;
ROLLBACK TRANSACTION @n;
GO
DECLARE @n varchar(max) = 'named';
BEGIN TRANSACTION @n;
COMMIT TRANSACTION @n;
SELECT @@TRANCOUNT AS n;
