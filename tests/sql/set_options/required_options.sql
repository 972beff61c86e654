-- Recorded answers of SQL Server: 1934 for persisted computed columns, filtered indexes and methods of xml, when they are created or used.
-- docs/t-sql/statements/set-statements-transact-sql.md, *Considerations When You Use the SET Statements*.
CREATE TABLE dbo.filtered (id int, a int NULL);
CREATE UNIQUE INDEX ix ON dbo.filtered (a) WHERE a IS NOT NULL;
CREATE TABLE dbo.persisted (id int, a AS id * 2 PERSISTED);
CREATE TABLE dbo.plain (id int, a AS id * 2);
INSERT dbo.persisted (id) VALUES (1);
GO
SET QUOTED_IDENTIFIER OFF;
GO
CREATE TABLE dbo.p (id int, a AS id * 2 PERSISTED);
GO
CREATE TABLE dbo.p (id int, INDEX i (id) WHERE id > 0);
GO
CREATE TABLE dbo.p (id int, a AS id * 2);
ALTER TABLE dbo.p ADD b int;
GO
ALTER TABLE dbo.p ADD c AS id * 2 PERSISTED;
GO
ALTER TABLE dbo.p ALTER COLUMN a ADD PERSISTED;
GO
CREATE INDEX i ON dbo.p (id) WHERE id > 0;
GO
ALTER INDEX ix ON dbo.filtered REBUILD;
GO
INSERT dbo.persisted (id) VALUES (2);
GO
UPDATE dbo.persisted SET id = 3;
GO
DELETE dbo.persisted;
GO
MERGE dbo.persisted AS p USING (VALUES (1)) AS s (id) ON s.id = p.id WHEN MATCHED THEN DELETE;
GO
SELECT id, a FROM dbo.persisted;
INSERT dbo.plain (id) VALUES (1);
GO
SET QUOTED_IDENTIFIER ON;
GO
-- The options at the statement count, not those at the start of the batch.
SET ANSI_PADDING OFF;
DECLARE @x xml = '<a>1</a>';
SELECT @x.value('(/a)[1]', 'int');
PRINT 'not reached';
GO
SET ANSI_PADDING ON;
DECLARE @x xml = '<a>1</a>';
SELECT @x.value('(/a)[1]', 'int') AS a;
GO
SET CONCAT_NULL_YIELDS_NULL OFF;
INSERT dbo.filtered VALUES (1, 1);
PRINT 'not reached';
GO
SET CONCAT_NULL_YIELDS_NULL ON;
INSERT dbo.filtered VALUES (1, 1);
SELECT id, a FROM dbo.filtered;
GO
SET NUMERIC_ROUNDABORT ON;
DECLARE @x xml = '<a>1</a>';
SELECT c.query('.') FROM @x.nodes('/a') AS t(c);
GO
UPDATE dbo.filtered SET id = 2;
GO
SET NUMERIC_ROUNDABORT OFF;
GO
-- A procedure has the QUOTED_IDENTIFIER of its creation.
SET QUOTED_IDENTIFIER OFF;
GO
CREATE PROCEDURE dbo.writes AS INSERT dbo.persisted (id) VALUES (4);
GO
SET QUOTED_IDENTIFIER ON;
GO
EXEC dbo.writes;
GO
