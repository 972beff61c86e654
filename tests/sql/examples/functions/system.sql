-- The examples of pages of docs/t-sql/functions. A line after --> is a row that the page shows.
-- docs/t-sql/functions/applock-test-transact-sql.md
BEGIN TRAN;
DECLARE @result int;
EXEC @result=sp_getapplock @DbPrincipal='public', @Resource='Form1', @LockMode='Shared', @LockOwner='Transaction';
SELECT APPLOCK_MODE('public', 'Form1', 'Transaction');
--> Shared
GO
-- @session B
BEGIN TRAN;
SELECT APPLOCK_MODE('public', 'Form1', 'Transaction');
--> NoLock
SELECT APPLOCK_TEST('public', 'Form1', 'Shared', 'Transaction');
--> 1
SELECT APPLOCK_TEST('public', 'Form1', 'Exclusive', 'Transaction');
--> 0
GO
-- @session
EXEC sp_releaseapplock @Resource='Form1', @DbPrincipal='public';
GO
-- @session B
SELECT APPLOCK_TEST('public', 'Form1', 'Exclusive', 'Transaction');
--> 1
COMMIT TRAN;
GO
-- @session
COMMIT TRAN;
GO
-- docs/t-sql/functions/is-member-transact-sql.md, is-rolemember-transact-sql.md and is-srvrolemember-transact-sql.md
CREATE USER Reader WITHOUT LOGIN;
ALTER ROLE db_datareader ADD MEMBER Reader;
SELECT IS_MEMBER('none') AS a, IS_MEMBER('ADVWORKS\Shipping') AS b, IS_ROLEMEMBER('db_datareader', 'Reader') AS c, IS_ROLEMEMBER('db_owner', 'Reader') AS d, IS_ROLEMEMBER('none', 'Reader') AS e, IS_ROLEMEMBER('db_owner', 'none') AS f;
--> NULL | NULL | 1 | 0 | NULL | NULL
SELECT IS_SRVROLEMEMBER('diskadmin', 'Contoso\Pat') AS a, IS_SRVROLEMEMBER('none') AS b;
--> NULL | NULL
GO
IF IS_SRVROLEMEMBER ('sysadmin') = 1
   print 'Current user''s login is a member of the sysadmin role'
ELSE IF IS_SRVROLEMEMBER ('sysadmin') = 0
   print 'Current user''s login is NOT a member of the sysadmin role'
ELSE IF IS_SRVROLEMEMBER ('sysadmin') IS NULL
   print 'ERROR: The server role specified is not valid.';
--> Current user's login is a member of the sysadmin role
EXECUTE AS USER = 'Reader';
IF IS_MEMBER ('db_owner') = 1
   PRINT 'Current user is a member of the db_owner role'
ELSE IF IS_MEMBER ('db_owner') = 0
   PRINT 'Current user is NOT a member of the db_owner role'
ELSE IF IS_MEMBER ('db_owner') IS NULL
   PRINT 'ERROR: Invalid group / role specified';
--> Current user is NOT a member of the db_owner role
IF IS_ROLEMEMBER ('db_datareader') = 1
   print 'Current user is a member of the db_datareader role'
ELSE IF IS_ROLEMEMBER ('db_datareader') = 0
   print 'Current user is NOT a member of the db_datareader role'
ELSE IF IS_ROLEMEMBER ('db_datareader') IS NULL
   print 'ERROR: The database role specified is not valid.';
--> Current user is a member of the db_datareader role
REVERT;
GO
-- docs/t-sql/functions/database-principal-id-transact-sql.md, docs/t-sql/functions/user-id-transact-sql.md
SELECT DATABASE_PRINCIPAL_ID() AS a, DATABASE_PRINCIPAL_ID('db_owner') AS b, DATABASE_PRINCIPAL_ID('none') AS c, USER_ID() AS d, USER_ID('none') AS e, USER_ID(NULL) AS f;
--> 1 | 16384 | NULL | 1 | NULL | NULL
DROP USER Reader;
GO
-- docs/t-sql/functions/pwdcompare-transact-sql.md
CREATE LOGIN Weak WITH PASSWORD = 'password', CHECK_POLICY = OFF;
SELECT name FROM sys.sql_logins WHERE name = 'Weak' AND PWDCOMPARE('password', password_hash) = 1;
--> Weak
SELECT COUNT(*) AS a FROM sys.sql_logins WHERE name = 'Weak' AND PWDCOMPARE('', password_hash) = 1;
--> 0
SELECT PWDCOMPARE('secret', PWDENCRYPT('secret')) AS a, PWDCOMPARE('Secret', PWDENCRYPT('secret')) AS b;
--> 1 | 0
DROP LOGIN Weak;
GO
-- docs/t-sql/functions/language-transact-sql.md, docs/t-sql/functions/langid-transact-sql.md
SELECT @@LANGUAGE AS 'Language Name';
--> us_english
SET LANGUAGE 'Italian'
SELECT @@LANGID AS 'Language ID'
--> Changed language setting to Italiano.
--> 6
SET LANGUAGE us_english;
GO
-- docs/t-sql/functions/textsize-transact-sql.md
SET TEXTSIZE 0
SELECT @@TEXTSIZE AS 'Text Size'
--> 4096
SET TEXTSIZE 2048
SELECT @@TEXTSIZE AS 'Text Size'
--> 2048
SET TEXTSIZE -1;
GO
-- docs/t-sql/functions/error-severity-transact-sql.md, docs/t-sql/functions/error-state-transact-sql.md
BEGIN TRY
    -- Generate a divide-by-zero error.
    SELECT 1/0;
END TRY
BEGIN CATCH
    SELECT ERROR_SEVERITY() AS ErrorSeverity, ERROR_STATE() AS ErrorState;
END CATCH;
--> 16 | 1
GO
-- docs/t-sql/functions/stdevp-transact-sql.md, docs/t-sql/functions/var-transact-sql.md
SELECT q, s, CAST(STDEVP(s) OVER (ORDER BY y, q) AS decimal(12, 2)) AS StdDeviation, CAST(VAR(s) OVER (ORDER BY y, q) AS decimal(18, 2)) AS Variance
FROM (VALUES (2002, 1, CAST(91000 AS money)), (2002, 2, 140000), (2002, 3, 70000), (2002, 4, 154000)) AS f(y, q, s) ORDER BY q;
--> 1 | 91000.0000 | .00 | NULL
--> 2 | 140000.0000 | 24500.00 | 1200500000.00
--> 3 | 70000.0000 | 29329.55 | 1290333333.33
--> 4 | 154000.0000 | 34426.55 | 1580250000.00
GO
-- docs/t-sql/functions/crypt-gen-random-transact-sql.md
SELECT DATALENGTH(CRYPT_GEN_RANDOM(50)) AS a, DATALENGTH(CRYPT_GEN_RANDOM(4, 0x25F18060)) AS b, CRYPT_GEN_RANDOM(8001) AS c;
--> 50 | 4 | NULL
GO
-- docs/t-sql/functions/original-db-name-transact-sql.md: a session without an initial database.
SELECT ORIGINAL_DB_NAME() AS a;
--> []
GO
-- docs/t-sql/functions/text-and-image-functions-textvalid-transact-sql.md
CREATE TABLE pub_info (pub_id char(4), logo image);
INSERT INTO pub_info VALUES ('0736', 0x47), ('0877', 0x48);
SELECT pub_id, 'Valid (if 1) Text data' = TEXTVALID ('pub_info.logo', TEXTPTR(logo)) FROM pub_info ORDER BY pub_id;
--> 0736 | 1
--> 0877 | 1
DROP TABLE pub_info;
GO
-- docs/t-sql/functions/current-date-transact-sql.md
SELECT IIF(CURRENT_DATE = CONVERT(date, GETDATE()), 1, 0) AS a, SQL_VARIANT_PROPERTY(CURRENT_DATE, 'BaseType') AS b;
--> 1 | date
GO
-- docs/relational-databases/fuzzy-string-match/overview.md
CREATE TABLE WordPairs (WordID INT IDENTITY (1, 1) PRIMARY KEY, WordUK NVARCHAR (50), WordUS NVARCHAR (50));
INSERT INTO WordPairs (WordUK, WordUS) VALUES ('Colour', 'Color'), ('Flavour', 'Flavor'), ('Centre', 'Center'), ('Theatre', 'Theater'), ('Organise', 'Organize'), ('Analyse', 'Analyze'), ('Catalogue', 'Catalog'), ('Programme', 'Program'), ('Metre', 'Meter'), ('Honour', 'Honor'), ('Neighbour', 'Neighbor'), ('Travelling', 'Traveling'), ('Grey', 'Gray'), ('Defence', 'Defense'), ('Practise', 'Practice'), ('Practice', 'Practice'), ('Aluminium', 'Aluminum'), ('Cheque', 'Check');
GO
SELECT WordUK, WordUS, EDIT_DISTANCE(WordUK, WordUS) AS Distance FROM WordPairs WHERE EDIT_DISTANCE(WordUK, WordUS) <= 2 ORDER BY Distance ASC, WordUK;
--> Practice | Practice | 0
--> Aluminium | Aluminum | 1
--> Analyse | Analyze | 1
--> Colour | Color | 1
--> Defence | Defense | 1
--> Flavour | Flavor | 1
--> Grey | Gray | 1
--> Honour | Honor | 1
--> Neighbour | Neighbor | 1
--> Organise | Organize | 1
--> Practise | Practice | 1
--> Travelling | Traveling | 1
--> Catalogue | Catalog | 2
--> Centre | Center | 2
--> Metre | Meter | 2
--> Programme | Program | 2
--> Theatre | Theater | 2
SELECT WordUK, WordUS, EDIT_DISTANCE_SIMILARITY(WordUK, WordUS) AS Similarity FROM WordPairs WHERE EDIT_DISTANCE_SIMILARITY(WordUK, WordUS) >= 75 ORDER BY Similarity DESC, WordUK;
--> Practice | Practice | 100
--> Travelling | Traveling | 90
--> Aluminium | Aluminum | 89
--> Neighbour | Neighbor | 89
--> Organise | Organize | 88
--> Practise | Practice | 88
--> Analyse | Analyze | 86
--> Defence | Defense | 86
--> Flavour | Flavor | 86
--> Colour | Color | 83
--> Honour | Honor | 83
--> Catalogue | Catalog | 78
--> Programme | Program | 78
--> Grey | Gray | 75
SELECT WordUK, WordUS, CAST(JARO_WINKLER_DISTANCE(WordUK, WordUS) AS decimal(12, 10)) AS Distance FROM WordPairs WHERE JARO_WINKLER_DISTANCE(WordUK, WordUS) <= .05 ORDER BY Distance ASC, WordUK;
--> Practice | Practice | .0000000000
--> Travelling | Traveling | .0200000000
--> Aluminium | Aluminum | .0222222222
--> Neighbour | Neighbor | .0222222222
--> Flavour | Flavor | .0285714286
--> Theatre | Theater | .0285714286
--> Centre | Center | .0333333333
--> Colour | Color | .0333333333
--> Honour | Honor | .0333333333
--> Catalogue | Catalog | .0444444444
--> Programme | Program | .0444444444
--> Metre | Meter | .0466666667
SELECT WordUK, WordUS, JARO_WINKLER_SIMILARITY(WordUK, WordUS) AS Similarity FROM WordPairs WHERE JARO_WINKLER_SIMILARITY(WordUK, WordUS) > 90 ORDER BY Similarity DESC, WordUK;
--> Practice | Practice | 100
--> Aluminium | Aluminum | 98
--> Neighbour | Neighbor | 98
--> Travelling | Traveling | 98
--> Centre | Center | 97
--> Colour | Color | 97
--> Flavour | Flavor | 97
--> Honour | Honor | 97
--> Theatre | Theater | 97
--> Catalogue | Catalog | 96
--> Programme | Program | 96
--> Metre | Meter | 95
--> Organise | Organize | 95
--> Practise | Practice | 95
--> Analyse | Analyze | 94
--> Defence | Defense | 94
DROP TABLE WordPairs;
SELECT T.s, T.t, EDIT_DISTANCE(T.s, T.t) AS ED_Distance, CAST(JARO_WINKLER_DISTANCE(T.s, T.t) AS decimal(12, 10)) AS JW_Distance, EDIT_DISTANCE_SIMILARITY(T.s, T.t) AS ED_Similarity, JARO_WINKLER_SIMILARITY(T.s, T.t) AS JW_Similarity
FROM (VALUES ('Black', 'Red'), ('Colour', 'Yellow'), ('Regex', 'Regex')) AS T(s, t);
--> Black | Red | 5 | 1.0000000000 | 0 | 0
--> Colour | Yellow | 5 | .4444444444 | 17 | 56
--> Regex | Regex | 0 | .0000000000 | 100 | 100
GO
