-- The examples of pages of docs/t-sql/language-elements. A line after --> is a row that the page shows.
-- docs/t-sql/language-elements/raiserror-transact-sql.md
RAISERROR (15600,-1,-1, 'mysp_CreateCustomer');
--> Msg 15600, Level 15, State 1, Line 3
--> An invalid parameter or option was specified for procedure 'mysp_CreateCustomer'.
GO
RAISERROR (N'This is message %s %d.', -- Message text.
           10, -- Severity,
           1, -- State,
           N'number', -- First argument.
           5); -- Second argument.
--> This is message number 5.
GO
RAISERROR (N'<<%*.*s>>', -- Message text.
           10, -- Severity,
           1, -- State,
           7, -- First argument used for width.
           3, -- Second argument used for precision.
           N'abcde'); -- Third argument supplies the string.
--> <<    abc>>
GO
RAISERROR (N'<<%7.3s>>', -- Message text.
           10, -- Severity,
           1, -- State,
           N'abcde'); -- First argument supplies the string.
--> <<    abc>>
GO
BEGIN TRY
    -- RAISERROR with severity 11-19 will cause execution to
    -- jump to the CATCH block.
    RAISERROR ('Error raised in TRY block.', -- Message text.
               16, -- Severity.
               1 -- State.
               );
END TRY
BEGIN CATCH
    DECLARE @ErrorMessage NVARCHAR(4000);
    DECLARE @ErrorSeverity INT;
    DECLARE @ErrorState INT;
    SELECT
        @ErrorMessage = ERROR_MESSAGE(),
        @ErrorSeverity = ERROR_SEVERITY(),
        @ErrorState = ERROR_STATE();
    RAISERROR (@ErrorMessage, -- Message text.
               @ErrorSeverity, -- Severity.
               @ErrorState -- State.
               );
END CATCH;
--> Error raised in TRY block.
GO
sp_addmessage @msgnum = 50005,
              @severity = 10,
              @msgtext = N'<<%7.3s>>';
GO
RAISERROR (50005, -- Message id.
           10, -- Severity,
           1, -- State,
           N'abcde'); -- First argument supplies the string.
--> <<    abc>>
GO
sp_dropmessage @msgnum = 50005;
GO
DECLARE @StringVariable NVARCHAR(50);
SET @StringVariable = N'<<%7.3s>>';
RAISERROR (@StringVariable, -- Message text.
           10, -- Severity,
           1, -- State,
           N'abcde'); -- First argument supplies the string.
--> <<    abc>>
GO
-- docs/t-sql/language-elements/throw-transact-sql.md
THROW 51000, 'The record does not exist.', 1;
--> Msg 51000, Level 16, State 1, Line 2
--> The record does not exist.
GO
CREATE TABLE dbo.TestRethrow
(    ID INT CONSTRAINT PK__TestReth__3214EC272E3BD7D3 PRIMARY KEY
);
BEGIN TRY
    INSERT dbo.TestRethrow(ID) VALUES(1);
--  Force error 2627, Violation of PRIMARY KEY constraint to be raised.
    INSERT dbo.TestRethrow(ID) VALUES(1);
END TRY
BEGIN CATCH

    PRINT 'In catch block.';
    THROW;
END CATCH;
--> In catch block.
--> Msg 2627, Level 14, State 1, Line 7
--> Violation of PRIMARY KEY constraint 'PK__TestReth__3214EC272E3BD7D3'. Cannot insert duplicate key in object 'dbo.TestRethrow'. The duplicate key value is (1).
GO
DROP TABLE dbo.TestRethrow;
GO
EXEC sys.sp_addmessage
     @msgnum   = 60000
,@severity = 16
,@msgtext  = N'This is a test message with one numeric parameter (%d), one string parameter (%s), and another string parameter (%s).'
    ,@lang = 'us_english';
GO
DECLARE @msg NVARCHAR(2048) = FORMATMESSAGE(60000, 500, N'First string', N'second string');
THROW 60000, @msg, 1;
--> Msg 60000, Level 16, State 1, Line 2
--> This is a test message with one numeric parameter (500), one string parameter (First string), and another string parameter (second string).
GO
EXEC sp_dropmessage 60000, 'all';
GO
-- docs/t-sql/language-elements/begin-transaction-transact-sql.md
CREATE TABLE ValueTable (id int);
BEGIN TRANSACTION;
       INSERT INTO ValueTable VALUES(1);
       INSERT INTO ValueTable VALUES(2);
ROLLBACK;
SELECT COUNT(*) AS n FROM ValueTable;
--> 0
DROP TABLE ValueTable;
GO
-- docs/t-sql/language-elements/set-operators-except-and-intersect-transact-sql.md
SELECT a FROM (VALUES (1), (2), (2), (3), (NULL), (NULL)) AS p(a) INTERSECT SELECT a FROM (VALUES (2), (3), (4), (NULL)) AS w(a) ORDER BY a;
--> NULL
--> 2
--> 3
SELECT a FROM (VALUES (1), (1), (2), (3)) AS p(a) EXCEPT SELECT a FROM (VALUES (2), (3), (4)) AS w(a) ORDER BY a;
--> 1
SELECT a FROM (VALUES (4)) AS p(a) EXCEPT SELECT a FROM (VALUES (5)) AS w(a) UNION SELECT 5 INTERSECT SELECT 6;
--> 4
GO
