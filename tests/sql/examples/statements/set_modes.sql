-- Examples of docs/t-sql/statements/set-*-transact-sql.md that set.sql doesn't have, and what their Remarks say.
CREATE DATABASE D;
GO
USE D;
GO
-- set-implicit-transactions-transact-sql.md
DECLARE @IMPLICIT_TRANSACTIONS VARCHAR(3) = 'OFF';
IF ( (2 & @@OPTIONS) = 2 ) SET @IMPLICIT_TRANSACTIONS = 'ON';
SELECT @IMPLICIT_TRANSACTIONS AS IMPLICIT_TRANSACTIONS;
GO
-- Transact-SQL.
go
-- Preparations.
SET NOCOUNT ON;
SET IMPLICIT_TRANSACTIONS OFF;
go
WHILE (@@TranCount > 0) COMMIT TRANSACTION;
go
IF (OBJECT_ID(N'dbo.t1',N'U') IS NOT NULL) DROP TABLE dbo.t1;
go
CREATE table dbo.t1 (a int);
go

PRINT N'-------- [Test A] ---- OFF ----';
PRINT N'[A.01] Now, SET IMPLICIT_TRANSACTIONS OFF.';
PRINT N'[A.02] @@TranCount, at start, == ' + CAST(@@TRANCOUNT AS NVARCHAR(10));
SET IMPLICIT_TRANSACTIONS OFF;
go
INSERT INTO dbo.t1 VALUES (11);
INSERT INTO dbo.t1 VALUES (12);
PRINT N'[A.03] @@TranCount, after INSERTs, == ' + CAST(@@TRANCOUNT AS NVARCHAR(10));
go

PRINT N' ';
PRINT N'-------- [Test B] ---- ON ----';
PRINT N'[B.01] Now, SET IMPLICIT_TRANSACTIONS ON.';
PRINT N'[B.02] @@TranCount, at start, == ' + CAST(@@TRANCOUNT AS NVARCHAR(10));
SET IMPLICIT_TRANSACTIONS ON;
go
INSERT INTO dbo.t1 VALUES (21);
INSERT INTO dbo.t1 VALUES (22);
PRINT N'[B.03] @@TranCount, after INSERTs, == ' + CAST(@@TRANCOUNT AS NVARCHAR(10));
go
COMMIT TRANSACTION;
PRINT N'[B.04] @@TranCount, after COMMIT, == ' + CAST(@@TRANCOUNT AS NVARCHAR(10));
go

PRINT N' ';
PRINT N'-------- [Test C] ---- ON, then BEGIN TRAN ----';
PRINT N'[C.01] Now, SET IMPLICIT_TRANSACTIONS ON.';
PRINT N'[C.02] @@TranCount, at start, == ' + CAST(@@TRANCOUNT AS NVARCHAR(10));
SET IMPLICIT_TRANSACTIONS ON;
go
BEGIN TRANSACTION;
INSERT INTO dbo.t1 VALUES (31);
INSERT INTO dbo.t1 VALUES (32);
PRINT N'[C.03] @@TranCount, after INSERTs, == ' + CAST(@@TRANCOUNT AS NVARCHAR(10));
go
COMMIT TRANSACTION;
PRINT N'[C.04] @@TranCount, after a COMMIT, == ' + CAST(@@TRANCOUNT AS NVARCHAR(10));
COMMIT TRANSACTION;
PRINT N'[C.05] @@TranCount, after another COMMIT, == ' + CAST(@@TRANCOUNT AS NVARCHAR(10));
go

PRINT N' ';
PRINT N'-------- [Test D] ---- ON, INSERT, BEGIN TRAN, INSERT ----';
PRINT N'[D.01] Now, SET IMPLICIT_TRANSACTIONS ON.';
PRINT N'[D.02] @@TranCount, at start, == ' + CAST(@@TRANCOUNT AS NVARCHAR(10));
SET IMPLICIT_TRANSACTIONS ON;
go
INSERT INTO dbo.t1 VALUES (41);
BEGIN TRANSACTION;
INSERT INTO dbo.t1 VALUES (42);
PRINT N'[D.03] @@TranCount, after INSERTs, == ' + CAST(@@TRANCOUNT AS NVARCHAR(10));
go
COMMIT TRANSACTION;
PRINT N'[D.04] @@TranCount, after INSERTs, == ' + CAST(@@TRANCOUNT AS NVARCHAR(10));
COMMIT TRANSACTION;
PRINT N'[D.05] @@TranCount, after INSERTs, == ' + CAST(@@TRANCOUNT AS NVARCHAR(10));
go

-- Clean up.
SET IMPLICIT_TRANSACTIONS OFF;
go
WHILE (@@TranCount > 0) COMMIT TRANSACTION;
go
DROP TABLE dbo.t1;
go
--> -------- [Test A] ---- OFF ----
--> [A.01] Now, SET IMPLICIT_TRANSACTIONS OFF.
--> [A.02] @@TranCount, at start, == 0
--> [A.03] @@TranCount, after INSERTs, == 0
--> -------- [Test B] ---- ON ----
--> [B.01] Now, SET IMPLICIT_TRANSACTIONS ON.
--> [B.02] @@TranCount, at start, == 0
--> [B.03] @@TranCount, after INSERTs, == 1
--> [B.04] @@TranCount, after COMMIT, == 0
--> -------- [Test C] ---- ON, then BEGIN TRAN ----
--> [C.01] Now, SET IMPLICIT_TRANSACTIONS ON.
--> [C.02] @@TranCount, at start, == 0
--> [C.03] @@TranCount, after INSERTs, == 2
--> [C.04] @@TranCount, after a COMMIT, == 1
--> [C.05] @@TranCount, after another COMMIT, == 0
--> -------- [Test D] ---- ON, INSERT, BEGIN TRAN, INSERT ----
--> [D.01] Now, SET IMPLICIT_TRANSACTIONS ON.
--> [D.02] @@TranCount, at start, == 0
--> [D.03] @@TranCount, after INSERTs, == 2
--> [D.04] @@TranCount, after INSERTs, == 1
--> [D.05] @@TranCount, after INSERTs, == 0
-- The statements that begin a transaction, and those that don't.
CREATE TABLE dbo.t (a int);
CREATE TABLE dbo.gone (a int);
DECLARE c CURSOR GLOBAL FOR SELECT a FROM dbo.t;
SET IMPLICIT_TRANSACTIONS ON;
GO
SELECT 1 AS one;
SELECT @@TRANCOUNT AS [SELECT without FROM];
DECLARE @x int = 1;
SET @x = 2;
IF @x = 2 PRINT 'x';
SELECT @@TRANCOUNT AS [no table];
GO
ALTER TABLE dbo.t ADD b int;
SELECT @@TRANCOUNT AS [ALTER TABLE];
ROLLBACK;
CREATE TABLE dbo.u (a int);
SELECT @@TRANCOUNT AS [CREATE];
ROLLBACK;
DELETE dbo.t;
SELECT @@TRANCOUNT AS [DELETE];
ROLLBACK;
DROP TABLE dbo.gone;
SELECT @@TRANCOUNT AS [DROP];
ROLLBACK;
OPEN c;
SELECT @@TRANCOUNT AS [OPEN];
COMMIT;
FETCH c;
SELECT @@TRANCOUNT AS [FETCH];
ROLLBACK;
CLOSE c;
GRANT SELECT ON dbo.t TO public;
SELECT @@TRANCOUNT AS [GRANT];
COMMIT;
REVOKE SELECT ON dbo.t TO public;
SELECT @@TRANCOUNT AS [REVOKE];
COMMIT;
TRUNCATE TABLE dbo.t;
SELECT @@TRANCOUNT AS [TRUNCATE TABLE];
COMMIT;
UPDATE dbo.t SET a = 1;
SELECT @@TRANCOUNT AS [UPDATE];
COMMIT;
SELECT a FROM dbo.t;
SELECT @@TRANCOUNT AS [SELECT];
COMMIT;
GO
SET IMPLICIT_TRANSACTIONS OFF;
DEALLOCATE c;
GO
-- set-ansi-defaults-transact-sql.md
SET ANSI_DEFAULTS ON;
GO
DBCC USEROPTIONS WITH NO_INFOMSGS;
GO
SET ANSI_DEFAULTS OFF;
GO
SELECT @@OPTIONS & (2 | 4 | 8 | 16 | 32 | 256 | 1024) AS options, SESSIONPROPERTY('ANSI_NULLS') AS ansi_nulls, SESSIONPROPERTY('QUOTED_IDENTIFIER') AS quoted_identifier;
GO
SET ANSI_DEFAULTS ON;
SET IMPLICIT_TRANSACTIONS OFF;
SET CURSOR_CLOSE_ON_COMMIT OFF;
GO
-- set-nocount-transact-sql.md
DECLARE @NOCOUNT VARCHAR(3) = 'OFF';
IF ( (512 & @@OPTIONS) = 512 ) SET @NOCOUNT = 'ON';
SELECT @NOCOUNT AS NOCOUNT;
GO
SET NOCOUNT OFF;
INSERT dbo.t VALUES (1), (2), (3), (4), (5);
SET NOCOUNT ON;
GO
-- set-rowcount-transact-sql.md
SELECT count(*) AS Count FROM dbo.t WHERE a < 5;
GO
SET ROWCOUNT 4;
SELECT * FROM dbo.t WHERE a < 6;
UPDATE dbo.t SET a = a + 10;
SELECT @@ROWCOUNT AS changed;
SET ROWCOUNT 0;
SELECT COUNT(*) AS more FROM dbo.t WHERE a > 10;
DECLARE @rows int = 2;
SET ROWCOUNT @rows;
SELECT TOP 3 a FROM dbo.t ORDER BY a;
DELETE TOP (3) dbo.t;
SELECT @@ROWCOUNT AS deleted;
SET ROWCOUNT 0;
GO
SET ROWCOUNT -1;
GO
-- set-textsize-transact-sql.md
CREATE TABLE dbo.long (v varchar(max), t text, x varchar(8000));
INSERT dbo.long VALUES ('abcdefghij', 'abcdefghij', 'abcdefghij');
SET TEXTSIZE 5;
SELECT @@TEXTSIZE AS size;
SELECT v, t, x FROM dbo.long;
SET TEXTSIZE 0;
SELECT @@TEXTSIZE AS size;
SET TEXTSIZE -1;
SELECT @@TEXTSIZE AS size;
SET TEXTSIZE 2147483647;
GO
-- set-lock-timeout-transact-sql.md
SELECT @@LOCK_TIMEOUT AS [at start];
SET LOCK_TIMEOUT 1800;
SELECT @@LOCK_TIMEOUT AS lock_timeout;
SET LOCK_TIMEOUT -1;
GO
-- set-deadlock-priority-transact-sql.md
DECLARE @deadlock_var NCHAR(3);
SET @deadlock_var = N'LOW';
SET DEADLOCK_PRIORITY @deadlock_var;
SELECT deadlock_priority FROM sys.dm_exec_sessions WHERE session_id = @@SPID;
GO
SET DEADLOCK_PRIORITY NORMAL;
GO
DECLARE @deadlock_intvar INT = -10;
SET DEADLOCK_PRIORITY @deadlock_intvar;
SELECT deadlock_priority FROM sys.dm_exec_sessions WHERE session_id = @@SPID;
SET DEADLOCK_PRIORITY HIGH;
SELECT deadlock_priority FROM sys.dm_exec_sessions WHERE session_id = @@SPID;
SET DEADLOCK_PRIORITY 10;
GO
SET DEADLOCK_PRIORITY 11;
GO
SET DEADLOCK_PRIORITY NORMAL;
GO
-- set-parseonly-transact-sql.md, set-fips-flagger-transact-sql.md, set-offsets-transact-sql.md
SET PARSEONLY ON;
GO
SELECT nothing FROM nowhere;
PRINT 'not run';
GO
SELEC 1;
GO
SET PARSEONLY OFF;
GO
SET FIPS_FLAGGER 'ENTRY';
GO
SET FIPS_FLAGGER OFF;
GO
SET OFFSETS SELECT, FROM, ORDER, TABLE, PROCEDURE, STATEMENT, PARAM, EXECUTE ON;
SET OFFSETS SELECT, FROM OFF;
GO
-- set-forceplan-transact-sql.md
CREATE TABLE dbo.small (a int PRIMARY KEY);
CREATE TABLE dbo.large (a int PRIMARY KEY, b int);
INSERT dbo.small VALUES (1), (2);
INSERT dbo.large SELECT number, number FROM master.dbo.spt_values WHERE type = 'P';
GO
SET FORCEPLAN ON;
GO
SELECT s.a FROM dbo.large AS l JOIN dbo.small AS s ON l.a = s.a ORDER BY s.a;
GO
SET SHOWPLAN_TEXT ON;
GO
SELECT s.a FROM dbo.large AS l JOIN dbo.small AS s ON l.b = s.a;
GO
SET SHOWPLAN_TEXT OFF;
GO
SET FORCEPLAN OFF;
GO
-- set-query-governor-cost-limit-transact-sql.md, set-remote-proc-transactions-transact-sql.md
SET QUERY_GOVERNOR_COST_LIMIT 0;
SET REMOTE_PROC_TRANSACTIONS OFF;
GO
SET QUERY_GOVERNOR_COST_LIMIT 10;
SET QUERY_GOVERNOR_COST_LIMIT 0;
GO
SET REMOTE_PROC_TRANSACTIONS ON;
GO
-- set-arithabort-transact-sql.md: set_options/arithmetic has its example.
DECLARE @ARITHABORT VARCHAR(3) = 'OFF';
IF ( (64 & @@OPTIONS) = 64 ) SET @ARITHABORT = 'ON';
SELECT @ARITHABORT AS ARITHABORT;
GO
-- set-quoted-identifier-transact-sql.md: set_options/quoted_identifier has its examples.
DECLARE @QUOTED_IDENTIFIER VARCHAR(3) = 'OFF';
IF ( (256 & @@OPTIONS) = 256 ) SET @QUOTED_IDENTIFIER = 'ON';
SELECT @QUOTED_IDENTIFIER AS QUOTED_IDENTIFIER;
GO
SET QUOTED_IDENTIFIER OFF
GO
CREATE TABLE "select" ("identity" INT IDENTITY NOT NULL, "order" INT NOT NULL);
GO
SET QUOTED_IDENTIFIER ON;
GO
CREATE TABLE "select" ("identity" INT IDENTITY NOT NULL, "order" INT NOT NULL);
GO
SELECT "identity","order"
FROM "select"
ORDER BY "order";
GO
DROP TABLE "SELECT";
GO
SET QUOTED_IDENTIFIER OFF;
GO
CREATE TABLE dbo.Test (ID INT, String VARCHAR(30)) ;
GO
INSERT INTO dbo.Test VALUES (1, "'Text in single quotes'");
INSERT INTO dbo.Test VALUES (2, '''Text in single quotes''');
INSERT INTO dbo.Test VALUES (3, 'Text with 2 '''' single quotes');
INSERT INTO dbo.Test VALUES (4, '"Text in double quotes"');
INSERT INTO dbo.Test VALUES (5, """Text in double quotes""");
INSERT INTO dbo.Test VALUES (6, "Text with 2 """" double quotes");
GO
SET QUOTED_IDENTIFIER ON;
GO
INSERT INTO dbo."Test" VALUES (7, 'Text with a single '' quote');
GO
SELECT ID, String
FROM dbo.Test
ORDER BY ID;
GO
--> 1 | 'Text in single quotes'
--> 2 | 'Text in single quotes'
--> 3 | Text with 2 '' single quotes
--> 4 | "Text in double quotes"
--> 5 | "Text in double quotes"
--> 6 | Text with 2 "" double quotes
--> 7 | Text with a single ' quote
-- set-showplan-text-transact-sql.md and set-showplan-all-transact-sql.md: a small table without a parameter in the plan.
CREATE TABLE dbo.Product (ProductID int CONSTRAINT PK_Product_ProductID PRIMARY KEY, StandardCost money);
GO
SET SHOWPLAN_TEXT ON;
GO
SELECT *
FROM dbo.Product
WHERE ProductID = 905;
GO
SELECT *
FROM dbo.Product
WHERE StandardCost < 500.00;
GO
CREATE TABLE dbo.not_created (a int);
SELECT a FROM dbo.not_created;
GO
SET SHOWPLAN_TEXT OFF;
GO
CREATE PROCEDURE dbo.shows AS SET SHOWPLAN_ALL ON;
GO
SELECT 1 AS one;
SET SHOWPLAN_TEXT ON;
GO
-- set-statistics-time-transact-sql.md, set-statistics-io-transact-sql.md, set-statistics-profile-transact-sql.md,
-- set-statistics-xml-transact-sql.md and set-showplan-xml-transact-sql.md: statistics/* has their output.
INSERT dbo.Product VALUES (905, 100);
SET STATISTICS IO ON;
GO
SELECT *
FROM dbo.Product
WHERE StandardCost < 500.00;
GO
SET STATISTICS IO OFF;
SET STATISTICS TIME OFF;
SET STATISTICS PROFILE OFF;
SET STATISTICS XML OFF;
GO
SET SHOWPLAN_XML OFF;
GO
