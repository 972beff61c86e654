-- docs/t-sql/language-elements/throw-transact-sql.md: severity 16; uncaught it ends the batch; %% is a percent sign. Without operands it raises
-- what was caught again, as it was.
THROW 51000, 'The record does not exist.', 1;
PRINT 'not reached';
GO
DECLARE @number int = 50000, @message nvarchar(100) = N'100%% of %d', @state tinyint = 7;
BEGIN TRY
    THROW @number, @message, @state;
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS number, ERROR_SEVERITY() AS severity, ERROR_STATE() AS state, ERROR_LINE() AS line,
        ERROR_MESSAGE() AS message;
END CATCH
GO
BEGIN TRY
    PRINT 1 / 0;
END TRY
BEGIN CATCH
    PRINT 'In catch block.';
    THROW;
    PRINT 'not reached';
END CATCH
GO
BEGIN TRY
    BEGIN TRY
        PRINT 1 / 0;
    END TRY
    BEGIN CATCH
        THROW;
    END CATCH
END TRY
BEGIN CATCH
    PRINT CONCAT('again ', ERROR_NUMBER(), ' of line ', ERROR_LINE());
END CATCH
GO
-- 10704, before anything runs; 35100.
PRINT 'not run';
THROW;
GO
THROW 49999, 'too low', 1;
