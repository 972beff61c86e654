-- docs/t-sql/statements/create-table-transact-sql.md, "Temporary tables": a local temporary table is visible in its session alone, those of a procedure are dropped
-- when it ends, and what it calls sees them; "Global temporary tables" are everybody's. All are objects of tempdb, where every session's are listed.
SET NOCOUNT ON;
GO
BEGIN TRAN;
CREATE TABLE #x(a int CONSTRAINT PK_x_of_one PRIMARY KEY);
INSERT #x VALUES (1);
CREATE TABLE ##shared_x(a int);
GO
-- @session other
SET NOCOUNT ON;
SET LOCK_TIMEOUT 0;
GO
CREATE TABLE #y(a int PRIMARY KEY);
INSERT #y VALUES (2);
CREATE TABLE #x(b int);
SELECT a FROM #y;
SELECT b FROM #x;
DROP TABLE #x;
GO
SELECT a FROM ##shared_x;
GO
SELECT LEFT(name, 3) AS name FROM tempdb.sys.tables WHERE name LIKE '#y%' OR name LIKE '#x%' ORDER BY name;
GO
-- @session
COMMIT;
GO
-- @session other
SELECT a FROM ##shared_x;
SELECT LEFT(name, 3) AS name FROM tempdb.sys.tables WHERE name LIKE '#y%' OR name LIKE '#x%' ORDER BY name;
GO
-- @session
DROP TABLE #x, ##shared_x;
GO
CREATE DATABASE TemporaryInTransactions;
GO
USE TemporaryInTransactions;
GO
CREATE PROCEDURE dbo.inner_p AS SELECT a FROM #p; INSERT #p VALUES (2);
GO
CREATE PROCEDURE dbo.outer_p AS
CREATE TABLE #p(a int);
INSERT #p VALUES (1);
EXEC dbo.inner_p;
SELECT a FROM #p ORDER BY a;
GO
-- It is gone at the procedure's end, also in a transaction, and a rollback does not bring it back.
BEGIN TRAN;
EXEC dbo.outer_p;
SELECT OBJECT_ID('tempdb..#p') AS p;
ROLLBACK;
SELECT OBJECT_ID('tempdb..#p') AS p;
SELECT a FROM #p;
GO
BEGIN TRAN;
SAVE TRAN s;
EXEC dbo.outer_p;
ROLLBACK TRAN s;
SELECT OBJECT_ID('tempdb..#p') AS p;
COMMIT;
SELECT OBJECT_ID('tempdb..#p') AS p;
GO
-- Also where the transaction began, or a savepoint was set, after the table was made: the procedure's next call finds the name free.
CREATE PROCEDURE dbo.saves AS
CREATE TABLE #q(a int);
SAVE TRAN inside;
INSERT #q VALUES (1);
GO
BEGIN TRAN;
EXEC dbo.saves;
ROLLBACK TRAN inside;
SELECT COUNT(*) AS q FROM tempdb.sys.tables WHERE name LIKE '#q%';
EXEC dbo.saves;
COMMIT;
GO
CREATE PROCEDURE dbo.begins AS
CREATE TABLE #q(a int);
BEGIN TRAN;
INSERT #q VALUES (1);
GO
EXEC dbo.begins;
ROLLBACK;
SELECT COUNT(*) AS q FROM tempdb.sys.tables WHERE name LIKE '#q%';
GO
EXEC dbo.begins;
ROLLBACK;
GO
