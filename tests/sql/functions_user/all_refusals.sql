-- docs/relational-databases/user-defined-functions/create-user-defined-functions-database-engine.md: the statements of a function; recorded answers of SQL
-- Server report each of them that it may not have.
CREATE FUNCTION dbo.f() RETURNS int AS
BEGIN
    PRINT 'a';
    SELECT 1;
    DECLARE @a int = NEWID();
    DELETE sys.objects;
END
GO
CREATE FUNCTION dbo.f() RETURNS @t TABLE(a int) AS
BEGIN
    PRINT 'a';
    SELECT 1;
    UPDATE dbo.t SET a = 1;
END
GO
CREATE FUNCTION dbo.f() RETURNS int AS
BEGIN
    DECLARE @t TABLE(a int);
    INSERT @t VALUES (1);
    BEGIN TRAN;
    SELECT a FROM @t;
    RETURN 1;
END
GO
SELECT OBJECT_ID('dbo.f') AS none;
GO
