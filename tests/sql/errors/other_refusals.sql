-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md, ...-1000-to-1999.md, ...-2000-to-2999.md, ...-4000-to-4999.md: the messages' texts;
-- docs/t-sql/statements/create-database-transact-sql.md, docs/t-sql/statements/collations.md, docs/t-sql/language-elements/print-transact-sql.md,
-- docs/t-sql/statements/create-view-transact-sql.md, docs/t-sql/database-console-commands/dbcc-checkconstraints-transact-sql.md, docs/t-sql/statements/grant-object-permissions-transact-sql.md.
CREATE TABLE dbo.t (a int NOT NULL CONSTRAINT p PRIMARY KEY, b int CHECK (b > 0));
GO
CREATE DATABASE d LOG ON (NAME = l, FILENAME = 'l.ldf');
GO
SELECT 'a' COLLATE Latin1_General_CI_AS COLLATE Latin1_General_BIN AS a;
GO
PRINT COUNT(*);
GO
PRINT 'a' + MAX('b');
GO
CREATE VIEW dbo.v WITH SCHEMABINDING AS SELECT a FROM dbo.t WITH (INDEX (p));
GO
CREATE VIEW dbo.v AS SELECT a FROM dbo.t WITH (INDEX (p));
GO
SET CONCAT_NULL_YIELDS_NULL OFF;
GO
DBCC CHECKCONSTRAINTS ('dbo.t');
GO
SET CONCAT_NULL_YIELDS_NULL ON;
GO
CREATE USER u WITHOUT LOGIN;
GO
GRANT ALL ON dbo.t TO u;
REVOKE ALL PRIVILEGES ON dbo.t FROM u;
