-- The examples of pages of docs/t-sql/functions. A line after --> is a row that the page shows.
-- docs/t-sql/functions/difference-transact-sql.md, docs/t-sql/functions/soundex-transact-sql.md
SELECT SOUNDEX('Green'), SOUNDEX('Greene'), DIFFERENCE('Green','Greene');
--> G650 | G650 | 4
SELECT SOUNDEX('Blotchet-Halls'), SOUNDEX('Greene'), DIFFERENCE('Blotchet-Halls', 'Greene');
--> B432 | G650 | 0
SELECT SOUNDEX ('Smith'), SOUNDEX ('Smythe');
--> S530 | S530
SELECT DIFFERENCE('Smithers', 'Smythers'), DIFFERENCE('Anothers', 'Brothers');
--> 4 | 2
GO
-- docs/t-sql/functions/left-transact-sql.md, docs/t-sql/functions/right-transact-sql.md
SELECT LEFT('abcdefg',2), RIGHT('abcdefg', 2);
--> ab | fg
SELECT RIGHT(FirstName, 5) AS 'First Name' FROM (VALUES (1, N'Ken'), (2, N'Terri'), (3, N'Roberto'), (4, N'Rob')) AS p(BusinessEntityID, FirstName) ORDER BY BusinessEntityID;
--> Ken
--> Terri
--> berto
--> Rob
GO
SELECT LEFT('abcdefg', -1);
--> Msg 536, Level 16, State 6, Line 1
GO
-- docs/t-sql/functions/lower-transact-sql.md, docs/t-sql/functions/upper-transact-sql.md
SELECT LOWER(SUBSTRING(n, 1, 20)) AS Lower, UPPER(SUBSTRING(n, 1, 20)) AS Upper, LOWER(UPPER(SUBSTRING(n, 1, 20))) AS LowerUpper FROM (VALUES (N'Minipump'), (N'Taillights - Battery-Powered')) AS p(n);
--> minipump | MINIPUMP | minipump
--> taillights - battery | TAILLIGHTS - BATTERY | taillights - battery
SELECT UPPER(RTRIM(LastName)) + ', ' + FirstName AS Name FROM (VALUES (N'Abbas', N'Syed'), (N'Abercrombie', N'Kim'), (N'Abolrous', N'Hazem')) AS e(LastName, FirstName) ORDER BY LastName;
--> ABBAS, Syed
--> ABERCROMBIE, Kim
--> ABOLROUS, Hazem
GO
-- docs/t-sql/functions/quotename-transact-sql.md
SELECT QUOTENAME('abc[]def'), QUOTENAME('abc def');
--> [abc[]]def] | [abc def]
SELECT QUOTENAME('a`b', '`') AS a, QUOTENAME('a>b', '<') AS b, QUOTENAME('a}b', '{') AS c, QUOTENAME('a)b', ')') AS d, QUOTENAME('a"b', '"') AS e, QUOTENAME('a''b', '''') AS f, QUOTENAME('ab', 'x') AS g, QUOTENAME(REPLICATE('a', 129)) AS h;
--> `a``b` | <a>>b> | {a}}b} | (a))b) | "a""b" | 'a''b' | NULL | NULL
CREATE TABLE dbo.DimCustomer (FirstName nvarchar(20));
INSERT INTO dbo.DimCustomer VALUES (N'Ann');
DECLARE @columnName NVARCHAR(255)='user''s "custom" name'
DECLARE @sql NVARCHAR(MAX) = 'SELECT FirstName AS ' + QUOTENAME(@columnName) + ' FROM dbo.DimCustomer'
EXEC sp_executesql @sql
--> user's "custom" name nvarchar(20)
--> Ann
DROP TABLE dbo.DimCustomer;
GO
-- docs/t-sql/functions/replace-transact-sql.md
SELECT REPLACE('abcdefghicde','cde','xxx');
--> abxxxfghixxx
SELECT REPLACE('This is a Test'  COLLATE Latin1_General_BIN, 'Test', 'desk' );
--> This is a desk
GO
-- docs/t-sql/functions/reverse-transact-sql.md
SELECT FirstName, REVERSE(FirstName) AS Reverse FROM (VALUES (N'Ken'), (N'Rob'), (N'Roberto'), (N'Terri')) AS p(FirstName) ORDER BY FirstName;
--> Ken | neK
--> Rob | boR
--> Roberto | otreboR
--> Terri | irreT
DECLARE @myvar VARCHAR(10);
SET @myvar = 'sdrawkcaB';
SELECT REVERSE(@myvar) AS Reversed ;
--> Backwards
SELECT REVERSE(1234) AS Reversed ;
--> 4321
GO
-- docs/t-sql/functions/space-transact-sql.md
SELECT RTRIM('Abbas  ') + ',' + SPACE(2) + LTRIM('  Syed') AS a, SPACE(-1) AS b;
--> Abbas,  Syed | NULL
GO
-- docs/t-sql/functions/substring-transact-sql.md
SELECT name, SUBSTRING(name, 1, 1) AS Initial, SUBSTRING(name, 3, 2) AS ThirdAndFourthCharacters FROM sys.databases WHERE database_id < 5 ORDER BY database_id;
--> master | m | st
--> tempdb | t | mp
--> model | m | de
--> msdb | m | db
SELECT x = SUBSTRING('abcdef', 2, 3);
--> bcd
CREATE TABLE pub_info (pub_id char(4) NOT NULL, logo image NULL, pr_info text NULL);
INSERT INTO pub_info VALUES ('1756', 0x474946383961E3002500B30F00000000, 'This is sample text data for Ramona Publishers');
CREATE TABLE npub_info (pub_id char(4) NOT NULL PRIMARY KEY CLUSTERED, pr_info ntext NULL);
INSERT npub_info VALUES ('1756', N'üThis is sample text data for Ramona Publishers, publisher 1756 in the pubs datab');
SELECT pub_id, SUBSTRING(logo, 1, 10) AS logo, SUBSTRING(pr_info, 1, 10) AS pr_info FROM pub_info WHERE pub_id = '1756';
--> 1756 | 0x474946383961E3002500 | This is sa
SELECT pr.pub_id, SUBSTRING(pr.pr_info, 1, 35) AS pr_info, SUBSTRING(npr.pr_info, 1, 35) AS npr_info FROM pub_info pr INNER JOIN npub_info npr ON pr.pub_id = npr.pub_id ORDER BY pr.pub_id ASC;
--> 1756 | This is sample text data for Ramona | üThis is sample text data for Ramon
DROP TABLE pub_info, npub_info;
GO
-- docs/t-sql/functions/edit-distance-similarity-transact-sql.md, jaro-winkler-distance-transact-sql.md and jaro-winkler-similarity-transact-sql.md
SELECT 'Colour' AS WordUK, 'Color' AS WordUS, EDIT_DISTANCE_SIMILARITY('Colour', 'Color') AS Distance;
--> Colour | Color | 83
SELECT 'Colour' AS WordUK, 'Color' AS WordUS, CAST(JARO_WINKLER_DISTANCE('Colour', 'Color') AS decimal(17, 16)) AS Distance;
--> Colour | Color | .0333333333333333
SELECT 'Colour' AS WordUK, 'Color' AS WordUS, JARO_WINKLER_SIMILARITY('Colour', 'Color') AS Similarity;
--> Colour | Color | 97
GO
-- docs/t-sql/functions/regexp-like-transact-sql.md
CREATE TABLE Employees (ID INT IDENTITY (101, 1), [Name] VARCHAR (150), Email VARCHAR (320) CHECK (REGEXP_LIKE (Email, '^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$')), Phone_Number NVARCHAR (20) CHECK (REGEXP_LIKE (Phone_Number, '^(\d{3})-(\d{3})-(\d{4})$')));
GO
INSERT INTO Employees VALUES ('AMY', 'amy@example.com', N'123-456-7890'), ('Ray', 'ray@example.com', N'123-456-7891');
GO
INSERT INTO Employees ([Name], Email) VALUES ('Bob', 'bob');
GO
SELECT Name FROM Employees WHERE REGEXP_LIKE (Name, '^A.*Y$');
--> AMY
SELECT Name FROM Employees WHERE REGEXP_LIKE (Name, '^R.*Y$', 'i');
--> Ray
DROP TABLE Employees;
GO
