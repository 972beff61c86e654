-- SET STATISTICS TIME (docs/t-sql/statements/set-statistics-time-transact-sql.md), on a clock that stands still: when and in which words it tells.
CREATE TABLE dbo.t (a int NOT NULL);
SET NOCOUNT ON;
INSERT INTO dbo.t (a) VALUES (1);
GO
-- "The setting of SET STATISTICS TIME is set at execute or run time": this batch was read before.
SET STATISTICS TIME ON;
GO
-- A batch is read, then its statements are compiled, then each runs; as in the page's example. The second time there is nothing to compile.
SELECT a FROM dbo.t;
GO 2
-- A SET of a variable alone tells nothing; a call tells of what was called, then of itself.
DECLARE @i int = 1;
EXECUTE (N'SELECT a FROM dbo.t;');
GO
-- A statement whose table comes into being with the batch is compiled when its turn comes.
CREATE TABLE dbo.u (b int NOT NULL);
SELECT b FROM dbo.u;
GO
SET STATISTICS TIME OFF;
GO
SELECT a FROM dbo.t;
GO
SET STATISTICS TIME, IO ON;
GO
SELECT a FROM dbo.t;
GO
SET STATISTICS TIME, IO OFF;
GO
