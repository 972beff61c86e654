-- docs/t-sql/language-elements/try-catch-transact-sql.md, docs/t-sql/functions/error-procedure-transact-sql.md, error-line-transact-sql.md;
-- docs/t-sql/language-elements/throw-transact-sql.md.
CREATE DATABASE P;
GO
USE P;
GO
CREATE PROCEDURE usp_ExampleProc
AS
    SELECT 1/0;
GO
BEGIN TRY
    EXECUTE usp_ExampleProc;
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS ErrorNumber, ERROR_SEVERITY() AS ErrorSeverity, ERROR_STATE() AS ErrorState, ERROR_PROCEDURE() AS ErrorProcedure,
        ERROR_MESSAGE() AS ErrorMessage, ERROR_LINE() AS ErrorLine;
END CATCH;
GO
-- Untrapped: the message names the procedure, and its line there; the batch goes on.
EXEC usp_ExampleProc;
PRINT 'goes on';
GO
-- Lines count from the beginning of the batch that made it.

CREATE PROCEDURE dbo.lines AS

PRINT 'one';
RAISERROR('two', 16, 2);

PRINT CAST('x' AS int);
PRINT 'not reached';
GO
EXEC dbo.lines;
PRINT 'not reached';
GO
-- Caught in the procedure, for it alone.
CREATE PROCEDURE dbo.catches AS
BEGIN TRY
    EXEC usp_ExampleProc;
END TRY
BEGIN CATCH
    PRINT CONCAT('in ', ERROR_PROCEDURE(), ', line ', ERROR_LINE());
END CATCH
PRINT 'goes on';
GO
EXEC dbo.catches;
SELECT ERROR_NUMBER() AS number;
GO
-- Thrown again: the first place stays.
CREATE PROCEDURE dbo.rethrows AS
BEGIN TRY
    EXEC usp_ExampleProc;
END TRY
BEGIN CATCH
    PRINT 'again';
    THROW;
END CATCH
PRINT 'not reached';
GO
BEGIN TRY
    EXEC dbo.rethrows;
    PRINT 'not reached';
END TRY
BEGIN CATCH
    PRINT CONCAT(ERROR_NUMBER(), ' in ', ERROR_PROCEDURE(), ', line ', ERROR_LINE());
END CATCH
GO
EXEC dbo.rethrows;
PRINT 'not reached';
GO
-- 208 of a procedure is caught by its caller, not by its own TRY (as the documentation's example has it).
CREATE PROCEDURE dbo.missing_table AS
BEGIN TRY
    SELECT * FROM dbo.NonexistentTable;
END TRY
BEGIN CATCH
    PRINT 'not here';
END CATCH
GO
BEGIN TRY
    EXECUTE dbo.missing_table;
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS ErrorNumber, ERROR_MESSAGE() AS ErrorMessage, ERROR_PROCEDURE() AS ErrorProcedure;
END CATCH
GO
-- What is wrong with a call itself.
BEGIN TRY
    EXEC dbo.lines 1;
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS number, ERROR_PROCEDURE() AS of_procedure, ERROR_LINE() AS line, ERROR_MESSAGE() AS message;
END CATCH
BEGIN TRY
    EXEC dbo.nothing;
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS number, ERROR_PROCEDURE() AS of_procedure, ERROR_LINE() AS line, ERROR_MESSAGE() AS message;
END CATCH
GO
-- 217: 32 levels, and no more.
CREATE PROCEDURE dbo.forever @n int AS
IF @n % 16 = 0 PRINT @n;
SET @n += 1;
EXEC dbo.forever @n;
GO
EXEC dbo.forever 1;
PRINT 'not reached';
GO
CREATE PROCEDURE dbo.factorial @n int, @result bigint OUTPUT AS
IF @n <= 1 BEGIN SET @result = 1; RETURN; END
DECLARE @less int = @n - 1;
EXEC dbo.factorial @less, @result OUTPUT;
SET @result *= @n;
GO
DECLARE @f bigint;
EXEC dbo.factorial 20, @f OUTPUT;
SELECT @f AS factorial;
GO
-- 266: another count of transactions behind it; what it did stays.
CREATE TABLE dbo.t(a int);
GO
CREATE PROCEDURE dbo.begins AS BEGIN TRANSACTION; INSERT INTO dbo.t VALUES (1);
GO
EXEC dbo.begins;
SELECT @@TRANCOUNT AS count;
ROLLBACK;
SELECT COUNT(*) AS rows FROM dbo.t;
GO
CREATE PROCEDURE dbo.rolls_back AS ROLLBACK;
GO
BEGIN TRANSACTION;
INSERT INTO dbo.t VALUES (2);
EXEC dbo.rolls_back;
SELECT @@TRANCOUNT AS count, (SELECT COUNT(*) FROM dbo.t) AS rows;
GO
-- docs/t-sql/language-elements/save-transaction-transact-sql.md, example A: a procedure that undoes only its own work.
CREATE PROCEDURE dbo.SaveTranExample @InputCandidateID INT AS
DECLARE @TranCounter INT;
SET @TranCounter = @@TRANCOUNT;
IF @TranCounter > 0
    SAVE TRANSACTION ProcedureSave;
ELSE
    BEGIN TRANSACTION;
BEGIN TRY
    INSERT INTO dbo.t VALUES (@InputCandidateID);
    IF @InputCandidateID < 0 RAISERROR('negative', 16, 1);
    IF @TranCounter = 0
        COMMIT TRANSACTION;
END TRY
BEGIN CATCH
    IF @TranCounter = 0
        ROLLBACK TRANSACTION;
    ELSE
        IF XACT_STATE() <> -1
            ROLLBACK TRANSACTION ProcedureSave;
    DECLARE @ErrorMessage NVARCHAR(4000) = ERROR_MESSAGE();
    DECLARE @ErrorSeverity INT = ERROR_SEVERITY(), @ErrorState INT = ERROR_STATE();
    RAISERROR (@ErrorMessage, @ErrorSeverity, @ErrorState);
END CATCH
GO
EXEC dbo.SaveTranExample 10;
EXEC dbo.SaveTranExample -10;
BEGIN TRANSACTION;
EXEC dbo.SaveTranExample 11;
EXEC dbo.SaveTranExample -11;
EXEC dbo.SaveTranExample 12;
COMMIT;
SELECT a FROM dbo.t ORDER BY a;
GO
-- XACT_ABORT of the caller holds inside; that of the procedure ends with it.
CREATE PROCEDURE dbo.divides AS SELECT 1 / 0; PRINT 'inside goes on';
GO
SET XACT_ABORT ON;
BEGIN TRANSACTION;
EXEC dbo.divides;
GO
SELECT @@TRANCOUNT AS count;
SET XACT_ABORT OFF;
EXEC dbo.divides;
GO
-- THROW in a procedure ends the batch.
CREATE PROCEDURE dbo.throws AS THROW 50001, 'thrown', 3;
GO
EXEC dbo.throws;
PRINT 'not reached';
GO
