-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md, docs/relational-databases/errors-events/database-engine-events-and-errors-1000-to-1999.md: the messages' texts;
-- docs/t-sql/statements/drop-index-transact-sql.md, drop-statistics-transact-sql.md (a table's name is needed),
-- docs/t-sql/language-elements/set-operators-except-and-intersect-transact-sql.md (no ALL),
-- docs/t-sql/functions/cast-and-convert-transact-sql.md (AS), docs/t-sql/statements/create-function-transact-sql.md
-- (no OUTPUT parameters; RETURN has a value), create-procedure-transact-sql.md (options), create-view-transact-sql.md,
-- docs/t-sql/xml/nodes-method-xml-data-type.md (Table(Column)), docs/t-sql/queries/hints-transact-sql-table.md.
CREATE TABLE #t (a int);
GO
DROP INDEX i;
GO
DROP INDEX IF EXISTS i;
GO
DROP STATISTICS t;
GO
SELECT a FROM #t INTERSECT ALL SELECT a FROM #t;
GO
SELECT a FROM #t EXCEPT ALL SELECT a FROM #t;
GO
SELECT CAST(1);
GO
SELECT TRY_CAST(1 int);
GO
SELECT PARSE('1');
GO
DECLARE @a int OUTPUT;
GO
CREATE FUNCTION dbo.f (@a int OUTPUT) RETURNS int AS BEGIN RETURN 1 END;
GO
CREATE FUNCTION dbo.f () RETURNS int AS BEGIN RETURN END;
GO
CREATE TABLE #u (a varchar(99999999999));
GO
CREATE VIEW dbo.v WITH RECOMPILE AS SELECT 1 AS a;
GO
CREATE VIEW dbo.v WITH EXECUTE AS OWNER AS SELECT 1 AS a;
GO
CREATE FUNCTION dbo.f () RETURNS int WITH RECOMPILE AS BEGIN RETURN 1 END;
GO
CREATE TRIGGER tr ON dbo.t WITH RECOMPILE FOR INSERT AS SELECT 1;
GO
CREATE PROCEDURE dbo.p WITH VIEW_METADATA AS SELECT 1;
GO
CREATE PROCEDURE dbo.p WITH RECOMPILE, ENCRYPTION, RECOMPILE AS SELECT 1;
GO
CREATE VIEW dbo.v WITH SCHEMABINDING, SCHEMABINDING AS SELECT 1 AS a;
GO
DECLARE @x xml = '<a/>';
SELECT 1 FROM @x.nodes('/a');
GO
DECLARE @x xml = '<a/>';
SELECT 1 FROM @x.nodes('/a') AS n;
GO
-- A deprecated form of the hint.
SELECT a FROM #t HOLDLOCK;
GO
SELECT a FROM #t WITH (INDEX(0), INDEX(0));
GO
CREATE PROCEDURE dbo.p;0 AS SELECT 1;
GO
CREATE PROCEDURE dbo.p;32768 AS SELECT 1;
GO
SELECT a FROM #t OPTION (OPTIMIZE FOR (@a = 1, @a = 2));
