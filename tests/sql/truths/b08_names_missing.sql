-- docs/t-sql/language-elements/try-catch-transact-sql.md: errors of compilation and of deferred names are not caught at their own
-- level, but by the caller's TRY block; docs/t-sql/statements/set-xact-abort-transact-sql.md: "Compile errors ... are not affected".
CREATE DATABASE E;
GO
USE E;
CREATE TABLE dbo.t (a int);
GO
CREATE PROCEDURE dbo.missing AS
SELECT a FROM dbo.nothing;
PRINT 'not reached';
GO
-- 208 at its own turn ends the batch; the transaction stays, with XACT_ABORT OFF and ON.
BEGIN TRANSACTION;
BEGIN TRY
    PRINT 'before';
    SELECT a FROM dbo.nothing;
END TRY
BEGIN CATCH
    PRINT 'not caught';
END CATCH;
PRINT 'not reached';
GO
PRINT CONCAT('208 leaves ', @@TRANCOUNT, ', state ', XACT_STATE());
ROLLBACK;
GO
SET XACT_ABORT ON;
GO
BEGIN TRANSACTION;
SELECT a FROM dbo.nothing;
PRINT 'not reached';
GO
PRINT CONCAT('208 leaves ', @@TRANCOUNT, ', state ', XACT_STATE());
ROLLBACK;
GO
-- In a procedure or a string it ends that scope; the caller goes on, or catches it.
BEGIN TRANSACTION;
EXEC dbo.missing;
PRINT 'the caller goes on';
EXEC ('SELECT b FROM dbo.t; PRINT ''not reached'';');
PRINT 'the caller goes on';
EXEC ('SELECT FROM WHERE');
PRINT CONCAT('208, 207 and 156 leave ', @@TRANCOUNT);
BEGIN TRY
    EXEC dbo.missing;
END TRY
BEGIN CATCH
    PRINT CONCAT('caught ', ERROR_NUMBER(), ', state ', XACT_STATE());
END CATCH;
BEGIN TRY
    EXEC ('SELECT b FROM dbo.t');
END TRY
BEGIN CATCH
    PRINT CONCAT('caught ', ERROR_NUMBER(), ', state ', XACT_STATE());
END CATCH;
BEGIN TRY
    EXEC ('SELECT a FROM dbo.t WHERE (');
END TRY
BEGIN CATCH
    PRINT CONCAT('caught ', ERROR_NUMBER(), ', state ', XACT_STATE());
END CATCH;
ROLLBACK;
GO
SET XACT_ABORT OFF;
GO
BEGIN TRANSACTION;
EXEC dbo.missing;
EXEC ('SELECT b FROM dbo.t');
PRINT CONCAT('208 and 207 leave ', @@TRANCOUNT);
ROLLBACK;
GO
-- The text of a view is compiled; that its name is taken is an error of CREATE VIEW itself.
BEGIN TRANSACTION;
BEGIN TRY
    EXEC ('CREATE VIEW dbo.v AS SELECT b FROM dbo.t');
END TRY
BEGIN CATCH
    PRINT CONCAT('caught ', ERROR_NUMBER(), ', state ', XACT_STATE());
END CATCH;
BEGIN TRY
    EXEC ('CREATE VIEW dbo.t AS SELECT 1 AS a');
END TRY
BEGIN CATCH
    PRINT CONCAT('caught ', ERROR_NUMBER(), ', state ', XACT_STATE());
END CATCH;
ROLLBACK;
GO
BEGIN TRANSACTION;
EXEC ('CREATE PROCEDURE dbo.p AS SELECT b FROM dbo.t');
PRINT CONCAT('207 leaves ', @@TRANCOUNT);
EXEC ('CREATE PROCEDURE dbo.t AS PRINT 1');
PRINT 'not reached';
GO
PRINT CONCAT('2714 leaves ', @@TRANCOUNT);
GO
-- Too many arguments of RAISERROR are found in compilation and heed XACT_ABORT all the same (recorded).
BEGIN TRANSACTION;
EXEC ('RAISERROR(''x'', 16, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21)');
PRINT CONCAT('2747 leaves ', @@TRANCOUNT);
SET XACT_ABORT ON;
EXEC ('RAISERROR(''x'', 16, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21)');
PRINT 'not reached';
GO
PRINT CONCAT('2747 leaves ', @@TRANCOUNT);
