-- docs/relational-databases/system-stored-procedures/sp-executesql-transact-sql.md: a statement with parameters, by place or by name; OUTPUT
-- must be said in both places for a value to come back.
DECLARE @a int = 5, @sum int, @r int = -1;
EXEC sp_executesql N'SELECT @a AS a, @b AS b', N'@a int, @b nvarchar(10)', @a, N'text';
EXEC sys.sp_executesql N'SELECT @a AS a, @b AS b', N'@a int, @b nvarchar(10)', @b = N'text', @a = 1;
EXECUTE @r = sp_executesql N'SET @sum = @a + @b; SET @b = 100;', N'@a int, @b int, @sum int OUTPUT', @a, 7, @sum = @sum OUTPUT;
SELECT @sum AS [sum], @r AS r;
-- Without OUTPUT in the call nothing comes back.
SET @sum = 0;
EXEC sp_executesql N'SET @sum = 9', N'@sum int OUTPUT', @sum;
PRINT @sum;
GO
-- The second time it is found compiled; a variable that was set there is NULL again.
DECLARE @i int = 0;
WHILE @i < 3
BEGIN
    SET @i += 1;
    EXEC sp_executesql N'DECLARE @was int; PRINT CONCAT(@n, '' '', ISNULL(@was, -1)); SET @was = @n;', N'@n int', @i;
END
GO
-- Values become the parameters' types, also on their way back; strings are cut in silence; defaults.
DECLARE @back tinyint, @word varchar(3);
EXEC sp_executesql N'SELECT @a AS a, @b AS b, @c AS c; SET @d = 7; SET @e = N''abcdef'';',
    N'@a decimal(5,2), @b varchar(3), @c int = -4, @d bigint OUTPUT, @e nvarchar(10) OUTPUT', 1, 'abcdef', @d = @back OUTPUT,
    @e = @word OUTPUT;
SELECT @back AS back, @word AS word;
GO
-- docs/t-sql/functions/nestlevel-transact-sql.md: 2 + the current level with sp_executesql.
EXEC sp_executesql N'SELECT @@NESTLEVEL AS level';
GO
-- What is wrong with a call is an error of its own; the batch goes on: 214, 201, 8178, 8144, 8145, 8143, 8162.
EXEC sp_executesql 'SELECT 1';
EXEC sp_executesql N'SELECT @a', '@a int', 1;
EXEC sp_executesql;
EXEC sp_executesql N'SELECT @a', N'@a int';
EXEC sp_executesql N'SELECT @a', N'@a int', 1, 2;
EXEC sp_executesql N'SELECT @a', N'@a int', @b = 1;
EXEC sp_executesql N'SELECT @a', N'@a int', @a = 1, @a = 2;
DECLARE @x int;
EXEC sp_executesql N'SELECT @a', N'@a int', @x OUTPUT;
EXEC sp_executesql N'SELECT @a', N'@a int, ,', 1;
EXEC sp_executesql N'SELECT @b', N'@a int', 1;
PRINT 'end';
GO
-- 119 and 179, before anything runs.
PRINT 'not run';
EXEC sp_executesql N'SELECT @a, @b', N'@a int, @b int', @a = 1, 2;
GO
PRINT 'not run';
EXEC sp_executesql N'SELECT @a', N'@a int OUTPUT', 1 OUTPUT;
GO
-- An argument that is no value of its parameter's type: 8114.
BEGIN TRY
    EXEC sp_executesql N'SELECT @a', N'@a int', 'x';
END TRY
BEGIN CATCH
    PRINT CONCAT(ERROR_NUMBER(), ': ', ERROR_MESSAGE());
END CATCH
