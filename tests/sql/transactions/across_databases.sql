-- docs/t-sql/language-elements/begin-transaction-transact-sql.md, save-transaction-transact-sql.md, rollback-transaction-transact-sql.md: a
-- transaction is one unit of work, whatever it changes; here in two databases and tempdb.
CREATE DATABASE A;
CREATE DATABASE B;
GO
USE A;
CREATE TABLE dbo.t(id int NOT NULL);
CREATE TABLE B.dbo.t(id int NOT NULL);
CREATE TABLE #t(id int NOT NULL);
GO
SET NOCOUNT ON;
BEGIN TRAN outermost;
INSERT INTO dbo.t(id) VALUES (1);
SAVE TRAN before_b;
INSERT INTO B.dbo.t(id) VALUES (1);
INSERT INTO #t(id) VALUES (1);
SAVE TRAN after_b;
UPDATE B.dbo.t SET id = 2;
DELETE FROM dbo.t;
ROLLBACK TRAN after_b;
SELECT (SELECT id FROM dbo.t) AS a, (SELECT id FROM B.dbo.t) AS b, (SELECT id FROM #t) AS temp;
ROLLBACK TRAN before_b;
SELECT (SELECT id FROM dbo.t) AS a, (SELECT id FROM B.dbo.t) AS b, (SELECT id FROM #t) AS temp;
INSERT INTO B.dbo.t(id) VALUES (3);
COMMIT TRAN outermost;
GO
BEGIN TRAN;
INSERT INTO B.dbo.t(id) VALUES (4);
INSERT INTO dbo.t(id) VALUES (4);
CREATE TABLE B.dbo.made(id int NOT NULL);
ROLLBACK TRAN;
SELECT (SELECT COUNT(*) FROM dbo.t) AS a, (SELECT COUNT(*) FROM B.dbo.t) AS b, OBJECT_ID(N'B.dbo.made') AS made;
-- An error that rolls back does so in all of them.
SET XACT_ABORT ON;
BEGIN TRAN;
INSERT INTO B.dbo.t(id) VALUES (5);
INSERT INTO dbo.t(id) VALUES (1/0);
GO
SELECT (SELECT COUNT(*) FROM dbo.t) AS a, (SELECT COUNT(*) FROM B.dbo.t) AS b, @@TRANCOUNT AS open_transactions;
GO
-- @crash
SELECT id FROM A.dbo.t;
SELECT id FROM B.dbo.t;
-- What is dropped in the one and made in the other is so, or not, in both.
BEGIN TRAN;
DROP TABLE A.dbo.t;
CREATE TABLE B.dbo.other(id int NOT NULL);
COMMIT TRAN;
GO
-- @crash
SELECT OBJECT_ID(N'A.dbo.t') AS dropped;
SELECT COUNT(*) AS made FROM B.dbo.other;
