-- The examples of pages of docs/t-sql/language-elements. A line after --> is a row that the page shows.
-- docs/t-sql/language-elements/some-any-transact-sql.md
CREATE TABLE T1
(ID INT) ;
GO
INSERT T1 VALUES (1) ;
INSERT T1 VALUES (2) ;
INSERT T1 VALUES (3) ;
INSERT T1 VALUES (4) ;
GO
IF 3 < SOME (SELECT ID FROM T1)
PRINT 'TRUE'
ELSE
PRINT 'FALSE' ;
--> TRUE
IF 3 < ALL (SELECT ID FROM T1)
PRINT 'TRUE'
ELSE
PRINT 'FALSE' ;
--> FALSE
GO
DROP TABLE T1;
GO
-- B, with the components that the page describes.
CREATE TABLE dbo.SalesOrderDetail (SalesOrderID int, DaysToManufacture int);
INSERT dbo.SalesOrderDetail VALUES (49080, 2), (49080, 0), (49080, 0);
GO
CREATE PROCEDURE ManyDaysToComplete @OrderID INT, @NumberOfDays INT
AS
IF
@NumberOfDays < SOME
   (
    SELECT DaysToManufacture
    FROM dbo.SalesOrderDetail
    WHERE SalesOrderID = @OrderID
   )
PRINT 'At least one item for this order can''t be manufactured in specified number of days.'
ELSE
PRINT 'All items for this order can be manufactured in the specified number of days or less.' ;
GO
EXECUTE ManyDaysToComplete 49080, 2 ;
--> All items for this order can be manufactured in the specified number of days or less.
EXECUTE ManyDaysToComplete 49080, 1 ;
--> At least one item for this order can't be manufactured in specified number of days.
DROP PROCEDURE ManyDaysToComplete;
DROP TABLE dbo.SalesOrderDetail;
GO
-- docs/t-sql/language-elements/unary-operators-positive.md
DECLARE @MyNumber decimal(10,2);
SET @MyNumber = +123.45;
SELECT @MyNumber;
--> 123.45
GO
USE tempdb;
GO
DECLARE @Num1 int;
SET @Num1 = -5;
SELECT +@Num1, ABS(@Num1);
--> -5 | 5
GO
USE master;
GO
-- docs/t-sql/language-elements/wildcard-match-one-character-transact-sql.md
SELECT name FROM sys.databases
WHERE name LIKE 'm_d%'
ORDER BY name;
--> model
--> msdb
SELECT name FROM sys.databases
WHERE name LIKE 'm__%'
ORDER BY name;
--> master
SELECT COUNT(*) AS dbo FROM sys.database_principals
WHERE name LIKE 'db_%' AND name = 'dbo';
--> 1
SELECT name FROM sys.database_principals
WHERE name LIKE 'db[_]%' AND principal_id <= 16386
ORDER BY principal_id;
--> db_owner
--> db_accessadmin
--> db_securityadmin
GO
-- docs/t-sql/language-elements/goto-transact-sql.md: the second branch never runs.
DECLARE @Counter int;
SET @Counter = 1;
WHILE @Counter < 10
BEGIN
    SELECT @Counter
    SET @Counter = @Counter + 1
    IF @Counter = 4 GOTO Branch_One --Jumps to the first branch.
    IF @Counter = 5 GOTO Branch_Two  --This will never execute.
END
Branch_One:
    SELECT 'Jumping To Branch One.'
    GOTO Branch_Three; --This will prevent Branch_Two from executing.
Branch_Two:
    SELECT 'Jumping To Branch Two.'
Branch_Three:
    SELECT 'Jumping To Branch Three.';
--> Jumping To Branch One.
--> Jumping To Branch Three.
GO
-- docs/t-sql/language-elements/subtract-equals-transact-sql.md
DECLARE @x int = 35;
SET @x -= 2;
SELECT @x AS x;
--> 33
GO
-- docs/t-sql/language-elements/begin-end-transact-sql.md
BEGIN TRANSACTION
GO
IF @@TRANCOUNT = 0
BEGIN
    SELECT name
    FROM sys.databases WHERE name = 'Adams';
    ROLLBACK TRANSACTION;
    PRINT N'Rolling back the transaction two times would cause an error.';
END;
ROLLBACK TRANSACTION;
PRINT N'Rolled back the transaction.';
--> Rolled back the transaction.
GO
