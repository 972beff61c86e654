-- docs/t-sql/statements/set-xact-abort-transact-sql.md and recorded answers of SQL Server: under XACT_ABORT ON a RAISERROR that no TRY block
-- catches ends nothing; one that a TRY block catches dooms the transaction, like every other caught error.
SET XACT_ABORT ON;
BEGIN TRANSACTION;
RAISERROR('not caught', 16, 1);
SELECT @@TRANCOUNT AS open_transactions, XACT_STATE() AS state;
BEGIN TRY
    RAISERROR('caught', 16, 1);
END TRY
BEGIN CATCH
    SELECT ERROR_MESSAGE() AS message, XACT_STATE() AS state;
    ROLLBACK;
END CATCH;
GO
-- A message isn't caught.
BEGIN TRANSACTION;
BEGIN TRY
    RAISERROR('a message', 10, 1);
    SELECT XACT_STATE() AS state;
END TRY
BEGIN CATCH
    PRINT 'not reached';
END CATCH;
ROLLBACK;
GO
SET XACT_ABORT OFF;
BEGIN TRANSACTION;
BEGIN TRY
    RAISERROR('caught', 16, 1);
END TRY
BEGIN CATCH
    SELECT ERROR_MESSAGE() AS message, XACT_STATE() AS state;
END CATCH;
COMMIT;
GO
