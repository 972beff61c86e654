-- docs/relational-databases/user-defined-functions/execute-user-defined-functions.md: EXECUTE runs a scalar function, also by names of parameters;
-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md: 557 for a procedure in a function, 443.
CREATE DATABASE F;
GO
USE F;
GO
CREATE FUNCTION dbo.product(@x int, @y int = 2) RETURNS int AS BEGIN RETURN @x * @y; END
GO
CREATE FUNCTION dbo.calls(@x int) RETURNS int AS
BEGIN
    DECLARE @r int, @name sysname = N'dbo.product';
    EXEC @r = dbo.product @x;
    EXECUTE @r = dbo.product @y = 3, @x = @r;
    EXEC @r = @name @r, 10;
    RETURN @r;
END
GO
SELECT dbo.calls(5) AS three_hundred;
GO
CREATE FUNCTION dbo.rows(@n int) RETURNS @t TABLE(a int) AS
BEGIN
    DECLARE @r int;
    EXEC @r = dbo.product @n, 7;
    INSERT @t VALUES (@r);
    RETURN;
END
GO
SELECT a FROM dbo.rows(2);
GO
-- A procedure may be named, but not run.
CREATE PROCEDURE dbo.p AS RETURN 1;
GO
CREATE FUNCTION dbo.runs(@which int) RETURNS int AS
BEGIN
    DECLARE @r int = 7, @name sysname = N'sp_who';
    IF @which = 1 EXEC @r = dbo.p;
    IF @which = 2 EXEC @r = sp_who;
    IF @which = 3 EXEC @r = @name;
    IF @which = 4 EXEC @r = dbo.none;
    RETURN @r;
END
GO
SELECT dbo.runs(0) AS seven;
GO
SELECT dbo.runs(1);
GO
SELECT dbo.runs(2);
GO
SELECT dbo.runs(3);
GO
SELECT dbo.runs(4);
GO
CREATE FUNCTION dbo.f() RETURNS int AS BEGIN EXEC ('SELECT 1'); RETURN 1; END
GO
CREATE FUNCTION dbo.f() RETURNS @t TABLE(a int) AS BEGIN INSERT @t EXEC dbo.p; RETURN; END
GO
