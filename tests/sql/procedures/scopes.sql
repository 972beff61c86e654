-- docs/t-sql/language-elements/execute-transact-sql.md, docs/t-sql/statements/set-statements-transact-sql.md,
-- docs/t-sql/statements/create-table-transact-sql.md ("Temporary tables"), docs/t-sql/functions/nestlevel-transact-sql.md, procid-transact-sql.md.
CREATE DATABASE P;
GO
USE P;
GO
-- A temporary table of a procedure goes with it; what it calls sees it.
CREATE PROCEDURE dbo.inner_one AS INSERT INTO #t VALUES (2); SELECT a FROM #t;
GO
CREATE PROCEDURE dbo.outer_one AS
CREATE TABLE #t(a int);
INSERT INTO #t VALUES (1);
EXEC dbo.inner_one;
GO
EXEC dbo.outer_one;
EXEC dbo.outer_one;
SELECT a FROM #t;
GO
EXEC dbo.inner_one;
GO
-- Of the batch's tables, too.
CREATE TABLE #t(a int);
EXEC dbo.inner_one;
SELECT COUNT(*) AS rows FROM #t;
DROP TABLE #t;
GO
-- Two of one name, each in its procedure: the inner one is meant as long as it is there.
CREATE PROCEDURE dbo.deep @level int AS
CREATE TABLE #d(level int);
INSERT INTO #d VALUES (@level);
IF @level < 3
BEGIN
    DECLARE @next int = @level + 1;
    EXEC dbo.deep @next;
END
SELECT level, OBJECT_ID('tempdb..#d') - OBJECT_ID('tempdb..#d') AS zero FROM #d;
GO
CREATE TABLE #d(level int);
INSERT INTO #d VALUES (0);
EXEC dbo.deep 1;
SELECT level FROM #d;
GO
-- SELECT INTO, DROP and TRUNCATE mean the innermost one.
CREATE PROCEDURE dbo.drops AS
SELECT 7 AS level INTO #d;
SELECT level FROM #d;
TRUNCATE TABLE #d;
SELECT COUNT(*) AS rows FROM #d;
DROP TABLE #d;
SELECT level FROM #d;
GO
EXEC dbo.drops;
SELECT level FROM #d;
GO
-- 2714 for a second one in one procedure, which is not created then.
CREATE PROCEDURE dbo.again AS
CREATE TABLE #d(a int);
CREATE TABLE #d(a int);
GO
EXEC dbo.again;
GO
SELECT level FROM #d;
GO
-- Table variables are each call's own, and empty each time.
CREATE PROCEDURE dbo.own @n int AS
DECLARE @t TABLE (a int IDENTITY(1, 1), n int);
INSERT INTO @t VALUES (@n);
IF @n > 1
BEGIN
    DECLARE @less int = @n - 1;
    EXEC dbo.own @less;
END
SELECT a, n FROM @t;
GO
EXEC dbo.own 3;
EXEC dbo.own 1;
GO
-- SET ends with the procedure.
CREATE PROCEDURE dbo.quiet AS
SET NOCOUNT ON;
SET XACT_ABORT ON;
SET TRANSACTION ISOLATION LEVEL SERIALIZABLE;
SET LOCK_TIMEOUT 1800;
SELECT @@LOCK_TIMEOUT AS inside;
GO
EXEC dbo.quiet;
SELECT @@LOCK_TIMEOUT AS outside;
GO
-- @@NESTLEVEL, @@PROCID.
CREATE PROCEDURE dbo.level_two AS SELECT @@NESTLEVEL AS level, OBJECT_NAME(@@PROCID) AS name;
GO
CREATE PROCEDURE dbo.level_one AS
SELECT @@NESTLEVEL AS level, OBJECT_NAME(@@PROCID) AS name, OBJECT_SCHEMA_NAME(@@PROCID) AS of_schema;
EXEC dbo.level_two;
EXEC ('SELECT @@NESTLEVEL AS level, @@PROCID AS procedure_id');
EXEC sp_executesql N'SELECT @@NESTLEVEL AS level';
SELECT @@NESTLEVEL AS level, OBJECT_NAME(@@PROCID) AS name;
GO
EXEC dbo.level_one;
SELECT @@NESTLEVEL AS level, @@PROCID AS procedure_id;
GO
-- SCOPE_IDENTITY is the procedure's own, @@IDENTITY the session's.
CREATE TABLE dbo.numbered(i int IDENTITY(100, 10), a int);
GO
CREATE PROCEDURE dbo.inserts AS
INSERT INTO dbo.numbered(a) VALUES (1);
SELECT SCOPE_IDENTITY() AS scope, @@IDENTITY AS session;
GO
EXEC dbo.inserts;
SELECT SCOPE_IDENTITY() AS scope, @@IDENTITY AS session;
GO
-- @@ROWCOUNT and @@ERROR of its last statement come out.
CREATE PROCEDURE dbo.counts AS SELECT a FROM (VALUES (1), (2), (3)) AS v(a);
GO
EXEC dbo.counts;
SELECT @@ROWCOUNT AS rows;
GO
CREATE PROCEDURE dbo.last_fails AS RAISERROR('mine', 16, 1);
GO
EXEC dbo.last_fails;
SELECT @@ERROR AS error;
GO
-- Its text.
SELECT OBJECT_DEFINITION(OBJECT_ID('dbo.counts')) AS text;
SELECT OBJECT_DEFINITION(OBJECT_ID('dbo.numbered')) AS nothing, OBJECT_NAME(OBJECT_ID('dbo.numbered')) AS name, OBJECT_NAME(-1) AS nobody;
SELECT CASE WHEN OBJECT_ID('dbo.counts', 'P') = OBJECT_ID('counts') THEN 'same' END AS p, OBJECT_ID('dbo.counts', 'V') AS v;
SELECT OBJECT_NAME(OBJECT_ID('P.dbo.counts'), DB_ID('P')) AS here, OBJECT_NAME(OBJECT_ID('P.dbo.counts'), DB_ID('master')) AS there;
GO
