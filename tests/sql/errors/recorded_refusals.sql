-- Recorded answers of SQL Server: numbers and words of refused definitions, blocks and options. Pages: docs/relational-databases/errors-events/
-- database-engine-events-and-errors-2000-to-2999.md and its neighbours.
CREATE DATABASE G;
GO
USE G;
GO
-- The length of a column: 131 beyond 8000, 2717 beyond what the type has. The words name a type elsewhere.
CREATE TABLE dbo.wide(a varchar(9000));
GO
CREATE TABLE dbo.wide(a nvarchar(5000));
GO
CREATE TABLE dbo.wide(a int, b nvarchar(9000));
GO
DECLARE @a varchar(9000);
GO
DECLARE @a nvarchar(5000);
GO
-- A view with more names than columns.
CREATE VIEW dbo.narrow(x, y) AS SELECT 1 AS a;
GO
-- Constraints of a table variable and a table type have no names.
DECLARE @t TABLE (a int CONSTRAINT pk PRIMARY KEY);
GO
DECLARE @t TABLE (a int, CONSTRAINT pk PRIMARY KEY (a));
GO
CREATE TYPE dbo.rows_of AS TABLE (a int CONSTRAINT ck CHECK (a > 0));
GO
-- One constraint of a kind in the definition of a column.
CREATE TABLE dbo.q1(a int CHECK (a > 0) CHECK (a < 10));
GO
CREATE TABLE dbo.q1(a int UNIQUE UNIQUE);
GO
CREATE TABLE dbo.q1(a int NOT NULL PRIMARY KEY CONSTRAINT pk PRIMARY KEY);
GO
CREATE TABLE dbo.q1(a int NOT NULL UNIQUE PRIMARY KEY);
GO
DECLARE @t TABLE (a int CHECK (a > 0) CHECK (a < 10));
GO
CREATE TABLE dbo.q1(a int CHECK (a > 0) UNIQUE DEFAULT 1, CONSTRAINT ck_q1 CHECK (a < 10));
INSERT INTO dbo.q1 VALUES (10);
GO
-- IGNORE_DUP_KEY of a filtered index.
CREATE TABLE dbo.q2(a int, b varchar(10));
CREATE UNIQUE INDEX nu ON dbo.q2(b) WHERE b > 'a' WITH (IGNORE_DUP_KEY = ON);
GO
CREATE UNIQUE INDEX nu ON dbo.q2(b) WHERE b > 'a';
ALTER INDEX nu ON dbo.q2 SET (IGNORE_DUP_KEY = ON);
GO
-- An unknown DBCC command, and an unknown server.
DBCC NOSUCH;
GO
SELECT * FROM nosuchsrv.x.dbo.y;
GO
EXEC nosuchsrv.x.dbo.y;
GO
-- Empty blocks: a CATCH block may be empty.
BEGIN END;
GO
BEGIN TRY END TRY BEGIN CATCH END CATCH;
GO
BEGIN TRY PRINT 'tried'; END TRY BEGIN CATCH END CATCH;
GO
-- Options with values that they can't have.
SET NOCOUNT maybe;
GO
SET XACT_ABORT 1;
GO
SET LOCK_TIMEOUT abc;
GO
SET LOCK_TIMEOUT 'abc';
GO
SET LOCK_TIMEOUT -1;
SET ROWCOUNT 0;
GO
-- NULL is an argument of RAISERROR, but no message, severity or state.
RAISERROR(NULL, 16, 1);
GO
RAISERROR('x', NULL, 1);
GO
RAISERROR('x: %s', 10, 1, NULL);
GO
-- The width of COLUMNS_UPDATED.
CREATE TABLE dbo.t(a int);
GO
CREATE TRIGGER dbo.columns_of ON dbo.t AFTER INSERT AS
SELECT COLUMNS_UPDATED() AS c INTO #c;
SELECT max_length FROM tempdb.sys.columns WHERE object_id = OBJECT_ID('tempdb..#c');
GO
INSERT INTO dbo.t VALUES (1);
GO
INSERT INTO dbo.t EXEC('SELECT 1, 2');
GO
-- Statements that a function can't contain.
CREATE FUNCTION dbo.f() RETURNS int AS BEGIN PRINT 'x'; RETURN 1; END;
GO
CREATE FUNCTION dbo.f() RETURNS int AS BEGIN EXEC('SELECT 1'); RETURN 1; END;
GO
CREATE FUNCTION dbo.f() RETURNS int AS BEGIN RAISERROR('x', 16, 1); RETURN 1; END;
GO
CREATE FUNCTION dbo.f() RETURNS int AS BEGIN BEGIN TRY SELECT @@SPID; END TRY BEGIN CATCH END CATCH; RETURN 1; END;
GO
CREATE FUNCTION dbo.f() RETURNS float AS BEGIN RETURN RAND(); END;
GO
CREATE FUNCTION dbo.f() RETURNS int AS BEGIN SELECT 1; RETURN 1; END;
GO
CREATE FUNCTION dbo.f() RETURNS int AS BEGIN SELECT a FROM dbo.t; RETURN 1; END;
GO
CREATE FUNCTION dbo.f() RETURNS int AS BEGIN CREATE TABLE #t(a int); RETURN 1; END;
GO
CREATE FUNCTION dbo.f() RETURNS int AS BEGIN INSERT INTO #t VALUES (1); RETURN 1; END;
GO
CREATE FUNCTION dbo.f() RETURNS int AS BEGIN SELECT 1 AS a INTO #t; RETURN 1; END;
GO
-- A missing temporary table is shown without its database.
SELECT * FROM #missing;
GO
SELECT * FROM tempdb..#missing;
GO
