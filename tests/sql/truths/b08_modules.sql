-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md: 217, 266; -3000-to-3999.md: 3609, 3616;
-- docs/t-sql/language-elements/rollback-transaction-transact-sql.md: a trigger that rolls back ends the batch (3609), a procedure that
-- does lets its caller go on (266). XACT_ABORT does not escalate 266.
CREATE DATABASE E;
GO
USE E;
CREATE TABLE dbo.t (a int);
CREATE TABLE dbo.u (a int);
GO
CREATE PROCEDURE dbo.begins AS BEGIN TRANSACTION;
GO
CREATE PROCEDURE dbo.rolls_back AS ROLLBACK;
GO
CREATE PROCEDURE dbo.forever AS EXEC dbo.forever;
GO
CREATE TRIGGER dbo.rolls ON dbo.t FOR INSERT AS ROLLBACK;
GO
CREATE TRIGGER dbo.defines ON dbo.u FOR INSERT AS CREATE TABLE dbo.t (b int);
GO
EXEC dbo.begins;
PRINT CONCAT('266 leaves ', @@TRANCOUNT);
EXEC dbo.rolls_back;
PRINT CONCAT('266 leaves ', @@TRANCOUNT);
GO
SET XACT_ABORT ON;
GO
EXEC dbo.begins;
PRINT CONCAT('266 leaves ', @@TRANCOUNT);
EXEC dbo.rolls_back;
PRINT CONCAT('266 leaves ', @@TRANCOUNT);
GO
SET XACT_ABORT OFF;
GO
BEGIN TRANSACTION;
BEGIN TRY
    EXEC dbo.begins;
END TRY
BEGIN CATCH
    PRINT CONCAT('caught ', ERROR_NUMBER(), ', state ', XACT_STATE(), ', count ', @@TRANCOUNT);
END CATCH;
ROLLBACK;
GO
-- 3609: the transaction is gone and the batch ends; in a TRY block the CATCH block finds no transaction.
BEGIN TRANSACTION;
INSERT dbo.t VALUES (1);
PRINT 'not reached';
GO
PRINT CONCAT('3609 leaves ', @@TRANCOUNT);
GO
BEGIN TRANSACTION;
BEGIN TRY
    INSERT dbo.t VALUES (1);
END TRY
BEGIN CATCH
    PRINT CONCAT('caught ', ERROR_NUMBER(), ', state ', XACT_STATE());
END CATCH;
GO
-- A definition that fails in a trigger, and calls nested too deeply, end the transaction.
BEGIN TRANSACTION;
INSERT dbo.u VALUES (1);
PRINT 'not reached';
GO
PRINT CONCAT('2714 leaves ', @@TRANCOUNT);
GO
BEGIN TRANSACTION;
EXEC dbo.forever;
PRINT 'not reached';
GO
PRINT CONCAT('217 leaves ', @@TRANCOUNT);
GO
-- A definition that fails in a procedure ends all that called it.
CREATE PROCEDURE dbo.migrates AS
CREATE TABLE dbo.w (a int);
CREATE TABLE dbo.t (a int);
PRINT 'not reached';
GO
BEGIN TRANSACTION;
EXEC dbo.migrates;
PRINT 'not reached';
COMMIT;
GO
PRINT CONCAT('2714 leaves ', @@TRANCOUNT, CASE WHEN OBJECT_ID('dbo.w') IS NULL THEN ' and no table' END);
GO
BEGIN TRANSACTION;
BEGIN TRY
    EXEC dbo.migrates;
END TRY
BEGIN CATCH
    PRINT CONCAT('caught ', ERROR_NUMBER(), ' in ', ERROR_PROCEDURE(), ', line ', ERROR_LINE(), ', state ', XACT_STATE());
    BEGIN TRY
        COMMIT;
    END TRY
    BEGIN CATCH
        PRINT CONCAT('caught ', ERROR_NUMBER());
    END CATCH;
END CATCH;
GO
PRINT CONCAT('3998 leaves ', @@TRANCOUNT);
