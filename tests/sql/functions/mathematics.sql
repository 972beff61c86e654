-- docs/t-sql/functions/: abs, sign, ceiling, floor, power, sqrt -transact-sql.md.
SET NOCOUNT ON;
SELECT ABS(-1.0) AS a, ABS(0.0) AS b, ABS(1.0) AS c, ABS(-7) AS i, SIGN(-125) AS minus, SIGN(0) AS zero, SIGN(564) AS plus;
PRINT CEILING(123.45);
PRINT CEILING(-123.45);
PRINT FLOOR(123.45);
PRINT FLOOR(-123.45);
SELECT POWER(2, 3) AS i, POWER(CAST(3 AS bigint), 20) AS b, SQRT(2.25) AS s;
