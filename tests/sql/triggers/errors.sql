-- docs/t-sql/statements/create-trigger-transact-sql.md; docs/t-sql/language-elements/rollback-transaction-transact-sql.md, "ROLLBACK TRANSACTION in stored procedures and triggers"; docs/t-sql/statements/set-xact-abort-transact-sql.md: ON is the default in a trigger; docs/relational-databases/errors-events/database-engine-events-and-errors-3000-to-3999.md: 3609, 3616.
CREATE DATABASE T;
GO
USE T;
GO
CREATE TABLE dbo.t (a int PRIMARY KEY);
CREATE TABLE dbo.log (a int);
GO
-- The transaction is rolled back, what the trigger does after that stays, and the batch ends.
CREATE TRIGGER dbo.tr ON dbo.t FOR INSERT AS
  INSERT INTO dbo.log VALUES (1);
  ROLLBACK;
  PRINT CONCAT('transactions ', @@TRANCOUNT);
  INSERT INTO dbo.log VALUES (2);
GO
INSERT INTO dbo.t VALUES (1);
PRINT 'not reached';
GO
SELECT a, @@TRANCOUNT AS transactions FROM dbo.log;
SELECT COUNT(*) AS rows FROM dbo.t;
GO
BEGIN TRANSACTION;
DELETE dbo.log;
INSERT INTO dbo.t VALUES (1);
PRINT 'not reached';
GO
SELECT a, @@TRANCOUNT AS transactions FROM dbo.log;
GO
-- It can be caught.
BEGIN TRY
  INSERT INTO dbo.t VALUES (1);
END TRY
BEGIN CATCH
  SELECT ERROR_NUMBER() AS number, ERROR_MESSAGE() AS text, @@TRANCOUNT AS transactions, XACT_STATE() AS state;
END CATCH;
GO
-- An error rolls back and ends the batch: XACT_ABORT is ON.
ALTER TRIGGER dbo.tr ON dbo.t FOR INSERT AS
  DELETE dbo.log;
  INSERT INTO dbo.log VALUES (1 / (SELECT a FROM inserted));
  PRINT 'goes on';
GO
INSERT INTO dbo.t VALUES (0);
PRINT 'not reached';
GO
SELECT (SELECT COUNT(*) FROM dbo.t) AS t, (SELECT COUNT(*) FROM dbo.log) AS log;
GO
BEGIN TRANSACTION;
BEGIN TRY
  INSERT INTO dbo.t VALUES (0);
END TRY
BEGIN CATCH
  SELECT ERROR_NUMBER() AS number, ERROR_PROCEDURE() AS [procedure], XACT_STATE() AS state;
END CATCH;
ROLLBACK;
GO
-- OFF, the statement alone fails.
ALTER TRIGGER dbo.tr ON dbo.t FOR INSERT AS
  SET XACT_ABORT OFF;
  INSERT INTO dbo.log VALUES (1 / (SELECT a FROM inserted));
  PRINT 'goes on';
GO
INSERT INTO dbo.t VALUES (0);
PRINT 'reached';
SELECT a FROM dbo.t;
GO
-- RAISERROR rolls nothing back, THROW does.
ALTER TRIGGER dbo.tr ON dbo.t FOR INSERT AS
  RAISERROR('raised', 16, 1);
  IF (SELECT a FROM inserted) = 7 THROW 50001, 'thrown', 1;
GO
INSERT INTO dbo.t VALUES (6);
PRINT 'reached';
INSERT INTO dbo.t VALUES (7);
PRINT 'not reached';
GO
SELECT a FROM dbo.t ORDER BY a;
GO
-- An error that it catches itself has doomed the transaction.
ALTER TRIGGER dbo.tr ON dbo.t FOR INSERT AS
  BEGIN TRY
    DECLARE @a int = 1 / 0;
  END TRY
  BEGIN CATCH
    PRINT CONCAT('caught, state ', XACT_STATE());
  END CATCH;
GO
INSERT INTO dbo.t VALUES (8);
PRINT 'not reached';
GO
SELECT a FROM dbo.t ORDER BY a;
GO
-- What it names may be missing until it runs.
ALTER TRIGGER dbo.tr ON dbo.t FOR INSERT AS SELECT * FROM dbo.missing;
GO
INSERT INTO dbo.t VALUES (8);
PRINT 'not reached';
GO
SELECT a FROM dbo.t ORDER BY a;
GO
USE master;
DROP DATABASE T;
GO
