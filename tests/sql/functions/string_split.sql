-- docs/t-sql/functions/string-split-transact-sql.md: the examples.
SELECT value FROM STRING_SPLIT('Lorem ipsum dolor sit amet.', ' ');
--> Lorem
--> ipsum
--> dolor
--> sit
--> amet.
GO
SELECT * FROM STRING_SPLIT('Lorem ipsum dolor sit amet.', ' ', 1);
--> Lorem | 1
--> ipsum | 2
--> dolor | 3
--> sit | 4
--> amet. | 5
GO
DECLARE @tags NVARCHAR(400) = 'clothing,road,,touring,bike';
SELECT value FROM STRING_SPLIT(@tags, ',') WHERE RTRIM(value) <> '';
--> clothing
--> road
--> touring
--> bike
GO
CREATE TABLE Product (ProductId int, Name varchar(30), Tags varchar(50));
INSERT Product VALUES (1, 'Full-Finger Gloves', 'clothing,road,touring,bike'), (2, 'LL Headset', 'bike'), (3, 'HL Mountain Frame', 'bike,mountain');
SELECT ProductId, Name, value FROM Product CROSS APPLY STRING_SPLIT(Tags, ',');
--> 1 | Full-Finger Gloves | clothing
--> 1 | Full-Finger Gloves | road
--> 1 | Full-Finger Gloves | touring
--> 1 | Full-Finger Gloves | bike
--> 2 | LL Headset | bike
--> 3 | HL Mountain Frame | bike
--> 3 | HL Mountain Frame | mountain
GO
SELECT value AS tag, COUNT(*) AS [number_of_articles] FROM Product CROSS APPLY STRING_SPLIT(Tags, ',') GROUP BY value HAVING COUNT(*) > 2 ORDER BY COUNT(*) DESC; --> bike | 3
GO
SELECT ProductId, Name, Tags FROM Product WHERE 'clothing' IN (SELECT value FROM STRING_SPLIT(Tags, ',')); --> 1 | Full-Finger Gloves | clothing,road,touring,bike
GO
SELECT ProductId FROM Product WHERE EXISTS (SELECT * FROM STRING_SPLIT(Tags, ',') WHERE value IN ('mountain', 'road')) ORDER BY ProductId;
--> 1
--> 3
GO
SELECT ProductId, Name FROM Product JOIN STRING_SPLIT('1,3', ',') ON value = ProductId ORDER BY ProductId;
--> 1 | Full-Finger Gloves
--> 3 | HL Mountain Frame
GO
SELECT * FROM STRING_SPLIT('Austin,Texas,Seattle,Washington,Denver,Colorado', ',', 1) WHERE ordinal % 2 = 0;
--> Texas | 2
--> Washington | 4
--> Colorado | 6
GO
SELECT * FROM STRING_SPLIT('E-D-C-B-A', '-', 1) ORDER BY ordinal DESC;
--> A | 5
--> B | 4
--> C | 3
--> D | 2
--> E | 1
GO
-- NULL has no pieces; the empty string is one; the alias and the columns can be named.
SELECT COUNT(*) AS n FROM STRING_SPLIT(NULL, ','); --> 0
GO
SELECT COUNT(*) AS n FROM STRING_SPLIT('', ','); --> 1
GO
SELECT s.piece FROM STRING_SPLIT('a;b', ';') AS s(piece);
--> a
--> b
GO
SELECT value FROM STRING_SPLIT('a', ',,');
--> Msg 214, Level 16, State 11, Line 1
--> Procedure expects parameter 'separator' of type 'nchar(1)/nvarchar(1)'.
GO
SELECT value FROM STRING_SPLIT(5, ',');
--> Msg 8116, Level 16, State 1, Line 1
--> Argument data type int is invalid for argument 1 of string_split function.
GO
DECLARE @flag int = 1;
SELECT * FROM STRING_SPLIT('a', ',', @flag);
--> Msg 8748, Level 16, State 1, Line 2
--> The enable_ordinal argument of string_split only supports constant values (not variables or columns).
GO
-- docs/t-sql/functions/generate-series-transact-sql.md.
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
GO
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
GO
DECLARE @start decimal(2, 1) = 0.0;
DECLARE @stop decimal(2, 1) = 1.0;
DECLARE @step decimal(2, 1) = 0.1;
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
-- Down where the first is greater; nothing where the step leads away; nothing for NULL.
SELECT value FROM GENERATE_SERIES(3, 1);
--> 3
--> 2
--> 1
GO
SELECT COUNT(*) AS n FROM GENERATE_SERIES(1, 3, -1); --> 0
GO
SELECT COUNT(*) AS n FROM GENERATE_SERIES(1, NULL); --> 0
GO
SELECT value FROM GENERATE_SERIES(CAST(254 AS tinyint), CAST(255 AS tinyint));
--> 254
--> 255
GO
SELECT value FROM GENERATE_SERIES(1, 3, 0);
--> Msg 4199, Level 16, State 1, Line 1
--> Argument value 0 is invalid for argument 3 of generate_series function.
GO
SELECT value FROM GENERATE_SERIES(1, CAST(3 AS bigint));
--> Msg 5373, Level 16, State 1, Line 1
--> All the input parameters should be of the same type. Supported types are tinyint, smallint, int, bigint, decimal and numeric.
GO
SELECT COUNT(*) AS n, SUM(CAST(value AS bigint)) AS total FROM GENERATE_SERIES(1, 100000); --> 100000 | 5000050000
