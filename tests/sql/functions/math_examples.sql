-- docs/t-sql/functions/mathematical-functions-transact-sql.md: the pages that it lists, example by example, and the rules beside them.
SELECT ABS(-1.0) AS a, ABS(0.0) AS b, ABS(1.0) AS c; --> 1.0 | .0 | 1.0
GO
SELECT ABS(CAST(-2147483648 AS int));
--> Msg 8115, Level 16, State 2, Line 1
--> Arithmetic overflow error converting expression to data type int.
GO
SELECT CEILING($123.45) AS a, CEILING(-$123.45) AS b, CEILING($0.0) AS c, CEILING(1.1) AS d, CEILING(CAST(-1.5 AS float)) AS e; --> 124.0000 | -123.0000 | .0000 | 2 | -1
GO
SELECT FLOOR(123.45) AS a, FLOOR(-123.45) AS b, FLOOR($123.45) AS c; --> 123 | -124 | 123.0000
GO
SELECT DEGREES(PI() / 2) AS a, RADIANS(180.0E0) AS b, DEGREES(0E0) AS c; --> 90 | 3.1415926535897931 | 0
GO
SELECT EXP(0E0) AS a, LOG(1E0) AS b, LOG10(145.175643) AS c, LOG(8, 2) AS d; --> 1 | 0 | 2.1618937582509683 | 3
GO
SELECT LOG(0E0);
--> Msg 3623, Level 16, State 1, Line 1
--> An invalid floating point operation occurred.
GO
SELECT PI() AS pi; --> 3.1415926535897931
GO
SELECT POWER(2, 10) AS a, POWER(2.0, 3) AS b, POWER(2E0, 0.5) AS c, POWER(-2, 3) AS d; --> 1024 | 8.0 | 1.4142135623730951 | -8
GO
SELECT ROUND(123.9994, 3) AS a, ROUND(123.9995, 3) AS b, ROUND(123.4545, 2) AS c, ROUND(123.45, -2) AS d; --> 123.9990 | 124.0000 | 123.4500 | 100.00
GO
SELECT ROUND(150.75, 0) AS a, ROUND(150.75, 0, 1) AS b, ROUND(748.58, -1) AS c, ROUND(748.58, -2) AS d; --> 151.00 | 150.00 | 750.00 | 700.00
GO
SELECT ROUND(748.58, -4) AS a, ROUND(-2.5, 0) AS b, ROUND(15, -1) AS c, ROUND(NULL, 1) AS d; --> .00 | -3.0 | 20 | NULL
GO
SELECT SIGN(-125) AS a, SIGN(0) AS b, SIGN(564) AS c, SIGN(-1.5) AS d; --> -1 | 0 | 1 | -1.0
GO
SELECT SQRT(1.00) AS a, SQRT(10.00) AS b, SQUARE(3) AS c; --> 1 | 3.1622776601683795 | 9
GO
SELECT SQRT(-1);
--> Msg 3623, Level 16, State 1, Line 1
--> An invalid floating point operation occurred.
GO
SELECT SIN(0E0) AS s, COS(0E0) AS c, TAN(0E0) AS t, ATN2(0E0, 1E0) AS a, ACOS(1E0) AS ac, ASIN(0E0) AS asn, ATAN(0E0) AS at; --> 0 | 1 | 0 | 0 | 0 | 0 | 0
GO
SELECT ACOS(2);
--> Msg 3623, Level 16, State 1, Line 1
--> An invalid floating point operation occurred.
GO
SELECT 5 % 3 AS a, -5 % 3 AS b, 5.5 % 2 AS c, 7 / 2 AS d, -7 / 2 AS e, 7.0 / 2 AS f; --> 2 | -2 | 1.5 | 3 | -3 | 3.500000
GO
SELECT GREATEST('6.62', 3.1415, N'7') AS a, GREATEST('Glacier', N'Joshua Tree', 'Mount Rainier') AS b, LEAST(6.62, 3.1415, N'7') AS c, LEAST(NULL, 2, 1) AS d; --> 7.0000 | Mount Rainier | 3.1415 | 1
