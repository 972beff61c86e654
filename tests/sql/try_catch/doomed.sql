-- docs/t-sql/language-elements/try-catch-transact-sql.md, "Uncommittable Transactions and XACT_STATE"; docs/t-sql/functions/xact-state-transact-sql.md;
-- docs/t-sql/statements/set-xact-abort-transact-sql.md.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int NOT NULL);
GO
-- Without XACT_ABORT a failed statement leaves the transaction as it is.
BEGIN TRANSACTION;
INSERT INTO dbo.t VALUES (1);
BEGIN TRY
    INSERT INTO dbo.t VALUES (NULL);
END TRY
BEGIN CATCH
    PRINT CONCAT(ERROR_NUMBER(), ' leaves ', XACT_STATE());
    COMMIT;
END CATCH
SELECT a, XACT_STATE() AS state FROM dbo.t;
GO
-- With it any error dooms: reading goes on, writing and COMMIT are refused, only a rollback of all helps.
SET XACT_ABORT ON;
BEGIN TRANSACTION;
SAVE TRANSACTION s;
INSERT INTO dbo.t VALUES (2);
BEGIN TRY
    INSERT INTO dbo.t VALUES (NULL);
END TRY
BEGIN CATCH
    PRINT CONCAT(ERROR_NUMBER(), ' leaves ', XACT_STATE(), ' and ', @@TRANCOUNT);
    SELECT a FROM dbo.t;
    BEGIN TRY
        INSERT INTO dbo.t VALUES (3);
    END TRY
    BEGIN CATCH
        PRINT CONCAT(ERROR_NUMBER(), ': ', ERROR_MESSAGE());
    END CATCH
    BEGIN TRY
        CREATE TABLE dbo.u(a int);
    END TRY
    BEGIN CATCH
        PRINT ERROR_NUMBER();
    END CATCH
    BEGIN TRY
        COMMIT;
    END TRY
    BEGIN CATCH
        PRINT ERROR_NUMBER();
    END CATCH
    BEGIN TRY
        ROLLBACK TRANSACTION s;
    END TRY
    BEGIN CATCH
        PRINT CONCAT(ERROR_NUMBER(), ': ', ERROR_MESSAGE());
    END CATCH
    ROLLBACK;
    PRINT CONCAT('then ', XACT_STATE(), ' and ', @@TRANCOUNT);
END CATCH
SET XACT_ABORT OFF;
SELECT a FROM dbo.t;
GO
-- A conversion dooms whatever XACT_ABORT says. What is still doomed at the batch's end is rolled back there (3998).
BEGIN TRANSACTION;
INSERT INTO dbo.t VALUES (4);
BEGIN TRY
    DECLARE @i int = 'x';
END TRY
BEGIN CATCH
    PRINT CONCAT(ERROR_NUMBER(), ' leaves ', XACT_STATE());
END CATCH
GO
SELECT @@TRANCOUNT AS open_transactions, XACT_STATE() AS state;
SELECT a FROM dbo.t;
GO
-- Thrown on, the error has been told, and the batch's end needs no other.
SET XACT_ABORT ON;
BEGIN TRANSACTION;
INSERT INTO dbo.t VALUES (5);
BEGIN TRY
    INSERT INTO dbo.t VALUES (NULL);
END TRY
BEGIN CATCH
    THROW;
END CATCH
GO
SELECT @@TRANCOUNT AS open_transactions;
SELECT a FROM dbo.t;
GO
-- Without an open transaction there is nothing to doom.
SET XACT_ABORT ON;
BEGIN TRY
    INSERT INTO dbo.t VALUES (NULL);
END TRY
BEGIN CATCH
    PRINT XACT_STATE();
END CATCH
INSERT INTO dbo.t VALUES (6);
SELECT a FROM dbo.t;
