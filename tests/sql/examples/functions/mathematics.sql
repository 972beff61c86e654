-- The examples of pages of docs/t-sql/functions. A line after --> is a row that the page shows.
-- docs/t-sql/functions/abs-transact-sql.md
SELECT ABS(-1.0) AS a, ABS(0.0) AS b, ABS(1.0) AS c;
--> 1.0 | .0 | 1.0
GO
DECLARE @i int;
SET @i = -2147483648;
SELECT ABS(@i);
--> Msg 8115, Level 16, State 2, Line 3
--> Arithmetic overflow error converting expression to data type int.
GO
-- docs/t-sql/functions/exp-transact-sql.md, docs/t-sql/functions/log-transact-sql.md
DECLARE @var float = 10;
SELECT 'The EXP of the variable is: ' + CONVERT(varchar, EXP(@var)) AS a;
--> The EXP of the variable is: 22026.5
SELECT CAST(EXP(LOG(20)) AS real) AS a, LOG(EXP(20)) AS b, CONVERT(varchar(20), CAST(EXP(10) AS decimal(20, 10))) AS c, LOG(EXP(10)) AS d;
--> 20 | 20 | 22026.4657948067 | 10
SELECT 'The LOG of the variable is: ' + CONVERT(varchar, LOG(@var)) AS a;
--> The LOG of the variable is: 2.30259
GO
-- docs/t-sql/functions/power-transact-sql.md
DECLARE @input1 float = 2, @input2 float = 2.5;
SELECT POWER(@input1, 3) AS Result1, POWER(@input2, 3) AS Result2;
--> 8 | 15.625
SELECT POWER(2, -100.0) AS a, POWER(CAST(2.0 AS int), -100.0) AS b, POWER(2.0, -100.0) AS c, POWER(2.00, -100.0) AS d, POWER(CAST(2.0 AS decimal(5, 2)), -100.0) AS e, POWER(2.0, 3) AS f;
--> 0 | 0 | .0 | .00 | .00 | 8.0
SELECT CONVERT(varchar(30), POWER(CAST(2.0 AS float), -100.0), 0) AS a;
--> 7.88861e-031
DECLARE @value int = 2, @counter int = 1;
WHILE @counter < 5 BEGIN SELECT POWER(@value, @counter); SET @counter = @counter + 1; END;
--> 2
--> 4
--> 8
--> 16
GO
-- docs/t-sql/functions/round-transact-sql.md
SELECT ROUND(748.58, -4) AS a, ROUND(748.58, -1) AS b, ROUND(748.58, -2) AS c, ROUND(CAST(748.58 AS decimal(6, 2)), -3) AS d;
--> .00 | 750.00 | 700.00 | 1000.00
SELECT ROUND(123.9994, 3) AS a, ROUND(123.9995, 3) AS b, ROUND(123.4545, 2) AS c, ROUND(123.45, -2) AS d, ROUND(150.75, 0) AS e, ROUND(150.75, 0, 1) AS f;
--> 123.9990 | 124.0000 | 123.4500 | 100.00 | 151.00 | 150.00
GO
SELECT ROUND(748.58, -3) AS a;
--> Msg 8115, Level 16, State 2, Line 1
--> Arithmetic overflow error converting expression to data type numeric.
GO
-- docs/t-sql/functions/set-bit-transact-sql.md
SELECT SET_BIT(0x00, 2) AS a, SET_BIT(0xabcdef, 0, 0) AS b;
--> 0x04 | 0xABCDEE
GO
-- docs/t-sql/functions/logical-functions-greatest-transact-sql.md
SELECT GREATEST('6.62', 3.1415, N'7') AS GreatestVal;
--> 7.0000
SELECT GREATEST('Glacier', N'Joshua Tree', 'Mount Rainier') AS GreatestString;
--> Mount Rainier
SELECT GREATEST(a, b, c) AS LatestDate FROM (VALUES (CAST('2007-07-01' AS datetime), CAST(NULL AS datetime), CAST('2009-05-16 16:34:29.027' AS datetime)), ('2007-07-01', NULL, '2007-06-01')) AS p(a, b, c);
--> 2009-05-16 16:34:29.027
--> 2007-07-01 00:00:00.000
CREATE TABLE dbo.studies (VarX varchar(10) NOT NULL, Correlation decimal(4, 3) NULL);
INSERT INTO dbo.studies VALUES ('Var1', 0.2), ('Var2', 0.825), ('Var3', 0.61);
GO
DECLARE @PredictionA decimal(2, 1) = 0.7, @PredictionB decimal(3, 1) = 0.65, @VarX decimal(4, 3) = 0.59;
SELECT VarX, Correlation FROM dbo.studies WHERE Correlation > GREATEST(@PredictionA, @PredictionB);
--> Var2 | .825
SELECT VarX, Correlation, GREATEST(Correlation, 0, @VarX) AS GreatestVar FROM dbo.studies;
--> Var1 | .200 | .590
--> Var2 | .825 | .825
--> Var3 | .610 | .610
DROP TABLE dbo.studies;
GO
-- docs/t-sql/functions/generate-series-transact-sql.md
SELECT value FROM GENERATE_SERIES(1, 10);
--> 1
--> 2
--> 3
--> 4
--> 5
--> 6
--> 7
--> 8
--> 9
--> 10
SELECT value FROM GENERATE_SERIES(1, 50, 5);
--> 1
--> 6
--> 11
--> 16
--> 21
--> 26
--> 31
--> 36
--> 41
--> 46
DECLARE @start decimal(2, 1) = 0.0, @stop decimal(2, 1) = 1.0, @step decimal(2, 1) = 0.1;
SELECT value FROM GENERATE_SERIES(@start, @stop, @step);
--> .0
--> .1
--> .2
--> .3
--> .4
--> .5
--> .6
--> .7
--> .8
--> .9
--> 1.0
GO
