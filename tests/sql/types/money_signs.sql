-- docs/t-sql/data-types/constants-transact-sql.md: $-23.
-- The sign of an amount follows the currency sign; between two operands it is an operator.
SELECT $-1.5 AS a, $+2 AS b, -$3 AS c, 4-$1 AS d, $-.25 AS e, $ AS f;
GO
