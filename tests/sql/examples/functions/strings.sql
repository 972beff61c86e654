-- The examples of pages of docs/t-sql/functions. A line after --> is a row that the page shows.
-- docs/t-sql/functions/ascii-transact-sql.md
SELECT ASCII('A') AS A, ASCII('B') AS B, ASCII('a') AS a, ASCII('b') AS b, ASCII(1) AS [1], ASCII(2) AS [2];
--> 65 | 66 | 97 | 98 | 49 | 50
SELECT NCHAR(80) AS c, NCHAR(195) AS d;
--> P | Ã
SELECT UNICODE(N'æ') AS u, NCHAR(230) AS c;
--> 230 | æ
GO
-- docs/t-sql/functions/char-transact-sql.md
SET TEXTSIZE 0;
DECLARE @position int = 1, @string char(8) = 'New Moon';
WHILE @position <= DATALENGTH(@string)
BEGIN
    SELECT ASCII(SUBSTRING(@string, @position, 1)), CHAR(ASCII(SUBSTRING(@string, @position, 1)));
    SET @position = @position + 1;
END;
--> 78 | N
--> 101 | e
--> 119 | w
--> 32 | [ ]
--> 77 | M
--> 111 | o
--> 111 | o
--> 110 | n
GO
SELECT CHAR(65) AS [65], CHAR(66) AS [66], CHAR(97) AS [97], CHAR(98) AS [98], CHAR(49) AS [49], CHAR(50) AS [50];
--> A | B | a | b | 1 | 2
GO
-- docs/t-sql/functions/charindex-transact-sql.md
DECLARE @document varchar(64) = 'Reflectors are vital safety' + ' components of your bicycle.';
SELECT CHARINDEX('bicycle', @document) AS a, CHARINDEX('vital', @document, 5) AS b, CHARINDEX('bike', @document) AS c;
--> 48 | 16 | 0
SELECT CHARINDEX('TEST', 'This is a Test' COLLATE Latin1_General_CS_AS) AS a, CHARINDEX('Test', 'This is a Test' COLLATE Latin1_General_CS_AS) AS b, CHARINDEX('TEST', 'This is a Test' COLLATE Latin1_General_CI_AS) AS c;
--> 0 | 11 | 11
SELECT CHARINDEX('is', 'This is a string') AS a, CHARINDEX('is', 'This is a string', 4) AS b, CHARINDEX('at', 'This is a string') AS c;
--> 3 | 6 | 0
GO
-- docs/t-sql/functions/concat-ws-transact-sql.md
SELECT CONCAT_WS(',', '1 Microsoft Way', NULL, NULL, 'Redmond', 'WA', 98052) AS Address;
--> 1 Microsoft Way,Redmond,WA,98052
SELECT TOP (2) CONCAT_WS(' - ', database_id, recovery_model_desc, containment_desc) AS DatabaseInfo FROM sys.databases ORDER BY database_id;
--> 1 - SIMPLE - NONE
--> 2 - SIMPLE - NONE
GO
-- docs/t-sql/functions/edit-distance-transact-sql.md
SELECT 'Colour' AS WordUK, 'Color' AS WordUS, EDIT_DISTANCE('Colour', 'Color') AS Distance;
--> Colour | Color | 1
GO
-- docs/t-sql/functions/format-transact-sql.md
DECLARE @d date = '2024-08-09';
SELECT FORMAT(@d, 'd', 'en-US') AS us, FORMAT(@d, 'd', 'en-gb') AS british, FORMAT(@d, 'd', 'de-de') AS german, FORMAT(@d, 'd', 'zh-cn') AS chinese;
--> 8/9/2024 | 09/08/2024 | 09.08.2024 | 2024/8/9
SELECT FORMAT(@d, 'D', 'en-US') AS us, FORMAT(@d, 'D', 'en-gb') AS british, FORMAT(@d, 'D', 'de-de') AS german, FORMAT(@d, 'D', 'zh-cn') AS chinese;
--> Friday, August 9, 2024 | 09 August 2024 | Freitag, 9. August 2024 | 2024年8月9日
SELECT FORMAT(@d, 'dd/MM/yyyy', 'en-US') AS d, FORMAT(123456789, '###-##-####') AS n;
--> 09/08/2024 | 123-45-6789
SELECT FORMAT(CAST(rate AS money), 'N', 'en-us') AS n, FORMAT(CAST(rate AS money), 'G', 'en-us') AS g, FORMAT(CAST(rate AS money), 'C', 'en-us') AS c FROM (VALUES (1.0002), (1.55), (1.9419), (1.4683), (8.2784)) AS r(rate);
--> 1.00 | 1.0002 | $1.00
--> 1.55 | 1.5500 | $1.55
--> 1.94 | 1.9419 | $1.94
--> 1.47 | 1.4683 | $1.47
--> 8.28 | 8.2784 | $8.28
SELECT FORMAT(CAST(rate AS money), 'N', 'de-de') AS n, FORMAT(CAST(rate AS money), 'G', 'de-de') AS g, FORMAT(CAST(rate AS money), 'C', 'de-de') AS c FROM (VALUES (1.0002), (1.55), (1.9419), (1.4683), (8.2784)) AS r(rate);
--> 1,00 | 1,0002 | 1,00 €
--> 1,55 | 1,5500 | 1,55 €
--> 1,94 | 1,9419 | 1,94 €
--> 1,47 | 1,4683 | 1,47 €
--> 8,28 | 8,2784 | 8,28 €
SELECT FORMAT(CAST('07:35' AS time), N'hh.mm') AS a, FORMAT(CAST('07:35' AS time), N'hh:mm') AS b, FORMAT(CAST('07:35' AS time), N'hh\.mm') AS c, FORMAT(CAST('07:35' AS time), N'hh\:mm') AS d;
--> NULL | NULL | 07.35 | 07:35
SELECT FORMAT(CAST('2018-01-01 01:00' AS datetime2), N'hh:mm tt') AS a, FORMAT(CAST('2018-01-01 01:00' AS datetime2), N'hh:mm t') AS b;
--> 01:00 AM | 01:00 A
SELECT FORMAT(CAST('2018-01-01 14:00' AS datetime2), N'hh:mm tt') AS a, FORMAT(CAST('2018-01-01 14:00' AS datetime2), N'hh:mm t') AS b, FORMAT(CAST('2018-01-01 14:00' AS datetime2), N'HH:mm') AS c;
--> 02:00 PM | 02:00 P | 14:00
GO
-- docs/t-sql/functions/ltrim-transact-sql.md, docs/t-sql/functions/rtrim-transact-sql.md
SELECT LTRIM('     Five spaces are at the beginning of this string.') AS l;
--> Five spaces are at the beginning of this string.
DECLARE @string_to_trim varchar(60) = '     5 spaces are at the beginning of this string.';
SELECT LTRIM(@string_to_trim) AS [Without spaces];
--> 5 spaces are at the beginning of this string.
SELECT RTRIM('Removes trailing spaces.   ') AS r;
--> Removes trailing spaces.
SELECT RTRIM('Four spaces are after the period in this sentence.    ') + 'Next string.' AS r;
--> Four spaces are after the period in this sentence.Next string.
SET @string_to_trim = 'Four spaces are after the period in this sentence.    ';
SELECT @string_to_trim + ' Next string.' AS a;
--> Four spaces are after the period in this sentence.     Next string.
SELECT RTRIM(@string_to_trim) + ' Next string.' AS b;
--> Four spaces are after the period in this sentence. Next string.
GO
-- docs/t-sql/functions/nchar-transact-sql.md
DECLARE @nstring nchar(8) = N'København';
SELECT UNICODE(SUBSTRING(@nstring, 2, 1)) AS u, NCHAR(UNICODE(SUBSTRING(@nstring, 2, 1))) AS c;
--> 248 | ø
GO
DECLARE @position int = 1, @nstring nchar(9) = N'København';
WHILE @position <= DATALENGTH(@nstring)
BEGIN
    SELECT @position, NCHAR(UNICODE(SUBSTRING(@nstring, @position, 1))), RTRIM(CONVERT(nchar(17), SUBSTRING(@nstring, @position, 1))), UNICODE(SUBSTRING(@nstring, @position, 1));
    SELECT @position = @position + 1;
END;
--> 1 | K | K | 75
--> 2 | ø | ø | 248
--> 3 | b | b | 98
--> 4 | e | e | 101
--> 5 | n | n | 110
--> 6 | h | h | 104
--> 7 | a | a | 97
--> 8 | v | v | 118
--> 9 | n | n | 110
--> 10 | NULL | [] | NULL
--> 18 | NULL | [] | NULL
GO
-- docs/t-sql/functions/patindex-transact-sql.md
SELECT position = PATINDEX('%ter%', 'interesting data');
--> 3
SELECT position = PATINDEX('%en_ure%', 'Please ensure the door is locked!');
--> 8
SELECT PATINDEX('a%', 'abc') AS a, PATINDEX('%a', 'cba') AS b;
--> 1 | 3
SELECT position = PATINDEX('%[^ 0-9A-z]%', 'Please ensure the door is locked!');
--> 33
SELECT PATINDEX('%ein%', 'Das ist ein Test' COLLATE Latin1_General_BIN) AS position;
--> 9
GO
-- docs/t-sql/functions/replicate-transact-sql.md
CREATE TABLE t1 (c1 varchar(3), c2 char(3));
INSERT INTO t1 VALUES ('2', '2'), ('37', '37'), ('597', '597');
GO
SELECT REPLICATE('0', 3 - DATALENGTH(c1)) + c1 AS [Varchar Column], RTRIM(REPLICATE('0', 3 - DATALENGTH(c2)) + c2) AS [Char Column] FROM t1;
--> 002 | 2
--> 037 | 37
--> 597 | 597
DROP TABLE t1;
GO
-- docs/t-sql/functions/string-escape-transact-sql.md
SELECT STRING_ESCAPE('\' + CHAR(9) + '/' + CHAR(10) + '\\' + CHAR(9) + '"' + CHAR(9), 'json') AS escapedText;
--> \\\t\/\n\\\\\t\"\t
DECLARE @json nvarchar(max), @name nvarchar(20) = N'A"B', @surname nvarchar(20) = N'C/D';
SET @json = FORMATMESSAGE('{ "id": %d,"name": "%s", "surname": "%s" }', 17, STRING_ESCAPE(@name, 'json'), STRING_ESCAPE(@surname, 'json'));
SELECT @json AS json;
--> { "id": 17,"name": "A\"B", "surname": "C\/D" }
GO
-- docs/t-sql/functions/string-split-transact-sql.md
SELECT value FROM STRING_SPLIT('Lorem ipsum dolor sit amet.', ' ');
--> Lorem
--> ipsum
--> dolor
--> sit
--> amet.
SELECT * FROM STRING_SPLIT('Lorem ipsum dolor sit amet.', ' ', 1);
--> Lorem | 1
--> ipsum | 2
--> dolor | 3
--> sit | 4
--> amet. | 5
DECLARE @tags nvarchar(400) = 'clothing,road,,touring,bike';
SELECT value FROM STRING_SPLIT(@tags, ',') WHERE RTRIM(value) <> '';
--> clothing
--> road
--> touring
--> bike
CREATE TABLE Product (ProductId int, Name varchar(30), Tags varchar(100));
INSERT INTO Product VALUES (1, 'Full-Finger Gloves', 'clothing,road,touring,bike'), (2, 'LL Headset', 'bike'), (3, 'HL Mountain Frame', 'bike,mountain');
GO
SELECT ProductId, Name, value FROM Product CROSS APPLY STRING_SPLIT(Tags, ',');
--> 1 | Full-Finger Gloves | clothing
--> 1 | Full-Finger Gloves | road
--> 1 | Full-Finger Gloves | touring
--> 1 | Full-Finger Gloves | bike
--> 2 | LL Headset | bike
--> 3 | HL Mountain Frame | bike
--> 3 | HL Mountain Frame | mountain
SELECT value AS tag, COUNT(*) AS number_of_articles FROM Product CROSS APPLY STRING_SPLIT(Tags, ',') GROUP BY value HAVING COUNT(*) > 2 ORDER BY COUNT(*) DESC;
--> bike | 3
SELECT ProductId FROM Product WHERE 'clothing' IN (SELECT value FROM STRING_SPLIT(Tags, ','));
--> 1
SELECT ProductId FROM Product WHERE EXISTS (SELECT * FROM STRING_SPLIT(Tags, ',') WHERE value IN ('clothing', 'road'));
--> 1
SELECT ProductId FROM Product JOIN STRING_SPLIT('1,2,3', ',') ON value = ProductId ORDER BY ProductId;
--> 1
--> 2
--> 3
SELECT * FROM STRING_SPLIT('Austin,Texas,Seattle,Washington,Denver,Colorado', ',', 1) WHERE ordinal % 2 = 0;
--> Texas | 2
--> Washington | 4
--> Colorado | 6
SELECT * FROM STRING_SPLIT('E-D-C-B-A', '-', 1) ORDER BY ordinal DESC;
--> A | 5
--> B | 4
--> C | 3
--> D | 2
--> E | 1
DROP TABLE Product;
GO
-- docs/t-sql/functions/translate-transact-sql.md
SELECT TRANSLATE('2*[3+4]/{7-2}', '[]{}', '()()') AS t;
--> 2*(3+4)/(7-2)
SELECT REPLACE(REPLACE(REPLACE(REPLACE('2*[3+4]/{7-2}', '[', '('), ']', ')'), '{', '('), '}', ')') AS t;
--> 2*(3+4)/(7-2)
SELECT TRANSLATE('[137.4, 72.3]', '[,]', '( )') AS Point, TRANSLATE('(137.4 72.3)', '( )', '[,]') AS Coordinates;
--> (137.4  72.3) | [137.4,72.3]
GO
-- docs/t-sql/functions/trim-transact-sql.md
SELECT TRIM('     test    ') AS Result;
--> test
SELECT TRIM('.,! ' FROM '     #     test    .') AS Result;
--> #     test
SELECT TRIM(LEADING '.,! ' FROM '     .#     test    .') AS Result;
--> #     test    .
SELECT TRIM(TRAILING '.,! ' FROM '     .#     test    .') AS Result;
-->      .#     test
SELECT TRIM(BOTH '123' FROM '123abc123') AS Result;
--> abc
GO
-- docs/t-sql/functions/unicode-transact-sql.md
DECLARE @nstring nchar(12) = N'Åkergatan 24';
SELECT UNICODE(@nstring) AS u, NCHAR(UNICODE(@nstring)) AS c;
--> 197 | Å
DECLARE @position int = 1;
PRINT 'Character #' + ' ' + 'Unicode Character' + ' ' + 'UNICODE Value';
--> Character # Unicode Character UNICODE Value
WHILE @position <= 12
BEGIN
    SELECT @position, RTRIM(CONVERT(char(17), SUBSTRING(@nstring, @position, 1))), UNICODE(SUBSTRING(@nstring, @position, 1));
    SELECT @position = @position + 1;
END;
--> 1 | Å | 197
--> 2 | k | 107
--> 3 | e | 101
--> 4 | r | 114
--> 5 | g | 103
--> 6 | a | 97
--> 7 | t | 116
--> 8 | a | 97
--> 9 | n | 110
--> 10 | [] | 32
--> 11 | 2 | 50
--> 12 | 4 | 52
GO
-- docs/t-sql/functions/unistr-transact-sql.md
SELECT UNISTR(N'Hello! \D83D\DE03') AS a, UNISTR(N'Hello! \+01F603') AS b;
--> Hello! 😃 | Hello! 😃
SELECT UNISTR(N'ABC#00C0#0181#0187', '#') AS a;
--> ABCÀƁƇ
GO
