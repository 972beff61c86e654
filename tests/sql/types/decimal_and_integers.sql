-- docs/t-sql/data-types/precision-scale-and-length-transact-sql.md: an integer takes part as a decimal of its own precision
-- (int 10, tinyint 3, bigint 19) and scale 0.
SET NOCOUNT ON;
DECLARE @i int = 8, @t tinyint = 8, @b bigint = 8, @d decimal(5,2) = 2.00;
SELECT @i + @d AS i_plus_d, @t + @d AS t_plus_d, @b * @d AS b_times_d, @i / @d AS i_by_d, @d / @i AS d_by_i;
