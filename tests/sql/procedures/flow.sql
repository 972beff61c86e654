-- Control of flow within procedures: docs/t-sql/language-elements/goto-transact-sql.md, while-transact-sql.md, break-transact-sql.md, return-transact-sql.md,
-- try-catch-transact-sql.md ("Retrieving error information"), waitfor-transact-sql.md.
CREATE DATABASE P;
GO
USE P;
GO
CREATE PROCEDURE dbo.branches AS
DECLARE @Counter int;
SET @Counter = 1;
WHILE @Counter < 10
BEGIN
    PRINT @Counter
    SET @Counter = @Counter + 1
    IF @Counter = 4 GOTO Branch_One --Jumps to the first branch.
    IF @Counter = 5 GOTO Branch_Two  --This will never execute.
END
Branch_One:
    PRINT 'Jumping To Branch One.'
    GOTO Branch_Three; --This will prevent Branch_Two from executing.
Branch_Two:
    PRINT 'Jumping To Branch Two.'
Branch_Three:
    PRINT 'Jumping To Branch Three.';
GO
EXEC dbo.branches;
EXEC dbo.branches;
GO
-- Labels are each module's own (133, 132).
CREATE PROCEDURE dbo.nowhere AS GOTO Branch_One;
GO
CREATE PROCEDURE dbo.twice AS here: PRINT 1; here: PRINT 2;
GO
-- RETURN out of loops, TRY and CATCH.
CREATE PROCEDURE dbo.leaves @how int AS
BEGIN TRY
    WHILE 1 = 1
    BEGIN
        IF @how = 1 RETURN 1;
        IF @how = 2 THROW 50002, 'two', 1;
        IF @how = 3 SELECT 1 / 0;
        BREAK;
    END
END TRY
BEGIN CATCH
    PRINT CONCAT('caught ', ERROR_NUMBER());
    IF @how = 2 RETURN 2;
    PRINT 'behind';
END CATCH
RETURN 9;
GO
DECLARE @r int;
EXEC @r = dbo.leaves 0; PRINT @r;
EXEC @r = dbo.leaves 1; PRINT @r;
EXEC @r = dbo.leaves 2; PRINT @r;
EXEC @r = dbo.leaves 3; PRINT @r;
SELECT ERROR_NUMBER() AS none;
GO
-- A CATCH block's error is seen in what it calls, and is its own again behind it.
CREATE PROCEDURE usp_GetErrorInfo
AS
SELECT
    ERROR_NUMBER() AS ErrorNumber
    ,ERROR_SEVERITY() AS ErrorSeverity
    ,ERROR_STATE() AS ErrorState
    ,ERROR_PROCEDURE() AS ErrorProcedure
    ,ERROR_LINE() AS ErrorLine
    ,ERROR_MESSAGE() AS ErrorMessage;
GO
BEGIN TRY
    -- Generate divide-by-zero error.
    SELECT 1/0;
END TRY
BEGIN CATCH
    -- Execute error retrieval routine.
    EXECUTE usp_GetErrorInfo;
    BEGIN TRY
        EXEC dbo.leaves 3;
        EXEC ('SELECT * FROM dbo.missing');
    END TRY
    BEGIN CATCH
        EXECUTE usp_GetErrorInfo;
    END CATCH
    EXECUTE usp_GetErrorInfo;
END CATCH;
EXECUTE usp_GetErrorInfo;
GO
-- Variables of one name are each module's own; what is declared in a loop keeps its value.
CREATE PROCEDURE dbo.inner_one AS DECLARE @x int = 7; SET @x += 1; PRINT CONCAT('inner ', @x);
GO
CREATE PROCEDURE dbo.outer_one AS
DECLARE @x int = 1, @i int = 0;
WHILE @i < 2
BEGIN
    DECLARE @kept int;
    SET @kept = ISNULL(@kept, 0) + 1;
    EXEC dbo.inner_one;
    SET @i += 1;
END
PRINT CONCAT('outer ', @x, ', kept ', @kept);
GO
EXEC dbo.outer_one;
EXEC dbo.outer_one;
GO
-- Two that call each other, made before they are there.
CREATE PROCEDURE dbo.ping @n int AS IF @n = 0 RETURN; PRINT CONCAT('ping ', @n); DECLARE @less int = @n - 1; EXEC dbo.pong @less;
GO
CREATE PROCEDURE dbo.pong @n int AS IF @n = 0 RETURN; PRINT CONCAT('pong ', @n); DECLARE @less int = @n - 1; EXEC dbo.ping @less;
GO
EXEC dbo.ping 3;
GO
-- A procedure that makes another one, and calls it.
CREATE PROCEDURE dbo.makes AS
EXEC ('CREATE OR ALTER PROCEDURE dbo.made AS PRINT ''made''');
EXEC dbo.made;
DROP PROCEDURE dbo.made;
GO
EXEC dbo.makes;
EXEC dbo.makes;
GO
-- In a transaction: made, called, undone.
BEGIN TRANSACTION;
EXEC ('CREATE TABLE dbo.t(a int)');
EXEC ('CREATE PROCEDURE dbo.fills AS INSERT INTO dbo.t VALUES (1), (2)');
EXEC dbo.fills;
SELECT COUNT(*) AS rows FROM dbo.t;
ROLLBACK;
SELECT OBJECT_ID('dbo.t') AS t, OBJECT_ID('dbo.fills') AS fills;
GO
-- Changes of rows are seen by the caller; identity values, too.
CREATE TABLE dbo.numbered(i int IDENTITY, who varchar(10));
GO
CREATE PROCEDURE dbo.adds @who varchar(10), @i int OUTPUT AS
SET NOCOUNT ON;
INSERT INTO dbo.numbered(who) VALUES (@who);
SET @i = SCOPE_IDENTITY();
GO
DECLARE @i int, @n int = 0;
WHILE @n < 3
BEGIN
    SET @n += 1;
    EXEC dbo.adds 'loop', @i OUTPUT;
END
SELECT @i AS last, COUNT(*) AS rows FROM dbo.numbered;
GO
-- EXECUTE AT another server is refused by name.
EXEC ('SELECT 1') AT other_server;
GO
