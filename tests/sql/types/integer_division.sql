-- docs/t-sql/language-elements/divide-transact-sql.md: of integers the result is an integer, the fraction is cut off.
-- docs/t-sql/language-elements/modulo-transact-sql.md: what is left of the division.
SET NOCOUNT ON;
SELECT 7 / 2 AS a, -7 / 2 AS b, 7 / -2 AS c, 1 / 3 AS d;
SELECT 38 / 5 AS [integer], 38 % 5 AS remainder, -38 % 5 AS negative;
