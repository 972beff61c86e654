-- docs/t-sql/data-types/data-type-precedence-transact-sql.md: of two types the lower in the list becomes the higher one.
SET NOCOUNT ON;
DECLARE @t tinyint = 1, @s smallint = 2, @i int = 3, @b bigint = 4;
SELECT @t + @s AS ts, @s + @i AS si, @i + @b AS ib, '5' + @i AS vi, N'a' + 'b' AS nv;
DECLARE @d decimal(3,1) = 1.5, @f float = 2;
SELECT @d + @f AS df, @d + '1.5' AS dv;
