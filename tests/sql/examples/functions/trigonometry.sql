-- The examples of pages of docs/t-sql/functions. A line after --> is a row that the page shows.
-- docs/t-sql/functions/acos-transact-sql.md
DECLARE @cos float = -1.0;
SELECT 'The ACOS of the number is: ' + CONVERT(varchar, ACOS(@cos));
--> The ACOS of the number is: 3.14159
GO
-- docs/t-sql/functions/asin-transact-sql.md
DECLARE @angle float
SET @angle = -1.01
SELECT 'The ASIN of the angle is: ' + CONVERT(varchar, ASIN(@angle))
--> Msg 3623, Level 16, State 1, Line 4
GO
DECLARE @angle float = -1.00, @second float = 0.1472738;
SELECT 'The ASIN of the angle is: ' + CONVERT(varchar, ASIN(@angle));
--> The ASIN of the angle is: -1.5708
SELECT 'The ASIN of the angle is: ' + CONVERT(varchar, ASIN(@second));
--> The ASIN of the angle is: 0.147811
GO
-- docs/t-sql/functions/atan-transact-sql.md
SELECT 'The ATAN of -45.01 is: ' + CONVERT(varchar, ATAN(-45.01)) AS a, 'The ATAN of -181.01 is: ' + CONVERT(varchar, ATAN(-181.01)) AS b, 'The ATAN of 0 is: ' + CONVERT(varchar, ATAN(0)) AS c;
--> The ATAN of -45.01 is: -1.54858 | The ATAN of -181.01 is: -1.56527 | The ATAN of 0 is: 0
SELECT 'The ATAN of 0.1472738 is: ' + CONVERT(varchar, ATAN(0.1472738)) AS a, 'The ATAN of 197.1099392 is: ' + CONVERT(varchar, ATAN(197.1099392)) AS b;
--> The ATAN of 0.1472738 is: 0.146223 | The ATAN of 197.1099392 is: 1.56572
SELECT CAST(ATAN(45.87) AS decimal(5, 2)) AS atanCalc1, CAST(ATAN(-181.01) AS decimal(5, 2)) AS atanCalc2, CAST(ATAN(0) AS decimal(5, 2)) AS atanCalc3, CAST(ATAN(0.1472738) AS decimal(5, 2)) AS atanCalc4, CAST(ATAN(197.1099392) AS decimal(5, 2)) AS atanCalc5;
--> 1.55 | -1.57 | .00 | .15 | 1.57
GO
-- docs/t-sql/functions/atn2-transact-sql.md
DECLARE @x float = 35.175643, @y float = 129.44;
SELECT 'The ATN2 of the angle is: ' + CONVERT(varchar, ATN2(@y, @x));
--> The ATN2 of the angle is: 1.30545
GO
-- docs/t-sql/functions/ceiling-transact-sql.md
SELECT CEILING($123.45), CEILING($-123.45), CEILING($0.0);
--> 124.0000 | -123.0000 | .0000
GO
-- docs/t-sql/functions/floor-transact-sql.md
SELECT FLOOR(123.45), FLOOR(-123.45), FLOOR($123.45);
--> 123 | -124 | 123.0000
GO
-- docs/t-sql/functions/cos-transact-sql.md, docs/t-sql/functions/cot-transact-sql.md
DECLARE @angle float = 14.78;
SELECT 'The COS of the angle is: ' + CONVERT(varchar, COS(@angle));
--> The COS of the angle is: -0.599465
SELECT CAST(ROUND(COS(14.76), 2) AS decimal(3, 2)) AS cosCalc1, CAST(ROUND(COS(-0.1472738), 2) AS decimal(3, 2)) AS cosCalc2;
--> -.58 | .99
SET @angle = 124.1332;
SELECT 'The COT of the angle is: ' + CONVERT(varchar, COT(@angle));
--> The COT of the angle is: -0.040312
GO
-- docs/t-sql/functions/degrees-transact-sql.md
SELECT 'The number of degrees in PI/2 radians is: ' + CONVERT(varchar, DEGREES((PI()/2)));
--> The number of degrees in PI/2 radians is: 90
GO
-- docs/t-sql/functions/radians-transact-sql.md
SELECT CONVERT(decimal(3, 1), RADIANS(1e-307)) AS a;
--> .0
DECLARE @a float = -45.01, @b float = -181.01, @c float = 0.00, @d float = 0.1472738, @e float = 197.1099392;
SELECT CONVERT(varchar, RADIANS(@a)) AS a, CONVERT(varchar, RADIANS(@b)) AS b, CONVERT(varchar, RADIANS(@c)) AS c, CONVERT(varchar, RADIANS(@d)) AS d, CONVERT(varchar, RADIANS(@e)) AS e;
--> -0.785573 | -3.15922 | 0 | 0.00257041 | 3.44022
GO
-- docs/t-sql/functions/log10-transact-sql.md
DECLARE @var float = 145.175643;
SELECT 'The LOG10 of the variable is: ' + CONVERT(varchar, LOG10(@var));
--> The LOG10 of the variable is: 2.16189
SELECT POWER(10, LOG10(5));
--> 5
SELECT CAST(ROUND(LOG10(145.175642), 2) AS decimal(3, 2));
--> 2.16
GO
-- docs/t-sql/functions/sign-transact-sql.md
DECLARE @value real = -1;
WHILE @value < 2
BEGIN
    SELECT SIGN(@value);
    SELECT @value = @value + 1;
END;
--> -1
--> 0
--> 1
SELECT SIGN(-125), SIGN(0), SIGN(564);
--> -1 | 0 | 1
SELECT SQL_VARIANT_PROPERTY(SIGN(CAST(2 AS bigint)), 'BaseType') AS a, SQL_VARIANT_PROPERTY(SIGN(CAST(2 AS smallint)), 'BaseType') AS b, SQL_VARIANT_PROPERTY(SIGN(CAST(2 AS smallmoney)), 'BaseType') AS c, SQL_VARIANT_PROPERTY(SIGN(2.5), 'BaseType') AS d, SQL_VARIANT_PROPERTY(SIGN(CAST(2 AS real)), 'BaseType') AS e;
--> bigint | int | money | numeric | float
GO
-- docs/t-sql/functions/sin-transact-sql.md
DECLARE @angle float = 45.175643;
SELECT 'The SIN of the angle is: ' + CONVERT(varchar, SIN(@angle));
--> The SIN of the angle is: 0.929607
SELECT CAST(ROUND(SIN(45.175643), 6) AS decimal(7, 6));
--> .929607
GO
-- docs/t-sql/functions/sqrt-transact-sql.md
DECLARE @myvalue float = 1.00;
WHILE @myvalue < 10.00
BEGIN
    SELECT CONVERT(decimal(16, 13), SQRT(@myvalue));
    SET @myvalue = @myvalue + 1;
END;
--> 1.0000000000000
--> 1.4142135623731
--> 1.7320508075689
--> 2.0000000000000
--> 2.2360679774998
--> 2.4494897427832
--> 2.6457513110646
--> 2.8284271247462
--> 3.0000000000000
SELECT CONVERT(decimal(5, 2), SQRT(1.00)), CONVERT(decimal(5, 2), SQRT(10.00));
--> 1.00 | 3.16
GO
-- docs/t-sql/functions/square-transact-sql.md
DECLARE @h float = 5, @r float = 1;
SELECT PI() * SQUARE(@r) * @h AS 'Cyl Vol';
--> 15.707963267948966
CREATE TABLE Containers (ID int NOT NULL, Name varchar(20), Volume float(24));
INSERT INTO Containers VALUES (1, 'Cylinder', '125.22');
INSERT INTO Containers VALUES (2, 'Cube', '23.98');
SELECT Name, CONVERT(decimal(9, 2), SQUARE(Volume)) AS VolSquared FROM Containers;
--> Cylinder | 15680.05
--> Cube | 575.04
DROP TABLE Containers;
GO
-- docs/t-sql/functions/tan-transact-sql.md: the page's 1.6331778728383844E+16 is of a processor with 80-bit numbers.
SELECT TAN(PI()/2);
--> 16331239353195370
SELECT CAST(ROUND(TAN(.45), 2) AS decimal(3, 2));
--> .48
GO
-- docs/t-sql/functions/pi-transact-sql.md
SELECT PI();
--> 3.1415926535897931
GO
-- docs/t-sql/functions/bit-count-transact-sql.md, docs/t-sql/functions/get-bit-transact-sql.md
SELECT BIT_COUNT(CAST(-1 AS smallint)) AS a, BIT_COUNT(CAST(-1 AS int)) AS b, BIT_COUNT(0xabcdef) AS c, BIT_COUNT(17) AS d;
--> 16 | 32 | 17 | 2
SELECT GET_BIT(0xabcdef, 2) AS Get_2nd_Bit, GET_BIT(0xabcdef, 4) AS Get_4th_Bit;
--> 1 | 0
GO
-- docs/t-sql/functions/left-shift-transact-sql.md, docs/t-sql/functions/right-shift-transact-sql.md
SELECT LEFT_SHIFT(12345, 5), 12345 << 5, LEFT_SHIFT(12345, -5), RIGHT_SHIFT(12345, 5), 12345 >> 5, LEFT_SHIFT(12345, 99);
--> 395040 | 395040 | 385 | 385 | 385 | 0
GO
