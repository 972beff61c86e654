-- docs/relational-databases/stored-procedures/return-data-from-a-stored-procedure.md, docs/t-sql/language-elements/return-transact-sql.md.
CREATE DATABASE P;
GO
USE P;
GO
CREATE PROCEDURE dbo.add_up @a int, @b int, @sum int OUTPUT, @words varchar(20) = 'none' OUT AS
SET @sum = @a + @b;
SET @words = CONCAT(@a, ' and ', @b);
RETURN @a * @b;
GO
DECLARE @sum int, @words varchar(30), @status int;
EXEC @status = dbo.add_up 3, 4, @sum OUTPUT, @words OUTPUT;
SELECT @status AS status, @sum AS sum, @words AS words;
EXEC @status = dbo.add_up @b = 10, @a = 20, @words = @words OUT, @sum = @sum OUT;
SELECT @status AS status, @sum AS sum, @words AS words;
GO
-- Without OUTPUT the variable stays.
DECLARE @sum int = -1;
EXEC dbo.add_up 1, 2, @sum;
SELECT @sum AS sum;
GO
-- What it had before is what the parameter begins with.
CREATE PROCEDURE dbo.twice @x int OUTPUT AS SET @x = @x * 2;
GO
DECLARE @x int = 21;
EXEC dbo.twice @x OUTPUT;
EXEC dbo.twice @x = @x OUTPUT;
SELECT @x AS x;
GO
-- 8162: the parameter is none of OUTPUT; 179: a constant takes nothing.
CREATE PROCEDURE dbo.takes @x int AS SET @x = 1;
GO
DECLARE @x int = 5;
EXEC dbo.takes @x OUTPUT;
SELECT @x AS x;
GO
EXEC dbo.twice 5 OUTPUT;
GO
-- A value of another type on its way back; 8114 where it is none.
CREATE PROCEDURE dbo.text_of @text varchar(10) OUTPUT AS SET @text = '42';
GO
DECLARE @number int;
EXEC dbo.text_of @number OUTPUT;
SELECT @number + 1 AS number;
GO
-- RETURN ends it, wherever it stands; alone it gives 0.
CREATE PROCEDURE dbo.ends @how int AS
IF @how = 1 RETURN 1;
IF @how = 2 RETURN;
IF @how = 3 RETURN (SELECT COUNT(*) + 2 FROM (VALUES (1)) AS one(a));
WHILE 1 = 1
BEGIN
    IF @how = 4 RETURN -4;
    BREAK;
END
PRINT 'the end';
GO
DECLARE @r int;
EXEC @r = dbo.ends 1; SELECT @r AS r;
EXEC @r = dbo.ends 2; SELECT @r AS r;
EXEC @r = dbo.ends 3; SELECT @r AS r;
EXEC @r = dbo.ends 4; SELECT @r AS r;
EXEC @r = dbo.ends 5; SELECT @r AS r;
GO
-- 282: NULL is no status.
CREATE PROCEDURE dbo.null_status AS RETURN NULL;
GO
DECLARE @r int = 7;
EXEC @r = dbo.null_status;
SELECT @r AS r;
GO
-- The status is an int: what is converted to it, and what is not.
CREATE PROCEDURE dbo.converted @s varchar(10) AS RETURN @s;
GO
DECLARE @r varchar(10);
EXEC @r = dbo.converted '12';
SELECT @r + '!' AS r;
GO
-- 178: a batch has no status.
RETURN 1;
GO
-- Without a status an error tells of itself: 10 less its severity.
CREATE PROCEDURE dbo.fails @how int AS
IF @how = 1 SELECT 1 / 0 AS quotient;
IF @how = 2 RAISERROR('mine', 14, 1);
IF @how = 3 BEGIN SELECT 1 / 0 AS quotient; RETURN 0; END
GO
DECLARE @r int;
EXEC @r = dbo.fails 0; PRINT @r;
EXEC @r = dbo.fails 1; PRINT @r;
EXEC @r = dbo.fails 2; PRINT @r;
EXEC @r = dbo.fails 3; PRINT @r;
GO
-- The name in a variable.
DECLARE @name sysname = N'[dbo].twice', @x int = 4;
EXEC @name @x OUTPUT;
SELECT @x AS x;
SET @name = 'missing';
EXEC @name;
SET @name = 'P..add_up';
DECLARE @r int;
EXEC @r = @name 2, 3, @x OUTPUT;
SELECT @x AS x, @r AS r;
GO
