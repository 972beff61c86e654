-- docs/t-sql/statements/set-arithabort-transact-sql.md: overflow and division by zero end the statement, not the batch; a variable keeps
-- its value. Numbers 8134, 8115, 220.
GO
DECLARE @i int = 0, @t tinyint = 7, @s smallint = 8, @d decimal(3,1) = 9.5, @b bigint = 9223372036854775807;
SET @i = 10 / @i;
PRINT @i;
SET @i = 10 % @i;
SET @i = 2147483647;
SET @i = @i + 1;
PRINT @i;
SET @i *= 2;
PRINT @i;
SET @t = 256;
PRINT @t;
SET @s = 40000;
PRINT @s;
SET @d = 123.4;
PRINT @d;
SET @b += 1;
PRINT @b;
SET @i = ABS(CAST(-2147483648 AS int));
