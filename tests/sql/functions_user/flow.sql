-- docs/t-sql/statements/create-function-transact-sql.md: what a function's body may be; docs/t-sql/language-elements/while-transact-sql.md.
CREATE DATABASE F;
GO
USE F;
GO
CREATE FUNCTION dbo.factorial(@n int) RETURNS decimal(38, 0) AS
BEGIN
    DECLARE @i int = 1, @f decimal(38, 0) = 1;
    WHILE @i < @n
    BEGIN
        SET @i += 1;
        SET @f *= @i;
    END
    RETURN @f;
END
GO
SELECT n, dbo.factorial(n) AS f FROM (VALUES (0), (1), (5), (20), (33)) AS v(n);
GO
CREATE FUNCTION dbo.recursive_factorial(@n int) RETURNS decimal(38, 0) AS
BEGIN
    IF @n <= 1 RETURN 1;
    RETURN @n * dbo.recursive_factorial(@n - 1);
END
GO
SELECT dbo.recursive_factorial(5) AS five, dbo.recursive_factorial(32) AS thirty_two;
GO
-- 217: 32 levels.
SELECT dbo.recursive_factorial(33);
GO
-- Two that call each other.
CREATE FUNCTION dbo.is_even(@n int) RETURNS bit AS BEGIN IF @n = 0 RETURN 1; RETURN dbo.is_odd(@n - 1); END
GO
CREATE FUNCTION dbo.is_odd(@n int) RETURNS bit AS BEGIN IF @n = 0 RETURN 0; RETURN dbo.is_even(@n - 1); END
GO
SELECT dbo.is_even(10) AS ten, dbo.is_odd(7) AS seven, dbo.is_even(7) AS no;
GO
-- BREAK, CONTINUE, ELSE, blocks; RETURN in the midst.
CREATE FUNCTION dbo.odds(@upto int) RETURNS varchar(100) AS
BEGIN
    DECLARE @i int = 0, @text varchar(100) = '';
    WHILE 1 = 1
    BEGIN
        SET @i += 1;
        IF @i > @upto BREAK;
        IF @i % 2 = 0 CONTINUE;
        IF @i = 13
            RETURN @text + ' unlucky';
        ELSE
        BEGIN
            IF @text <> '' SET @text += ',';
            SET @text += CAST(@i AS varchar(10));
        END
    END
    RETURN @text;
END
GO
SELECT dbo.odds(7) AS seven, dbo.odds(20) AS twenty, dbo.odds(0) AS none;
GO
-- Rows of a query into variables, one after the other; subqueries; EXISTS.
CREATE TABLE dbo.t(id int, parent int, name varchar(10));
INSERT INTO dbo.t VALUES (1, NULL, 'root'), (2, 1, 'a'), (3, 2, 'b'), (4, 1, 'c');
GO
CREATE FUNCTION dbo.path_of(@id int) RETURNS varchar(100) AS
BEGIN
    DECLARE @path varchar(100), @name varchar(10), @parent int;
    WHILE EXISTS (SELECT * FROM dbo.t WHERE id = @id)
    BEGIN
        SELECT @name = name, @parent = parent FROM dbo.t WHERE id = @id;
        SET @path = @name + ISNULL('<' + @path, '');
        SET @id = @parent;
    END
    RETURN @path;
END
GO
SELECT id, dbo.path_of(id) AS path FROM dbo.t ORDER BY id;
SELECT dbo.path_of(99) AS nobody;
GO
CREATE FUNCTION dbo.all_names() RETURNS varchar(100) AS
BEGIN
    DECLARE @names varchar(100) = '';
    SELECT @names = @names + name + ' ' FROM dbo.t ORDER BY id DESC;
    RETURN RTRIM(@names) + CONCAT(' ', @@ROWCOUNT);
END
GO
SELECT dbo.all_names() AS names;
GO
CREATE FUNCTION dbo.children(@id int) RETURNS int AS BEGIN RETURN (SELECT COUNT(*) FROM dbo.t WHERE parent = @id); END
GO
SELECT id, dbo.children(id) AS children FROM dbo.t WHERE dbo.children(id) > 0 ORDER BY id;
SELECT (SELECT MAX(dbo.children(id)) FROM dbo.t) AS most;
GO
-- It sees what its statement sees: also rows of an open transaction; another value once they have changed.
BEGIN TRANSACTION;
INSERT INTO dbo.t VALUES (5, 4, 'd');
SELECT dbo.children(4) AS inside;
ROLLBACK;
SELECT dbo.children(4) AS behind;
GO
-- In a view, an inline function, a procedure.
CREATE VIEW dbo.paths AS SELECT id, dbo.path_of(id) AS path FROM dbo.t;
GO
CREATE FUNCTION dbo.below(@id int) RETURNS TABLE AS RETURN SELECT id, dbo.path_of(id) AS path FROM dbo.t WHERE parent = @id;
GO
CREATE PROCEDURE dbo.shows @id int AS
DECLARE @path varchar(100) = dbo.path_of(@id);
PRINT @path;
RETURN dbo.children(@id);
GO
SELECT path FROM dbo.paths WHERE id = 3;
SELECT id, path FROM dbo.below(1) ORDER BY id;
DECLARE @r int;
EXEC @r = dbo.shows 1;
SELECT @r AS r;
GO
-- Altered: the next statement calls the new one.
ALTER FUNCTION dbo.children(@id int) RETURNS int AS BEGIN RETURN -1; END
GO
SELECT DISTINCT dbo.children(id) AS children FROM dbo.t;
GO
-- Of another database: names are those of its own.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(id int, parent int, name varchar(10));
GO
SELECT F.dbo.path_of(3) AS path;
GO
DROP FUNCTION dbo.children;
GO
USE F;
DROP FUNCTION dbo.children, dbo.below;
DROP FUNCTION IF EXISTS dbo.children;
GO
SELECT dbo.children(1);
GO
