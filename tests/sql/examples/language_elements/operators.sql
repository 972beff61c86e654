-- The examples of pages of docs/t-sql/language-elements. A line after --> is a row that the page shows.
-- docs/t-sql/language-elements/add-transact-sql.md
DECLARE @startdate DATETIME, @adddays INT;
SET @startdate = 'January 10, 1900 12:00 AM';
SET @adddays = 5;
SELECT @startdate + 1.25 AS 'Start Date', @startdate + @adddays AS 'Add Date';
--> 1900-01-11 06:00:00.000 | 1900-01-15 00:00:00.000
DECLARE @addvalue INT;
SET @addvalue = 15;
SELECT '125127' + @addvalue;
--> 125142
GO
-- docs/t-sql/language-elements/all-transact-sql.md
CREATE TABLE dbo.Parts (OrderID int, DaysToManufacture int);
INSERT INTO dbo.Parts VALUES (49080, 2), (49080, 0), (49080, 0);
GO
CREATE PROCEDURE DaysToBuild @OrderID int, @NumberOfDays int
AS
IF
@NumberOfDays >= ALL
   (
    SELECT DaysToManufacture FROM dbo.Parts WHERE OrderID = @OrderID
   )
PRINT 'All items for this order can be manufactured in specified number of days or less.'
ELSE
PRINT 'Some items for this order cannot be manufactured in specified number of days or less.' ;
GO
EXECUTE DaysToBuild 49080, 2 ;
--> All items for this order can be manufactured in specified number of days or less.
EXECUTE DaysToBuild 49080, 1 ;
--> Some items for this order cannot be manufactured in specified number of days or less.
DROP PROCEDURE DaysToBuild;
DROP TABLE dbo.Parts;
GO
-- docs/t-sql/language-elements/bitwise-or-transact-sql.md and bitwise-not-transact-sql.md
CREATE TABLE bitwise (a_int_value INT NOT NULL, b_int_value INT NOT NULL);
GO
INSERT bitwise VALUES (170, 75);
GO
SELECT a_int_value | b_int_value FROM bitwise;
--> 235
SELECT ~ a_int_value, ~ b_int_value FROM bitwise;
--> -171 | -76
DROP TABLE bitwise;
GO
-- docs/t-sql/language-elements/case-transact-sql.md
WITH Data (value) AS
(
SELECT 0
UNION ALL
SELECT 1
)
SELECT
   CASE
      WHEN MIN(value) <= 0 THEN 0
      WHEN MAX(1/value) >= 100 THEN 1
   END
FROM Data ;
--> Msg 8134, Level 16, State 1, Line 2
GO
SELECT p, CASE p WHEN 'R' THEN 'Road' WHEN 'M' THEN 'Mountain' WHEN 'T' THEN 'Touring' WHEN 'S' THEN 'Other sale items' ELSE 'Not for sale' END AS Category FROM (VALUES ('R'), ('S'), ('x'), (NULL)) AS t(p);
--> R | Road
--> S | Other sale items
--> x | Not for sale
--> NULL | Not for sale
SELECT i, f FROM (VALUES (1, 1), (2, 0), (3, 1), (4, 0)) AS e(i, f) ORDER BY CASE f WHEN 1 THEN i END DESC, CASE WHEN f = 0 THEN i END;
--> 3 | 1
--> 1 | 1
--> 2 | 0
--> 4 | 0
CREATE TABLE dbo.Hours (id int, VacationHours smallint, SalariedFlag bit);
INSERT INTO dbo.Hours VALUES (1, 5, 0), (2, 50, 0), (3, 7, 1);
UPDATE dbo.Hours SET VacationHours = ( CASE WHEN ((VacationHours - 10.00) < 0) THEN VacationHours + 40 ELSE (VacationHours + 20.00) END )
OUTPUT Deleted.id, Deleted.VacationHours AS BeforeValue, Inserted.VacationHours AS AfterValue WHERE SalariedFlag = 0;
--> 1 | 5 | 45
--> 2 | 50 | 70
DROP TABLE dbo.Hours;
GO
-- docs/t-sql/language-elements/coalesce-transact-sql.md
SELECT COALESCE(NULL, NULL, 'third_value', 'fourth_value');
--> third_value
GO
CREATE TABLE dbo.wages (emp_id tinyint identity, hourly_wage decimal NULL, salary decimal NULL, commission decimal NULL, num_sales tinyint NULL);
INSERT dbo.wages (hourly_wage, salary, commission, num_sales) VALUES (10.00, NULL, NULL, NULL), (20.00, NULL, NULL, NULL), (30.00, NULL, NULL, NULL), (40.00, NULL, NULL, NULL), (NULL, 10000.00, NULL, NULL), (NULL, 20000.00, NULL, NULL), (NULL, 30000.00, NULL, NULL), (NULL, 40000.00, NULL, NULL), (NULL, NULL, 15000, 3), (NULL, NULL, 25000, 2), (NULL, NULL, 20000, 6), (NULL, NULL, 14000, 4);
SELECT CAST(COALESCE(hourly_wage * 40 * 52, salary, commission * num_sales) AS money) AS 'Total Salary' FROM dbo.wages ORDER BY 'Total Salary';
--> 10000.0000
--> 20000.0000
--> 20800.0000
--> 30000.0000
--> 40000.0000
--> 41600.0000
--> 45000.0000
--> 50000.0000
--> 56000.0000
--> 62400.0000
--> 83200.0000
--> 120000.0000
DROP TABLE dbo.wages;
SELECT Name, Color, ProductNumber, COALESCE(Color, ProductNumber) AS FirstNotNull FROM (VALUES ('Socks, Mens', NULL, 'PN1278'), ('Socks, Mens', 'Blue', 'PN1965'), (NULL, 'White', 'PN9876')) AS Products(Name, Color, ProductNumber);
--> Socks, Mens | NULL | PN1278 | PN1278
--> Socks, Mens | Blue | PN1965 | Blue
--> NULL | White | PN9876 | White
GO
-- docs/t-sql/language-elements/compound-operators-transact-sql.md
DECLARE @x1 int = 27;
SET @x1 += 2 ;
SELECT @x1 AS Added_2;
--> 29
DECLARE @x2 int = 27;
SET @x2 -= 2 ;
SELECT @x2 AS Subtracted_2;
--> 25
DECLARE @x3 int = 27;
SET @x3 *= 2 ;
SELECT @x3 AS Multiplied_by_2;
--> 54
DECLARE @x4 int = 27;
SET @x4 /= 2 ;
SELECT @x4 AS Divided_by_2;
--> 13
DECLARE @x5 int = 27;
SET @x5 %= 2 ;
SELECT @x5 AS Modulo_of_27_divided_by_2;
--> 1
DECLARE @x6 int = 9;
SET @x6 &= 13 ;
SELECT @x6 AS Bitwise_AND;
--> 9
DECLARE @x7 int = 27;
SET @x7 ^= 2 ;
SELECT @x7 AS Bitwise_Exclusive_OR;
--> 25
DECLARE @x8 int = 27;
SET @x8 |= 2 ;
SELECT @x8 AS Bitwise_OR;
--> 27
GO
-- docs/t-sql/language-elements/like-transact-sql.md
CREATE TABLE dbo.Person (FirstName varchar(20), LastName varchar(30), City varchar(20));
INSERT INTO dbo.Person VALUES ('Angela', 'Barbariol', 'Snohomish'), ('David', 'Barber', 'Snohomish'), ('Gail', 'Zheng', 'x'), ('Cheryl', 'Zhang', 'x'), ('Sheryl', 'Zhong', 'x');
GO
CREATE PROCEDURE FindEmployee @EmpLName CHAR(20)
AS
SELECT @EmpLName = RTRIM(@EmpLName) + '%';
SELECT p.FirstName, p.LastName, p.City FROM dbo.Person p WHERE p.LastName LIKE @EmpLName;
GO
EXEC FindEmployee @EmpLName = 'Barb';
--> (0 rows affected)
GO
ALTER PROCEDURE FindEmployee @EmpLName VARCHAR(20)
AS
SELECT @EmpLName = RTRIM(@EmpLName) + '%';
SELECT p.FirstName, p.LastName, p.City FROM dbo.Person p WHERE p.LastName LIKE @EmpLName;
GO
EXEC FindEmployee @EmpLName = 'Barb';
--> Angela | Barbariol | Snohomish
--> David | Barber | Snohomish
GO
CREATE TABLE t (col1 CHAR(30));
INSERT INTO t VALUES ('Robert King');
SELECT COUNT(*) AS n FROM t WHERE col1 LIKE '% King';
--> 1
DROP TABLE t;
CREATE TABLE t (col1 NCHAR(30));
INSERT INTO t VALUES ('Robert King');
SELECT COUNT(*) AS n FROM t WHERE col1 LIKE '% King';
--> 0
SELECT COUNT(*) AS n FROM t WHERE RTRIM(col1) LIKE '% King';
--> 1
DROP TABLE t;
GO
SELECT FirstName FROM dbo.Person WHERE FirstName LIKE '[CS]heryl';
--> Cheryl
--> Sheryl
SELECT LastName FROM dbo.Person WHERE LastName LIKE 'Zh[ae]ng' ORDER BY LastName;
--> Zhang
--> Zheng
DROP PROCEDURE FindEmployee;
DROP TABLE dbo.Person;
CREATE TABLE mytbl2 (c1 sysname);
INSERT mytbl2 VALUES ('Discount is 10-15% off'), ('Discount is .10-.15 off');
SELECT c1 FROM mytbl2 WHERE c1 LIKE '%10-15!% off%' ESCAPE '!';
--> Discount is 10-15% off
DROP TABLE mytbl2;
SELECT IIF('5%' LIKE '5[%]', 1, 0) AS a, IIF('_n' LIKE '[_]n', 1, 0) AS b, IIF('f' LIKE '[a-cdf]', 1, 0) AS c, IIF('-' LIKE '[-acdf]', 1, 0) AS d, IIF('[' LIKE '[ [ ]', 1, 0) AS e, IIF(']' LIKE ']', 1, 0) AS f, IIF('abc_de' LIKE 'abc[_]d%', 1, 0) AS g, IIF('abce' LIKE 'abc[def]', 1, 0) AS h, IIF('a!' LIKE 'a!' ESCAPE '!', 1, 0) AS i;
--> 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 0
GO
-- docs/t-sql/language-elements/modulo-transact-sql.md
SELECT 38 / 5 AS Integer, 38 % 5 AS Remainder, 3 % 2 AS c;
--> 7 | 3 | 1
GO
-- docs/t-sql/language-elements/nullif-transact-sql.md
SELECT NULLIF(4,4) AS Same, NULLIF(5,7) AS Different;
--> NULL | 5
CREATE TABLE dbo.budgets (dept TINYINT IDENTITY, current_year DECIMAL NULL, previous_year DECIMAL NULL);
INSERT budgets VALUES(100000, 150000);
INSERT budgets VALUES(NULL, 300000);
INSERT budgets VALUES(0, 100000);
INSERT budgets VALUES(NULL, 150000);
INSERT budgets VALUES(300000, 250000);
GO
SELECT AVG(NULLIF(COALESCE(current_year, previous_year), 0.00)) AS [Average Budget] FROM budgets;
--> 212500.000000
DROP TABLE budgets;
GO
CREATE TABLE budgets (dept TINYINT, current_year DECIMAL(10,2), previous_year DECIMAL(10,2));
INSERT INTO budgets VALUES(1, 100000, 150000), (2, NULL, 300000), (3, 0, 100000), (4, NULL, 150000), (5, 300000, 300000);
SELECT dept, NULLIF(current_year, previous_year) AS LastBudget FROM budgets;
--> 1 | 100000.00
--> 2 | NULL
--> 3 | .00
--> 4 | NULL
--> 5 | NULL
DROP TABLE budgets;
GO
-- docs/t-sql/language-elements/set-local-variable-transact-sql.md
DECLARE @NewBalance INT = 10;
SET @NewBalance *= 10;
SELECT @NewBalance;
--> 100
GO
CREATE TABLE dbo.ShipMethod (ID int, Name varchar(20));
INSERT INTO dbo.ShipMethod VALUES (1, 'Bacon'), (2, 'Berg');
GO
DECLARE my_cursor CURSOR GLOBAL FOR SELECT * FROM dbo.ShipMethod
DECLARE @my_variable CURSOR ;
SET @my_variable = my_cursor ;
DEALLOCATE my_cursor;
OPEN @my_variable;
FETCH NEXT FROM @my_variable;
--> 1 | Bacon
GO
DECLARE @CursorVar CURSOR;
SET @CursorVar = CURSOR SCROLL DYNAMIC FOR SELECT Name FROM dbo.ShipMethod WHERE Name like 'B%';
OPEN @CursorVar;
FETCH NEXT FROM @CursorVar;
WHILE @@FETCH_STATUS = 0
BEGIN
    FETCH NEXT FROM @CursorVar
END;
CLOSE @CursorVar;
DEALLOCATE @CursorVar;
--> Bacon
--> Berg
GO
-- docs/t-sql/language-elements/fetch-transact-sql.md
DECLARE @Name varchar(50);
DECLARE contact_cursor CURSOR FOR SELECT Name FROM dbo.ShipMethod ORDER BY Name;
OPEN contact_cursor;
FETCH NEXT FROM contact_cursor INTO @Name;
WHILE @@FETCH_STATUS = 0
BEGIN
   PRINT 'Contact Name: ' + @Name
   FETCH NEXT FROM contact_cursor INTO @Name;
END
CLOSE contact_cursor;
DEALLOCATE contact_cursor;
--> Contact Name: Bacon
--> Contact Name: Berg
INSERT INTO dbo.ShipMethod VALUES (3, 'C'), (4, 'D'), (5, 'E'), (6, 'F');
DECLARE contact_cursor SCROLL CURSOR FOR SELECT ID, Name FROM dbo.ShipMethod ORDER BY ID;
OPEN contact_cursor;
FETCH LAST FROM contact_cursor;
--> 6 | F
FETCH PRIOR FROM contact_cursor;
--> 5 | E
FETCH ABSOLUTE 2 FROM contact_cursor;
--> 2 | Berg
FETCH RELATIVE 3 FROM contact_cursor;
--> 5 | E
FETCH RELATIVE -2 FROM contact_cursor;
--> 3 | C
CLOSE contact_cursor;
DEALLOCATE contact_cursor;
GO
-- docs/t-sql/language-elements/select-local-variable-transact-sql.md
DECLARE @var1 VARCHAR(30);
SELECT @var1 = 'Generic Name';
SELECT @var1 = Name FROM dbo.ShipMethod WHERE ID = 1000 ;
SELECT @var1 AS 'Company Name';
--> Generic Name
SELECT @var1 = (SELECT Name FROM dbo.ShipMethod WHERE ID = 1000)
SELECT @var1 AS 'Company Name' ;
--> NULL
DROP TABLE dbo.ShipMethod;
GO
-- docs/t-sql/language-elements/string-concatenation-transact-sql.md
DECLARE @mybin1 varbinary(5), @mybin2 varbinary(5)
SET @mybin1 = 0xFF
SET @mybin2 = 0xA5
SELECT @mybin1 + @mybin2
--> 0xFFA5
SELECT CONVERT(varchar(5), @mybin1) + ' ' + CONVERT(varchar(5), @mybin2)
--> ÿ ¥
SELECT CAST(@mybin1 AS varchar(5)) + ' ' + CAST(@mybin2 AS varchar(5))
--> ÿ ¥
SELECT 'book'+'case', 'The order is due on ' + CONVERT(varchar(12), CAST('20070423' AS datetime), 101);
--> bookcase | The order is due on 04/23/2007
SELECT (l + ',' + SPACE(1) + SUBSTRING(f, 1, 1) + '.') AS Name FROM (VALUES ('Duffy', 'Terri'), ('Hamilton', 'James'), ('Welcker', 'Brian')) AS p(l, f) ORDER BY l;
--> Duffy, T.
--> Hamilton, J.
--> Welcker, B.
GO
DECLARE @x varchar(8000) = replicate('x', 8000)
DECLARE @y varchar(max) = replicate('y', 8000)
DECLARE @z varchar(8000) = replicate('z',8000)
SET @y = @x + @z + @y
SELECT len(@y) AS y
--> 16000
GO
-- docs/t-sql/language-elements/string-concatenation-equal-transact-sql.md
DECLARE @v1 VARCHAR(40);
SET @v1 = 'This is the original.';
SET @v1 += ' More text.';
PRINT @v1;
--> This is the original. More text.
GO
SELECT 'Adventure' += 'Works'
--> Msg 102, Level 15, State 1, Line 1
GO
DECLARE @x VARCHAR(4000) = REPLICATE('x', 4000)
DECLARE @z VARCHAR(8000) = REPLICATE('z',8000)
DECLARE @y VARCHAR(max);
SET @y = '';
SET @y += @x + @z;
SELECT LEN(@y) AS Y;
--> 8000
SET @y = '';
SET @y = @y + @x + @z;
SELECT LEN(@y) AS Y;
--> 12000
SET @y = '';
SET @y = @y +(@x + @z);
SELECT LEN(@y) AS Y;
--> 8000
SET @y = '';
SET @y = @x + @z + @y;
SELECT LEN(@y) AS Y;
--> 8000
GO
-- docs/t-sql/language-elements/string-concatenation-pipes-transact-sql.md
DECLARE @mybin1 VARBINARY(5), @mybin2 VARBINARY(5);
SET @mybin1 = 0xFF;
SET @mybin2 = 0xA5;
SELECT @mybin1 || @mybin2
--> 0xFFA5
SELECT 'SQL ' || 'Server' AS a, 'The order is due on ' || CONVERT(VARCHAR(12), CAST('20070423' AS datetime), 101) AS b, 'Duffy' || ',' + SPACE(1) || SUBSTRING('Terri', 1, 1) || '.' AS c;
--> SQL Server | The order is due on 04/23/2007 | Duffy, T.
SET CONCAT_NULL_YIELDS_NULL OFF;
SELECT 'a' || NULL AS a, 'a' + NULL AS b;
--> NULL | a
SET CONCAT_NULL_YIELDS_NULL ON;
DECLARE @x VARCHAR(8000) = REPLICATE('x', 8000);
DECLARE @y VARCHAR(MAX) = REPLICATE('y', 8000);
DECLARE @z VARCHAR(8000) = REPLICATE('z', 8000);
SET @y = @x || @z || @y;
SELECT LEN(@y) AS y;
--> 16000
-- docs/t-sql/language-elements/compound-assignment-pipes-transact-sql.md
DECLARE @v1 VARCHAR(40) = 'This is the original.';
SET @v1 ||= ' More text.';
PRINT @v1;
--> This is the original. More text.
GO
-- docs/t-sql/language-elements/try-catch-transact-sql.md
CREATE PROCEDURE usp_GetErrorInfo
AS
SELECT
    ERROR_NUMBER() AS ErrorNumber
    ,ERROR_SEVERITY() AS ErrorSeverity
    ,ERROR_STATE() AS ErrorState
    ,ERROR_PROCEDURE() AS ErrorProcedure
    ,ERROR_LINE() AS ErrorLine
    ,ERROR_MESSAGE() AS ErrorMessage;
GO
BEGIN TRY
    -- Generate divide-by-zero error.
    SELECT 1/0;
END TRY
BEGIN CATCH
    -- Execute error retrieval routine.
    EXECUTE usp_GetErrorInfo;
END CATCH;
--> 8134 | 16 | 1 | NULL | 3 | Divide by zero error encountered.
GO
BEGIN TRY
    -- Table does not exist; object name resolution
    -- error not caught.
    SELECT * FROM NonexistentTable;
END TRY
BEGIN CATCH
    SELECT
        ERROR_NUMBER() AS ErrorNumber
       ,ERROR_MESSAGE() AS ErrorMessage;
END CATCH
--> Msg 208, Level 16, State 1, Line 4
--> Invalid object name 'NonexistentTable'.
GO
CREATE PROCEDURE usp_ExampleProc
AS
    SELECT * FROM NonexistentTable;
GO
BEGIN TRY
    EXECUTE usp_ExampleProc;
END TRY
BEGIN CATCH
    SELECT
        ERROR_NUMBER() AS ErrorNumber
        ,ERROR_MESSAGE() AS ErrorMessage;
END CATCH;
--> 208 | Invalid object name 'NonexistentTable'.
GO
CREATE TABLE dbo.Product (ProductID int PRIMARY KEY);
CREATE TABLE dbo.BillOfMaterials (ProductID int REFERENCES dbo.Product (ProductID));
INSERT INTO dbo.Product VALUES (980);
INSERT INTO dbo.BillOfMaterials VALUES (980);
GO
BEGIN TRANSACTION;
BEGIN TRY
    -- Generate a constraint violation error.
    DELETE FROM dbo.Product WHERE ProductID = 980;
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS ErrorNumber, ERROR_SEVERITY() AS ErrorSeverity, ERROR_STATE() AS ErrorState, ERROR_PROCEDURE() AS ErrorProcedure, ERROR_LINE() AS ErrorLine, @@TRANCOUNT AS n;
    IF @@TRANCOUNT > 0
        ROLLBACK TRANSACTION;
END CATCH;
IF @@TRANCOUNT > 0
    COMMIT TRANSACTION;
--> 547 | 16 | 0 | NULL | 4 | 1
GO
SET XACT_ABORT ON;
BEGIN TRY
    BEGIN TRANSACTION;
        DELETE FROM dbo.Product WHERE ProductID = 980;
    COMMIT TRANSACTION;
END TRY
BEGIN CATCH
    IF (XACT_STATE()) = -1
    BEGIN
        PRINT
            N'The transaction is in an uncommittable state.' +
            'Rolling back transaction.'
        ROLLBACK TRANSACTION;
    END;
    IF (XACT_STATE()) = 1
    BEGIN
        PRINT N'The transaction is committable.' + 'Committing transaction.'
        COMMIT TRANSACTION;
    END;
END CATCH;
--> The transaction is in an uncommittable state.Rolling back transaction.
SET XACT_ABORT OFF;
GO
DROP TABLE dbo.BillOfMaterials, dbo.Product;
DROP PROCEDURE usp_GetErrorInfo, usp_ExampleProc;
GO
