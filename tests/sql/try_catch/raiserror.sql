-- docs/t-sql/language-elements/raiserror-transact-sql.md, with its examples.
RAISERROR (N'This is message %s %d.', 10, 1, N'number', 5);
RAISERROR (N'<<%*.*s>>', 10, 1, 7, 3, N'abcde');
RAISERROR (N'<<%7.3s>>', 10, 1, N'abcde');
GO
-- An error ends nothing outside of a TRY block; @@ERROR is 50000. A negative severity is 0, a negative state 1.
RAISERROR ('An error.', 16, 3);
PRINT @@ERROR;
RAISERROR ('A message.', -1, -1);
PRINT @@ERROR;
GO
BEGIN TRY
    RAISERROR ('Error raised in TRY block.', 16, 1);
END TRY
BEGIN CATCH
    DECLARE @message nvarchar(4000) = ERROR_MESSAGE(), @severity int = ERROR_SEVERITY(), @state int = ERROR_STATE();
    RAISERROR (@message, @severity, @state);
END CATCH
GO
-- It does not honour XACT_ABORT.
SET XACT_ABORT ON;
BEGIN TRANSACTION;
RAISERROR ('XACT_ABORT is of no account.', 16, 1);
PRINT @@TRANCOUNT;
ROLLBACK;
SET XACT_ABORT OFF;
GO
-- A text of 2,048 characters or more is cut after 2,044, and an ellipsis follows.
DECLARE @long varchar(3000) = REPLICATE('x', 3000);
BEGIN TRY
    RAISERROR (@long, 16, 1);
END TRY
BEGIN CATCH
    SELECT LEN(ERROR_MESSAGE()) AS length, RIGHT(ERROR_MESSAGE(), 4) AS [end];
END CATCH
GO
-- What is wrong with it: 2754 without LOG, 2732, 18054, 2786, 2787, 2748. Each is an error of severity 16 of its own.
RAISERROR ('too grave', 19, 1);
RAISERROR (12999, 16, 1);
RAISERROR (50000, 16, 1);
RAISERROR (60000, 16, 1);
RAISERROR ('%d', 16, 1, 'x');
RAISERROR ('100% z', 16, 1);
DECLARE @date date = '2026-01-01';
RAISERROR ('%s', 16, 1, @date);
RAISERROR ('%s and %d', 16, 1, NULL);
