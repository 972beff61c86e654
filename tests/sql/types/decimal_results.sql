-- docs/t-sql/data-types/precision-scale-and-length-transact-sql.md: precision and scale of each operator's result.
-- (5,2) and (4,1): + and - give (6,2), * gives (10,3), / gives (11,7), % gives (5,2).
SET NOCOUNT ON;
DECLARE @a decimal(5,2) = 100.50, @b decimal(4,1) = 2.5;
SELECT @a + @b AS added, @a - @b AS subtracted, @a * @b AS multiplied, @a / @b AS divided, @a % @b AS remainder;
