-- A hint that Sluice does not have is refused by its name, never passed over: docs/t-sql/queries/hints-transact-sql-table.md, -query.md and
-- -join.md. 40517 as in docs/relational-databases/errors-events/database-engine-events-and-errors-31000-to-41399.md. It ends the batch. LABEL is a
-- hint of Azure Synapse alone, and so a syntax error (docs/t-sql/queries/option-clause-transact-sql.md). NOEXPAND is for indexed views (8171),
-- REMOTE for inner joins (1072).
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int);
GO
PRINT 'runs';
SELECT a FROM dbo.t WITH (NOEXPAND);
PRINT 'does not run';
GO
SELECT a FROM dbo.t AS x WITH (NOEXPAND, INDEX(0));
GO
INSERT INTO dbo.t WITH (IGNORE_TRIGGERS) (a) VALUES (1);
GO
SELECT a FROM dbo.t OPTION (USE PLAN N'<xml/>');
GO
INSERT INTO dbo.t(a) SELECT 1 OPTION (LABEL = 'x');
GO
INSERT INTO dbo.t(a) VALUES (1) OPTION (PARAMETERIZATION FORCED);
GO
SELECT x.a FROM dbo.t AS x FULL REMOTE JOIN dbo.t AS y ON x.a = y.a;
GO
SELECT COUNT(*) AS nothing_was_inserted FROM dbo.t;
