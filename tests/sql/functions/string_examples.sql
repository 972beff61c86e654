-- docs/t-sql/functions/string-functions-transact-sql.md: the pages that it lists, example by example, and the rules beside them.
SELECT ASCII('A') AS A, ASCII('B') AS B, ASCII('a') AS a, ASCII('b') AS b, ASCII(1) AS [1], ASCII(2) AS [2]; --> 65 | 66 | 97 | 98 | 49 | 50
GO
SELECT ASCII('PQRS') AS first, ASCII('') AS empty, ASCII(NULL) AS n; --> 80 | NULL | NULL
GO
SELECT CHAR(65) AS [65], CHAR(66) AS [66], CHAR(97) AS [97], CHAR(98) AS [98], CHAR(49) AS [49], CHAR(50) AS [50]; --> A | B | a | b | 1 | 2
GO
SELECT CHAR(256) AS beyond, CHAR(-1) AS before, NCHAR(8364) AS euro; --> NULL | NULL | €
GO
DECLARE @document VARCHAR(64);
SELECT @document = 'Reflectors are vital safety' + ' components of your bicycle.';
SELECT CHARINDEX('bicycle', @document) AS a, CHARINDEX('vital', @document, 5) AS b, CHARINDEX('bike', @document) AS c; --> 48 | 16 | 0
GO
SELECT CHARINDEX('is', 'This is a string') AS a, CHARINDEX('is', 'This is a string', 4) AS b, CHARINDEX('TEST', 'This is a Test') AS c, CHARINDEX(NULL, 'a') AS n; --> 3 | 6 | 11 | NULL
GO
SELECT CONCAT('Happy ', 'Birthday ', 11, '/', '25') AS Result; --> Happy Birthday 11/25
GO
SELECT CONCAT_WS(' - ', 'a', NULL, 'b', 1) AS r, CONCAT_WS(',', '1 Microsoft Way', NULL, NULL, 'Redmond', 'WA', 98052) AS Address; --> a - b - 1 | 1 Microsoft Way,Redmond,WA,98052
GO
SELECT DIFFERENCE('Smith', 'Smyth') AS a, DIFFERENCE('Smithers', 'Smythers') AS b, DIFFERENCE('Anothers', 'Brothers') AS c, DIFFERENCE('Blotchet-Halls', 'Greene') AS d; --> 4 | 4 | 2 | 0
GO
SELECT SOUNDEX('Smith') AS a, SOUNDEX('Smythe') AS b, SOUNDEX('Green') AS c, SOUNDEX('Greene') AS d; --> S530 | S530 | G650 | G650
GO
SELECT LEFT('abcdefg', 2) AS a, RIGHT('abcdefg', 2) AS b, LEFT('abc', 10) AS c, RIGHT('abc', 0) AS d; --> ab | fg | abc | []
GO
SELECT LEFT('abc', -1);
--> Msg 536, Level 16, State 6, Line 1
--> Invalid length parameter passed to the left function.
GO
SELECT LEN('abc  ') AS trailing, LEN('  abc') AS leading, LEN('') AS empty, LEN(NULL) AS n, LEN(N'日本') AS wide, LEN(12345) AS number; --> 3 | 5 | 0 | NULL | 2 | 5
GO
SELECT LOWER('Minipump') AS Lower, UPPER(LOWER('Minipump')) AS Upper, LOWER(UPPER('Minipump')) AS LowerUpper; --> minipump | MINIPUMP | minipump
GO
SELECT PATINDEX('%ter%', 'interesting data') AS a, PATINDEX('%[^ 0-9A-Za-z]%', 'Please ensure the door is locked!') AS b, PATINDEX('%en_ure%', 'Please ensure the door is locked!') AS c; --> 3 | 33 | 8
GO
SELECT QUOTENAME('abc[]def') AS a, QUOTENAME('abc', '''') AS b, QUOTENAME('a"b', '"') AS c, QUOTENAME('abc', 'x') AS d, QUOTENAME('abc def') AS e; --> [abc[]]def] | 'abc' | "a""b" | NULL | [abc def]
GO
SELECT REPLACE('abcdefghicde', 'cde', 'xxx') AS a, REPLACE('abc', '', 'x') AS b, REPLACE('abc', 'b', NULL) AS c, REPLACE('aaa', 'a', 'aa') AS d; --> abxxxfghixxx | abc | NULL | aaaaaa
GO
SELECT REPLICATE('0', 4) AS a, REPLICATE('ab', 3) AS b, REPLICATE('a', -1) AS c, '[' + REPLICATE('a', 0) + ']' AS d; --> 0000 | ababab | NULL | []
GO
SELECT REVERSE('Ken') AS a, REVERSE(1234) AS b, REVERSE(NULL) AS c; --> neK | 4321 | NULL
GO
SELECT '[' + SPACE(2) + ']' AS a, SPACE(-1) AS b; --> [  ] | NULL
GO
SELECT STR(123.45, 6, 1) AS a, STR(123.45, 2, 2) AS b, '[' + STR(FLOOR(123.45), 8, 3) + ']' AS c; --> 123.5 | ** | [ 123.000]
GO
SELECT STUFF('abcdef', 2, 3, 'ijklmn') AS a, STUFF('abc', 0, 1, 'x') AS b, STUFF('abc', 5, 1, 'x') AS c, STUFF('abc', 2, 0, 'x') AS d, STUFF('abc', 2, 1, NULL) AS e; --> aijklmnef | NULL | NULL | axbc | ac
GO
SELECT SUBSTRING('abcdef', 2, 3) AS a, SUBSTRING('abcdef', 0, 3) AS b, SUBSTRING('abcdef', -1, 4) AS c, SUBSTRING('abc', 10, 2) AS d, SUBSTRING(0x010203, 2, 2) AS e; --> bcd | ab | ab | [] | 0x0203
GO
SELECT SUBSTRING('abc', 1, -1);
--> Msg 536, Level 16, State 8, Line 1
--> Invalid length parameter passed to the substring function.
GO
SELECT TRANSLATE('2*[3+4]/{7-2}', '[]{}', '()()') AS a, TRANSLATE('[137.4, 72.3]', '[,]', '( )') AS b, TRANSLATE('abcdef', 'abc', 'bcd') AS c; --> 2*(3+4)/(7-2) | (137.4  72.3) | bcddef
GO
SELECT TRANSLATE('abc', 'ab', 'x');
--> Msg 9828, Level 16, State 1, Line 1
--> The second and third arguments of the TRANSLATE built-in function must contain an equal number of characters.
GO
SELECT UNICODE(N'Åkergatan 24') AS a, NCHAR(UNICODE(N'Åkergatan 24')) AS b, UNICODE('') AS c; --> 197 | Å | NULL
GO
SELECT DATALENGTH('abc  ') AS a, DATALENGTH(N'abc') AS b, DATALENGTH(NULL) AS c, DATALENGTH(CAST(1 AS bigint)) AS d, DATALENGTH(1.5) AS e, DATALENGTH(CAST('2020-01-01' AS date)) AS f; --> 5 | 6 | NULL | 8 | 5 | 3
