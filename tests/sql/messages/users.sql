-- Users' messages: relational-databases/system-stored-procedures/sp-addmessage-transact-sql.md, sp-altermessage-transact-sql.md,
-- sp-dropmessage-transact-sql.md, relational-databases/system-catalog-views/messages-for-errors-catalog-views-sys-messages.md,
-- t-sql/language-elements/raiserror-transact-sql.md, t-sql/functions/formatmessage-transact-sql.md.

-- The page's example A and the first message of example C.
EXEC sp_addmessage 50001, 16, N'Percentage expects a value between 20 and 100. Please reexecute with a more appropriate value.';
EXEC sp_addmessage @msgnum = 60000, @severity = 16,
   @msgtext = N'This is a test message with one numeric parameter (%d), one string parameter (%s), and another string parameter (%s).',
   @lang = 'us_english';
SELECT * FROM sys.messages WHERE message_id > 50000 ORDER BY message_id;
GO
RAISERROR(60000, 1, 1, 15, 'param1', 'param2');
GO
-- -1 is the severity that the message has.
RAISERROR(50001, -1, 3);
GO
BEGIN TRY
    RAISERROR(60000, 12, 2, 7, N'a', N'b');
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS number, ERROR_SEVERITY() AS severity, ERROR_STATE() AS state, ERROR_MESSAGE() AS message;
END CATCH;
SELECT FORMATMESSAGE(60000, 15, 'param1', 'param2') AS formatted, FORMATMESSAGE(60001, 1) AS no_message;
GO
-- A message of that number is there, and REPLACE is not said.
EXEC sp_addmessage 50001, 10, N'Another text.';
GO
EXEC sp_addmessage 50001, 10, N'Another text.', NULL, 'FALSE', 'replace';
RAISERROR(50001, -1, 1);
SELECT severity, is_event_logged, text FROM sys.messages WHERE message_id = 50001 AND language_id = 1033;
GO
-- What is not right, one after the other.
EXEC sp_addmessage 50000, 16, N'x';
GO
EXEC sp_addmessage 50002, 26, N'x';
GO
EXEC sp_addmessage 50002, 16;
GO
EXEC sp_addmessage 50002, 16, N'x', 'French';
GO
EXEC sp_addmessage 50002, 16, N'x', NULL, 'SOMETIMES';
GO
BEGIN TRAN;
EXEC sp_addmessage 50002, 16, N'x';
ROLLBACK;
GO
EXEC sp_altermessage 50002, 'WITH_LOG', 'false';
GO
EXEC sp_altermessage 50001, 'WITH_LOG', 'false';
EXEC sp_altermessage 50001, 'WITH_LOG', 'sometimes';
GO
RAISERROR(50002, 16, 1);
GO
-- They outlive the instance.
-- @crash
SELECT message_id, severity FROM sys.messages WHERE message_id > 50000 ORDER BY message_id;
EXEC sp_dropmessage 50001;
EXEC sp_dropmessage @msgnum = 60000, @lang = 'all';
GO
-- @restart
SELECT COUNT(*) AS left_over FROM sys.messages WHERE message_id > 50000;
EXEC sp_dropmessage 60000;
GO
EXEC sp_dropmessage 8134;
GO
