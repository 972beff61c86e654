-- docs/t-sql/language-elements/try-catch-transact-sql.md: an error of severity 11 to 19 goes on in the CATCH block, and is told nobody; the
-- functions tell of it throughout the block, and are NULL elsewhere. Behind END CATCH the batch goes on.
BEGIN TRY
    PRINT 'before';
    SELECT 1 / 0 AS a;
    PRINT 'not reached';
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS number, ERROR_SEVERITY() AS severity, ERROR_STATE() AS state, ERROR_LINE() AS line,
        ERROR_PROCEDURE() AS [procedure], ERROR_MESSAGE() AS message;
    SELECT @@ERROR AS behind_a_select;
END CATCH;
SELECT ERROR_NUMBER() AS number, ERROR_MESSAGE() AS message, ERROR_SEVERITY() AS severity;
GO
-- docs/t-sql/functions/error-transact-sql.md: the first statement of the block finds the number in @@ERROR.
BEGIN TRY
    DECLARE @i int = 'x';
END TRY
BEGIN CATCH
    PRINT @@ERROR;
    PRINT @@ERROR;
END CATCH
GO
-- No error: the CATCH block is passed over. Blocks nest; the functions answer by the innermost CATCH block.
BEGIN TRY
    BEGIN TRY
        SELECT 1 / 0 AS a;
    END TRY
    BEGIN CATCH
        PRINT CONCAT('inner ', ERROR_NUMBER());
        BEGIN TRY
            SELECT CAST('x' AS int) AS a;
        END TRY
        BEGIN CATCH
            PRINT CONCAT('innermost ', ERROR_NUMBER());
        END CATCH
        PRINT CONCAT('inner again ', ERROR_NUMBER());
        SELECT CAST(300 AS tinyint) AS a;
    END CATCH
END TRY
BEGIN CATCH
    PRINT CONCAT('outer ', ERROR_NUMBER());
END CATCH
PRINT CONCAT('behind ', ISNULL(ERROR_NUMBER(), -1));
GO
-- In a loop, and out of a CATCH block with CONTINUE and BREAK: behind it there is no error to tell of.
DECLARE @n int = 0;
WHILE @n < 3
BEGIN
    SET @n += 1;
    BEGIN TRY
        IF @n < 3 PRINT 1 / (@n - @n);
        PRINT 'last turn';
    END TRY
    BEGIN CATCH
        PRINT CONCAT(@n, ': ', ERROR_NUMBER());
        IF @n = 1 CONTINUE;
        BREAK;
    END CATCH
END
PRINT CONCAT('behind ', ISNULL(ERROR_NUMBER(), -1));
GO
-- docs/t-sql/language-elements/goto-transact-sql.md and try-catch: GOTO may leave a TRY or CATCH block, and not enter one.
BEGIN TRY
    PRINT 1 / 0;
END TRY
BEGIN CATCH
    GOTO out_of_it;
END CATCH
PRINT 'passed over';
out_of_it:
PRINT CONCAT('outside ', ISNULL(ERROR_NUMBER(), -1));
GO
PRINT 'not run';
GOTO into_it;
BEGIN TRY
into_it:
    PRINT 1;
END TRY
BEGIN CATCH
    PRINT 2;
END CATCH
GO
-- An error in a CATCH block is told, if no TRY block is around it; RETURN leaves batch and block.
BEGIN TRY
    PRINT 1 / 0;
END TRY
BEGIN CATCH
    PRINT 1 / 0;
    PRINT 'goes on';
    RETURN;
END CATCH
PRINT 'not reached';
