-- The examples of pages of docs/t-sql/language-elements. A line after --> is a row that the page shows.
-- docs/t-sql/language-elements/and-transact-sql.md
IF 1 = 1 AND 2 = 2
BEGIN
   PRINT 'First Example is TRUE'
END
ELSE PRINT 'First Example is FALSE';
--> First Example is TRUE
GO
IF 1 = 1 AND 2 = 17
BEGIN
   PRINT 'Second Example is TRUE'
END
ELSE PRINT 'Second Example is FALSE' ;
--> Second Example is FALSE
GO
SELECT  BusinessEntityID, LoginID, JobTitle, VacationHours
FROM (VALUES (1, N'a', N'Marketing Assistant', 41), (2, N'b', N'Marketing Assistant', 42), (3, N'c', N'Design Engineer', 42)) AS Employee(BusinessEntityID, LoginID, JobTitle, VacationHours)
WHERE JobTitle = 'Marketing Assistant'
AND VacationHours > 41 ;
GO
-- docs/t-sql/language-elements/or-transact-sql.md, docs/t-sql/language-elements/not-transact-sql.md,
-- docs/t-sql/language-elements/null-and-unknown-transact-sql.md: the tables of outcomes; AND before OR.
SELECT FirstName, LastName, Shift
FROM (VALUES (N'Andreas', N'Berglund', N'Evening', N'Quality Assurance'), (N'Sootha', N'Charncherngkha', N'Night', N'Quality Assurance'), (N'Peng', N'Wu', N'Day', N'Quality Assurance'), (N'Ken', N'Myer', N'Night', N'Production')) AS h(FirstName, LastName, Shift, Department)
WHERE Department = 'Quality Assurance'
   AND (Shift = 'Evening' OR Shift = 'Night');
--> Andreas | Berglund | Evening
--> Sootha | Charncherngkha | Night
SELECT l.name AS [left], r.name AS [right],
  CASE WHEN l.v = 1 AND r.v = 1 THEN 'TRUE' WHEN NOT (l.v = 1 AND r.v = 1) THEN 'FALSE' ELSE 'UNKNOWN' END AS [and],
  CASE WHEN l.v = 1 OR r.v = 1 THEN 'TRUE' WHEN NOT (l.v = 1 OR r.v = 1) THEN 'FALSE' ELSE 'UNKNOWN' END AS [or],
  CASE WHEN NOT l.v = 1 THEN 'TRUE' WHEN NOT (NOT l.v = 1) THEN 'FALSE' ELSE 'UNKNOWN' END AS [not]
FROM (VALUES (1, 'TRUE', 1), (2, 'FALSE', 0), (3, 'UNKNOWN', NULL)) AS l(n, name, v) CROSS JOIN (VALUES (1, 'TRUE', 1), (2, 'FALSE', 0), (3, 'UNKNOWN', NULL)) AS r(n, name, v) ORDER BY l.n, r.n;
--> TRUE | TRUE | TRUE | TRUE | FALSE
--> TRUE | FALSE | FALSE | TRUE | FALSE
--> TRUE | UNKNOWN | UNKNOWN | TRUE | FALSE
--> FALSE | TRUE | FALSE | TRUE | TRUE
--> FALSE | FALSE | FALSE | FALSE | TRUE
--> FALSE | UNKNOWN | FALSE | UNKNOWN | TRUE
--> UNKNOWN | TRUE | UNKNOWN | TRUE | UNKNOWN
--> UNKNOWN | FALSE | FALSE | UNKNOWN | UNKNOWN
--> UNKNOWN | UNKNOWN | UNKNOWN | UNKNOWN | UNKNOWN
SELECT ProductID, Name, Color, StandardCost
FROM (VALUES (984, N'BK-M18S-40', N'Mountain-500 Silver, 40', N'Silver', $308.2179), (985, N'BK-M18S-42', N'Mountain-500 Silver, 42', N'Silver', $308.2179), (771, N'BK-M82S-38', N'Mountain-100 Silver, 38', N'Silver', $1912.1544), (842, N'PA-T100', N'Touring-Panniers, Large', N'Grey', $51.5625)) AS Product(ProductID, ProductNumber, Name, Color, StandardCost)
WHERE ProductNumber LIKE 'BK-%' AND Color = 'Silver' AND NOT StandardCost > 400;
--> 984 | Mountain-500 Silver, 40 | Silver | 308.2179
--> 985 | Mountain-500 Silver, 42 | Silver | 308.2179
GO
-- docs/t-sql/language-elements/arithmetic-operators-transact-sql.md, docs/t-sql/language-elements/divide-transact-sql.md,
-- docs/t-sql/language-elements/multiply-transact-sql.md, docs/t-sql/language-elements/subtract-transact-sql.md
SELECT 12 % 5 AS remainder, CAST('20240110' AS datetime) + 1 AS next_day, CAST('20240110' AS smalldatetime) - 1 AS day_before;
--> 2 | 2024-01-11 00:00:00.000 | 2024-01-09 00:00:00
SELECT SalesPersonID, FirstName, SalesQuota, SalesQuota/12 AS 'Sales Target Per Month'
FROM (VALUES (274, N'Stephen', CAST(NULL AS money)), (275, N'Michael', 300000), (276, N'Linda', 250000)) AS s(SalesPersonID, FirstName, SalesQuota);
--> 274 | Stephen | NULL | NULL
--> 275 | Michael | 300000.0000 | 25000.0000
--> 276 | Linda | 250000.0000 | 20833.3333
SELECT 7 / 2 AS truncated, -7 / 2 AS negative, 7 / 2.0 AS fraction, CAST(5 AS smallint) / CAST(2 AS tinyint) AS small;
SELECT ProductID, Name, ListPrice, ListPrice * 1.15 AS NewPrice
FROM (VALUES (771, N'Mountain-100 Silver, 38', $3399.99)) AS p(ProductID, Name, ListPrice)
WHERE Name LIKE 'Mountain-%'
ORDER BY ProductID ASC;
SELECT MAX(TaxRate) - MIN(TaxRate) AS 'Tax Rate Difference'
FROM (VALUES ($19.6), ($5)) AS r(TaxRate);
GO
DECLARE @altstartdate datetime;
SET @altstartdate = CONVERT(DATETIME, 'January 10, 1900 3:00 AM', 101);
SELECT @altstartdate - 1.5 AS 'Subtract Date';
--> 1900-01-08 15:00:00.000
GO
SELECT CAST('20240110' AS date) - 1;
GO
SELECT CAST('10:00' AS time) - 1;
GO
SELECT CAST('20240110' AS datetime2) - 1;
GO
SELECT CAST('20240110' AS datetimeoffset) - 1;
GO
SELECT CAST(1 AS bit) - CAST(1 AS bit);
GO
SELECT CAST(1 AS bit) * CAST(1 AS bit);
GO
SELECT 1 / 0;
GO
-- docs/t-sql/language-elements/divide-equals-transact-sql.md, docs/t-sql/language-elements/modulo-equals-transact-sql.md,
-- docs/t-sql/language-elements/bitwise-or-equals-transact-sql.md, docs/t-sql/language-elements/assignment-operator-transact-sql.md
DECLARE @x int = 17;
SET @x /= 4;
SELECT @x AS x;
SET @x = 17;
SET @x %= 4;
SELECT @x AS x;
SET @x = 170;
SET @x |= 75;
SELECT @x AS x;
DECLARE @MyCounter INT;
SET @MyCounter = 1;
SELECT FirstColumnHeading = 'xyz',
       SecondColumnHeading = ProductID
FROM (VALUES (980), (365)) AS Product(ProductID);
CREATE TABLE #set (a int, b varchar(10));
INSERT #set VALUES (17, 'x');
UPDATE #set SET a /= 4, b += 'y';
UPDATE #set SET a |= 3;
UPDATE #set SET a %= 4;
SELECT a, b FROM #set;
DROP TABLE #set;
GO
-- docs/t-sql/language-elements/between-transact-sql.md: A, in a database without users' roles.
SELECT principal_id, name
FROM sys.database_principals
WHERE type = 'R';
--> 0 | public
--> 16384 | db_owner
--> 16385 | db_accessadmin
--> 16386 | db_securityadmin
--> 16387 | db_ddladmin
--> 16389 | db_backupoperator
--> 16390 | db_datareader
--> 16391 | db_datawriter
--> 16392 | db_denydatareader
--> 16393 | db_denydatawriter
SELECT principal_id, name
FROM sys.database_principals
WHERE type = 'R'
AND principal_id BETWEEN 16385 AND 16390;
--> 16385 | db_accessadmin
--> 16386 | db_securityadmin
--> 16387 | db_ddladmin
--> 16389 | db_backupoperator
--> 16390 | db_datareader
GO
-- B, C and D, over the rates that the page shows.
SELECT FirstName, Rate INTO dbo.Rates FROM (VALUES (N'Stephanie', $27), (N'Paula', $27.1394), (N'Janaina', $27.4038), (N'David', $28.75), (N'Rob', $29.8462), (N'Ruth', $30), (N'Ken', $125.5)) AS r(FirstName, Rate);
SELECT FirstName, Rate FROM dbo.Rates WHERE Rate > 27 AND Rate < 30 ORDER BY Rate;
SELECT COUNT(*) AS n FROM dbo.Rates WHERE Rate BETWEEN 27 AND 30;
SELECT FirstName, Rate FROM dbo.Rates WHERE Rate NOT BETWEEN 27 AND 30 ORDER BY Rate;
DROP TABLE dbo.Rates;
SELECT BusinessEntityID, RateChangeDate
FROM (VALUES (3, CAST('20011212' AS datetime)), (4, '20020105'), (5, '20020105 00:00:01'), (6, '20011211')) AS h(BusinessEntityID, RateChangeDate)
WHERE RateChangeDate BETWEEN '20011212' AND '20020105';
--> 3 | 2001-12-12 00:00:00.000
--> 4 | 2002-01-05 00:00:00.000
SELECT CASE WHEN 5 BETWEEN NULL AND 4 THEN 'TRUE' WHEN NOT 5 BETWEEN NULL AND 4 THEN 'FALSE' ELSE 'UNKNOWN' END AS a, CASE WHEN NULL BETWEEN 1 AND 2 THEN 'TRUE' WHEN NULL NOT BETWEEN 1 AND 2 THEN 'FALSE' ELSE 'UNKNOWN' END AS b;
GO
-- docs/t-sql/language-elements/equals-transact-sql.md, docs/t-sql/language-elements/comparison-operators-transact-sql.md: B.
CREATE TABLE dbo.t1 (a INT NULL);
INSERT INTO dbo.t1 VALUES (NULL),(0),(1);
GO
PRINT 'Testing ANSI_NULLS ON';
SET ANSI_NULLS ON;
GO
DECLARE @varname int;
SET @varname = NULL

SELECT a
FROM t1
WHERE a = @varname;

SELECT a
FROM t1
WHERE a <> @varname;

SELECT a
FROM t1
WHERE a IS NULL;
GO
PRINT 'Testing SET ANSI_NULLS OFF';
SET ANSI_NULLS OFF;
GO
DECLARE @varname int;
SET @varname = NULL;
SELECT a
FROM t1
WHERE a = @varname;
--> NULL

SELECT a
FROM t1
WHERE a <> @varname;
--> 0
--> 1

SELECT a
FROM t1
WHERE a IS NULL;
--> NULL
GO
SET ANSI_NULLS ON;
DROP TABLE dbo.t1;
GO
DECLARE @MyProduct int;
SET @MyProduct = 750;
IF (@MyProduct <> 0)
   SELECT ProductID, Name
   FROM (VALUES (750, N'Road-150 Red, 44')) AS Product(ProductID, Name)
   WHERE ProductID = @MyProduct;
GO
-- docs/t-sql/language-elements/greater-than-transact-sql.md, docs/t-sql/language-elements/greater-than-or-equal-to-transact-sql.md,
-- docs/t-sql/language-elements/less-than-transact-sql.md, docs/t-sql/language-elements/less-than-or-equal-to-transact-sql.md,
-- docs/t-sql/language-elements/not-equal-to-transact-sql-traditional.md, docs/t-sql/language-elements/not-equal-to-transact-sql-exclamation.md
SELECT DepartmentID, Name INTO dbo.Department FROM (VALUES (1, N'Engineering'), (2, N'Tool Design'), (3, N'Sales'), (7, N'Production'), (13, N'Quality Assurance'), (14, N'Facilities and Maintenance'), (15, N'Shipping and Receiving'), (16, N'Executive')) AS d(DepartmentID, Name);
GO
SELECT DepartmentID, Name
FROM dbo.Department
WHERE DepartmentID > 13
ORDER BY DepartmentID;
--> 14 | Facilities and Maintenance
--> 15 | Shipping and Receiving
--> 16 | Executive
SELECT DepartmentID, Name
FROM dbo.Department
WHERE DepartmentID >= 13
ORDER BY DepartmentID;
--> 13 | Quality Assurance
--> 14 | Facilities and Maintenance
--> 15 | Shipping and Receiving
--> 16 | Executive
SELECT DepartmentID, Name
FROM dbo.Department
WHERE DepartmentID < 3
ORDER BY DepartmentID;
--> 1 | Engineering
--> 2 | Tool Design
SELECT DepartmentID, Name
FROM dbo.Department
WHERE DepartmentID <= 3
ORDER BY DepartmentID;
--> 1 | Engineering
--> 2 | Tool Design
--> 3 | Sales
DROP TABLE dbo.Department;
DECLARE @a INT = 45, @b INT = 40;
SELECT IIF ( @a > @b, 'TRUE', 'FALSE' ) AS Result;
--> TRUE
SELECT IIF ( @a >= @b, 'TRUE', 'FALSE' ) AS Result, IIF ( @a < @b, 'TRUE', 'FALSE' ) AS less, IIF ( @a <= @b, 'TRUE', 'FALSE' ) AS less_or_equal, IIF ( @a != @b, 'TRUE', 'FALSE' ) AS not_equal, IIF ( @a !> @b, 'TRUE', 'FALSE' ) AS not_greater;
SELECT ProductCategoryID, Name
FROM (VALUES (1, N'Bikes'), (2, N'Components'), (3, N'Clothing'), (4, N'Accessories')) AS ProductCategory(ProductCategoryID, Name)
WHERE ProductCategoryID <> 3 AND ProductCategoryID <> 2;
--> 1 | Bikes
--> 4 | Accessories
GO
-- docs/t-sql/language-elements/in-transact-sql.md, docs/t-sql/language-elements/exists-transact-sql.md: over a few rows of the results.
CREATE TABLE dbo.Employee (BusinessEntityID int, FirstName nvarchar(20), LastName nvarchar(20), JobTitle nvarchar(30));
INSERT dbo.Employee VALUES (1, N'Sharon', N'Salavaria', N'Design Engineer'), (2, N'Janice', N'Galvin', N'Tool Designer'), (3, N'Mary', N'Dempsey', N'Marketing Assistant'), (4, N'Willis', N'Johnson', N'Recruiter');
CREATE TABLE dbo.SalesPerson (BusinessEntityID int, SalesQuota money);
INSERT dbo.SalesPerson VALUES (1, 300000), (2, 250000), (3, NULL);
GO
SELECT FirstName, LastName, JobTitle FROM dbo.Employee
WHERE JobTitle = 'Design Engineer'
   OR JobTitle = 'Tool Designer'
   OR JobTitle = 'Marketing Assistant' ORDER BY BusinessEntityID;
SELECT FirstName, LastName, JobTitle FROM dbo.Employee
WHERE JobTitle IN ('Design Engineer', 'Tool Designer', 'Marketing Assistant') ORDER BY BusinessEntityID;
SELECT e.FirstName FROM dbo.Employee AS e JOIN dbo.SalesPerson AS sp ON e.BusinessEntityID = sp.BusinessEntityID
WHERE e.BusinessEntityID IN (SELECT BusinessEntityID FROM dbo.SalesPerson WHERE SalesQuota > 250000);
SELECT e.FirstName FROM dbo.Employee AS e JOIN dbo.SalesPerson AS sp ON e.BusinessEntityID = sp.BusinessEntityID
WHERE e.BusinessEntityID NOT IN (SELECT BusinessEntityID FROM dbo.SalesPerson WHERE SalesQuota > 250000) ORDER BY e.BusinessEntityID;
SELECT CASE WHEN 1 IN (2, NULL) THEN 'TRUE' WHEN 1 NOT IN (2, NULL) THEN 'FALSE' ELSE 'UNKNOWN' END AS with_null, CASE WHEN 1 NOT IN (SELECT NULL) THEN 'TRUE' ELSE 'not TRUE' END AS of_subquery;
SELECT FirstName
FROM dbo.Employee
WHERE EXISTS (SELECT NULL)
ORDER BY FirstName ASC ;
SELECT a.FirstName, a.LastName
FROM dbo.Employee AS a
WHERE EXISTS
(SELECT *
    FROM dbo.Employee AS b
    WHERE a.BusinessEntityID = b.BusinessEntityID
    AND a.LastName = 'Johnson') ;
--> Willis | Johnson
SELECT a.FirstName, a.LastName
FROM dbo.Employee AS a
WHERE a.LastName IN
(SELECT a.LastName
    FROM dbo.Employee AS b
    WHERE a.BusinessEntityID = b.BusinessEntityID
    AND a.LastName = 'Johnson') ;
--> Willis | Johnson
SELECT DISTINCT s.FirstName FROM dbo.Employee AS s WHERE s.BusinessEntityID = ANY (SELECT v.BusinessEntityID FROM dbo.SalesPerson AS v) ORDER BY s.FirstName;
SELECT FirstName FROM dbo.Employee AS p WHERE NOT EXISTS (SELECT * FROM dbo.SalesPerson AS s WHERE s.BusinessEntityID = p.BusinessEntityID);
GO
SELECT FirstName FROM dbo.Employee WHERE BusinessEntityID IN (SELECT BusinessEntityID, SalesQuota FROM dbo.SalesPerson);
GO
SELECT FirstName FROM dbo.Employee WHERE EXISTS (SELECT 1 AS a INTO #t);
GO
DROP TABLE dbo.Employee, dbo.SalesPerson;
GO
-- docs/t-sql/language-elements/expressions-transact-sql.md
SELECT ProductID, 1+2
FROM (VALUES (980)) AS Product(ProductID);
--> 980 | 3
GO
-- docs/t-sql/language-elements/percent-character-wildcard-character-s-to-match-transact-sql.md,
-- docs/t-sql/language-elements/wildcard-character-s-to-match-transact-sql.md,
-- docs/t-sql/language-elements/wildcard-character-s-not-to-match-transact-sql.md
SELECT name FROM sys.databases
WHERE name LIKE 'm[n-z]%';
--> model
--> msdb
SELECT FirstName FROM (VALUES (N'Danielle'), (N'Dan'), (N'Jordan')) AS p(FirstName) WHERE FirstName LIKE 'Dan%';
SELECT FirstName, PostalCode FROM (VALUES (N'Lynn', N'3000'), (N'Rachel', N'14111'), (N'Jae', N'BA5 3HX')) AS a(FirstName, PostalCode) WHERE PostalCode LIKE '[0-9][0-9][0-9][0-9]';
--> Lynn | 3000
SELECT TOP 5 FirstName, LastName
FROM (VALUES (N'Alex', N'Adams'), (N'Alan', N'Alexander'), (N'Allison', N'Adams'), (N'Bob', N'Adams')) AS Person(FirstName, LastName)
WHERE FirstName LIKE 'Al[^a]%';
--> Alex | Adams
--> Allison | Adams
CREATE TABLE JunkTable (_xyz int, abc int, [9] int);
SELECT OBJECT_NAME(object_id) AS [object_name], name, column_id
FROM sys.columns
WHERE name LIKE '[^0-9A-z]%' AND object_id = OBJECT_ID('JunkTable');
--> JunkTable | _xyz | 1
DROP TABLE JunkTable;
GO
-- docs/t-sql/language-elements/break-transact-sql.md, docs/t-sql/language-elements/continue-transact-sql.md,
-- docs/t-sql/language-elements/end-begin-end-transact-sql.md
DECLARE @Iteration INTEGER = 0
WHILE @Iteration <10
BEGIN
    SET @Iteration += 1;
    IF @Iteration < 8 CONTINUE;
    PRINT @Iteration;
    IF @Iteration = 9 BREAK;
END;
GO
WHILE (1=1)
BEGIN
   IF EXISTS (SELECT * FROM sys.tables WHERE name = 'MyTestTable')
      BREAK;
   CREATE TABLE MyTestTable (a int);
END
DROP TABLE MyTestTable;
GO
BREAK;
GO
CONTINUE;
GO
BEGIN END
GO
-- docs/t-sql/language-elements/slash-star-comment-transact-sql.md, docs/t-sql/language-elements/comment-transact-sql.md
/*
SELECT @comment = '/*';
*/ */
SELECT 'behind the comment' AS x;
--> behind the comment
GO
SELECT 1 AS a -- , 2 AS b
--, 3 AS c
  , 4 AS d; /* outer /* nested */ still outer */
GO
-- docs/t-sql/language-elements/sql-server-utilities-statements-backslash.md
SELECT 'abc\
def' AS [ColumnResult];
--> abcdef
SELECT 0xabc\
def AS [ColumnResult];
--> 0xABCDEF
SELECT N'a\
b\c' AS wide, LEN('a\ b') AS kept;
GO
-- docs/t-sql/language-elements/sql-server-utilities-statements-go.md
DECLARE @MyMsg VARCHAR(50)
SELECT @MyMsg = 'Hello, World.'
GO -- @MyMsg is not valid after this GO ends the batch.
PRINT @MyMsg
GO
SELECT 1 AS a;
sp_who
GO
DECLARE @NmbrPeople INT
SELECT @NmbrPeople = COUNT(*)
FROM (VALUES (1), (2)) AS Person(x);
PRINT 'The number of people is ' +
      CAST(@NmbrPeople AS CHAR(10)) + '.';
GO
SELECT DB_NAME();
SELECT USER_NAME();
GO 2
-- docs/t-sql/language-elements/print-transact-sql.md
IF @@OPTIONS & 512 <> 0
    PRINT N'This user has SET NOCOUNT turned ON.';
ELSE
    PRINT N'This user has SET NOCOUNT turned OFF.';
GO
PRINT N'This message was printed on '
    + RTRIM(CAST(CAST('20240110 10:00' AS datetime) AS NVARCHAR(30)))
    + N'.';
IF DB_ID() = 1
    PRINT N'The current database is master.';
ELSE
    PRINT N'The current database is not master.';
--> The current database is master.
PRINT 5; PRINT 1.5; PRINT CAST('20240110' AS date); PRINT NULL; PRINT 'a' + CAST(1 AS char(1));
GO
PRINT (SELECT 1);
GO
PRINT 0x41;
GO
PRINT CAST('a' AS xml);
GO
-- docs/t-sql/language-elements/return-transact-sql.md
CREATE PROCEDURE findjobs @nm sysname = NULL
AS
IF @nm IS NULL
    BEGIN
        PRINT 'You must give a user name'
        RETURN
    END
ELSE
    BEGIN
        SELECT o.name, o.id, o.uid
        FROM sysobjects o INNER JOIN master..syslogins l
            ON o.uid = l.sid
        WHERE l.name = @nm
    END;
GO
EXEC findjobs;
--> You must give a user name
DROP PROCEDURE findjobs;
GO
CREATE PROCEDURE checkstate @param varchar(11)
AS
IF (SELECT StateProvince FROM (VALUES ('2', 'WA'), ('6', 'CA')) AS i(ContactID, StateProvince) WHERE ContactID = @param) = 'WA'
    RETURN 1
ELSE
    RETURN 2;
GO
DECLARE @return_status int;
EXEC @return_status = checkstate '2';
SELECT 'Return Status' = @return_status;
--> 1
EXEC @return_status = checkstate '6';
SELECT 'Return Status' = @return_status;
--> 2
EXEC @return_status = checkstate '12345678901';
SELECT 'Return Status' = @return_status;
--> 2
DROP PROCEDURE checkstate;
GO
CREATE PROCEDURE returns_null AS DECLARE @status int; RETURN @status;
GO
DECLARE @r int;
EXEC @r = returns_null;
SELECT @r AS zero;
DROP PROCEDURE returns_null;
GO
RETURN 5;
GO
-- docs/t-sql/language-elements/use-transact-sql.md
USE none;
GO
USE tempdb;
SELECT DB_NAME() AS at_once;
USE master;
GO
-- docs/t-sql/language-elements/waitfor-transact-sql.md: C, without waiting.
CREATE PROCEDURE dbo.TimeDelay_hh_mm_ss
    (
    @DelayLength char(8)= '00:00:00'
    )
AS
DECLARE @ReturnInfo VARCHAR(255)
IF ISDATE('2000-01-01 ' + @DelayLength + '.000') = 0
    BEGIN
        SELECT @ReturnInfo = 'Invalid time ' + @DelayLength
        + ',hh:mm:ss, submitted.';
        PRINT @ReturnInfo
        RETURN(1)
    END
BEGIN
    WAITFOR DELAY @DelayLength
    SELECT @ReturnInfo = 'A total time of ' + @DelayLength + ', hh:mm:ss, has elapsed! Your time is up.'
    PRINT @ReturnInfo;
END;
GO
EXEC TimeDelay_hh_mm_ss '00:00:00';
EXEC TimeDelay_hh_mm_ss '00:61:00';
DROP PROCEDURE dbo.TimeDelay_hh_mm_ss;
GO
WAITFOR DELAY '00:00:00';
DECLARE @d datetime = '1900-01-01';
WAITFOR DELAY @d;
GO
WAITFOR DELAY '25:00:00';
GO
WAITFOR DELAY '2024-01-10 00:00:01';
GO
WAITFOR DELAY 'soon';
GO
WAITFOR TIME '22:61';
GO
WAITFOR (RECEIVE * FROM q), TIMEOUT 10;
GO
WAITFOR (GET CONVERSATION GROUP @g FROM q);
GO
-- docs/t-sql/language-elements/commit-transaction-transact-sql.md, docs/t-sql/language-elements/commit-work-transact-sql.md
CREATE TABLE TestTran (Cola INT PRIMARY KEY, Colb CHAR(3));
GO
BEGIN TRANSACTION OuterTran;

PRINT N'Transaction count after BEGIN OuterTran = '
    + CAST(@@TRANCOUNT AS NVARCHAR(10));
--> Transaction count after BEGIN OuterTran = 1

INSERT INTO TestTran VALUES (1, 'aaa');

BEGIN TRANSACTION Inner1;

PRINT N'Transaction count after BEGIN Inner1 = '
    + CAST(@@TRANCOUNT AS NVARCHAR(10));
--> Transaction count after BEGIN Inner1 = 2

INSERT INTO TestTran VALUES (2, 'bbb');

BEGIN TRANSACTION Inner2;

PRINT N'Transaction count after BEGIN Inner2 = '
    + CAST(@@TRANCOUNT AS NVARCHAR(10));
--> Transaction count after BEGIN Inner2 = 3

INSERT INTO TestTran VALUES (3, 'ccc');

COMMIT TRANSACTION Inner2;

PRINT N'Transaction count after COMMIT Inner2 = '
    + CAST(@@TRANCOUNT AS NVARCHAR(10));
--> Transaction count after COMMIT Inner2 = 2

COMMIT TRANSACTION Inner1;

PRINT N'Transaction count after COMMIT Inner1 = '
    + CAST(@@TRANCOUNT AS NVARCHAR(10));
--> Transaction count after COMMIT Inner1 = 1

COMMIT TRANSACTION OuterTran;

PRINT N'Transaction count after COMMIT OuterTran = '
    + CAST(@@TRANCOUNT AS NVARCHAR(10));
--> Transaction count after COMMIT OuterTran = 0
SELECT COUNT(*) AS n FROM TestTran;
GO
COMMIT TRANSACTION;
GO
COMMIT WORK;
GO
BEGIN TRANSACTION;
COMMIT WORK;
BEGIN TRANSACTION;
COMMIT;
DECLARE @name varchar(40) = 'a name of more than thirty-two characters';
BEGIN TRANSACTION @name;
COMMIT TRANSACTION @name WITH (DELAYED_DURABILITY = ON);
SELECT @@TRANCOUNT AS n;
GO
-- docs/t-sql/language-elements/rollback-transaction-transact-sql.md, docs/t-sql/language-elements/rollback-work-transact-sql.md
USE tempdb;
GO
CREATE TABLE ValueTable ([value] INT);
GO
DECLARE @TransactionName VARCHAR(20) = 'Transaction1';

BEGIN TRAN @TransactionName
       INSERT INTO ValueTable VALUES(1), (2);
ROLLBACK TRAN @TransactionName;

INSERT INTO ValueTable VALUES(3),(4);

SELECT [value] FROM ValueTable;
--> 3
--> 4
GO
-- The name is that of the outermost transaction and case-sensitive; savepoints may share a name.
BEGIN TRAN Outer1;
BEGIN TRAN Inner1;
ROLLBACK TRAN Inner1;
GO
ROLLBACK TRAN outer1;
GO
SELECT @@TRANCOUNT AS still;
SAVE TRAN s;
INSERT ValueTable VALUES (5);
SAVE TRAN s;
INSERT ValueTable VALUES (6);
ROLLBACK TRAN s;
SELECT MAX(value) AS m, @@TRANCOUNT AS still FROM ValueTable;
ROLLBACK TRAN Outer1;
SELECT MAX(value) AS m, @@TRANCOUNT AS ended FROM ValueTable;
GO
BEGIN TRANSACTION;
BEGIN TRANSACTION;
ROLLBACK WORK;
SELECT @@TRANCOUNT AS n;
GO
ROLLBACK;
GO
-- In a procedure it changes @@TRANCOUNT, with a message; in a trigger it ends the batch.
CREATE PROCEDURE rolls_back AS ROLLBACK;
GO
BEGIN TRANSACTION;
EXEC rolls_back;
SELECT @@TRANCOUNT AS behind_it;
GO
CREATE TRIGGER tr ON ValueTable AFTER INSERT AS ROLLBACK; INSERT ValueTable VALUES (9);
GO
INSERT ValueTable VALUES (8);
SELECT 'not reached' AS x;
GO
SELECT value FROM ValueTable ORDER BY value;
DROP PROCEDURE rolls_back;
DROP TABLE ValueTable;
USE master;
DROP TABLE TestTran;
GO
-- Cursors stay open: the page of SET CURSOR_CLOSE_ON_COMMIT has it so; the page of ROLLBACK still describes SQL Server 7.0, in which those that
-- are not static were closed.
CREATE TABLE dbo.rows (a int PRIMARY KEY);
INSERT dbo.rows VALUES (1), (2);
GO
BEGIN TRANSACTION;
DECLARE s CURSOR STATIC FOR SELECT a FROM dbo.rows;
DECLARE k CURSOR KEYSET FOR SELECT a FROM dbo.rows;
OPEN s;
OPEN k;
ROLLBACK;
SELECT CURSOR_STATUS('global', 's') AS static_cursor, CURSOR_STATUS('global', 'k') AS keyset_cursor;
DEALLOCATE s;
DEALLOCATE k;
DROP TABLE dbo.rows;
GO
-- docs/t-sql/language-elements/checkpoint-transact-sql.md
CHECKPOINT;
CHECKPOINT 10;
GO
CHECKPOINT 0;
GO
CHECKPOINT -1;
GO
-- docs/t-sql/language-elements/kill-transact-sql.md, docs/t-sql/language-elements/kill-stats-job-transact-sql.md
DECLARE @kill nvarchar(20) = CONCAT(N'KILL ', @@SPID);
EXEC (@kill);
GO
KILL 32000;
GO
KILL 32000 WITH STATUSONLY;
GO
KILL 1;
GO
KILL 'D5499C66-E398-45CA-BF7E-DC9C194B48CF';
GO
KILL STATS JOB 53;
GO
BEGIN TRANSACTION;
KILL 32000;
GO
IF @@TRANCOUNT > 0 ROLLBACK;
GO
-- docs/t-sql/language-elements/reconfigure-transact-sql.md
BEGIN TRANSACTION;
RECONFIGURE;
GO
ROLLBACK;
GO
EXEC sp_configure 'show advanced options', 1;
RECONFIGURE;
EXEC sp_configure 'recovery interval', 75;
GO
RECONFIGURE WITH OVERRIDE;
GO
-- docs/t-sql/language-elements/slash-star-comment-transact-sql.md: a nested comment that isn't closed.
DECLARE @comment AS VARCHAR(20);
GO
/*
SELECT @comment = '/*';
*/
SELECT @@VERSION;
GO
