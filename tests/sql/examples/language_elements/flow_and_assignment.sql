-- The examples of pages of docs/t-sql/language-elements. A line after --> is a row that the page shows.
-- docs/t-sql/language-elements/add-equals-transact-sql.md, docs/t-sql/language-elements/multiply-equals-transact-sql.md
DECLARE @x int = 35;
SET @x += 2;
SELECT @x AS x;
--> 37
SET @x = 35;
SET @x *= 2;
SELECT @x AS x;
--> 70
GO
-- docs/t-sql/language-elements/bitwise-exclusive-or-transact-sql.md
CREATE TABLE bitwise (
  a_int_value INT NOT NULL,
  b_int_value INT NOT NULL);
GO
INSERT bitwise VALUES (170, 75);
GO
SELECT a_int_value ^ b_int_value
FROM bitwise;
--> 225
GO
DROP TABLE bitwise;
GO
-- docs/t-sql/language-elements/else-if-else-transact-sql.md
IF 1 = 1 PRINT 'Boolean_expression is true.'
ELSE PRINT 'Boolean_expression is false.' ;
--> Boolean_expression is true.
IF 1 = 2 PRINT 'Boolean_expression is true.'
ELSE PRINT 'Boolean_expression is false.' ;
--> Boolean_expression is false.
GO
-- B and C, over ten bikes of the same names.
CREATE TABLE dbo.Product (Name nvarchar(50), Weight decimal(8, 2));
INSERT dbo.Product SELECT CONCAT(N'Touring-3000 Blue, ', value), 28 FROM GENERATE_SERIES(1, 10);
INSERT dbo.Product VALUES (N'Touring-2000 Blue, 46', 1);
IF
(SELECT COUNT(*) FROM dbo.Product WHERE Name LIKE 'Touring-3000%' ) > 5
PRINT 'There are more than 5 Touring-3000 bicycles.'
ELSE PRINT 'There are 5 or less Touring-3000 bicycles.' ;
--> There are more than 5 Touring-3000 bicycles.
GO
DECLARE @AvgWeight decimal(8,2), @BikeCount int
IF
(SELECT COUNT(*) FROM dbo.Product WHERE Name LIKE 'Touring-3000%' ) > 15
BEGIN
   SET @BikeCount =
        (SELECT COUNT(*)
         FROM dbo.Product
         WHERE Name LIKE 'Touring-3000%');
   PRINT 'There are ' + CAST(@BikeCount AS varchar(3)) + ' Touring-3000 bikes.'
END
ELSE
BEGIN
SET @AvgWeight =
        (SELECT AVG(Weight)
         FROM dbo.Product
         WHERE Name LIKE 'Touring-3000%' );
   PRINT 'Average weight of the Touring-3000 bikes is ' + CAST(@AvgWeight AS varchar(8)) + '.' ;
END ;
GO
DROP TABLE dbo.Product;
GO
DECLARE @Number int, @set int = 0;
WHILE @set < 3
BEGIN
SET @Number = CHOOSE(@set + 1, 5, 50, 500);
IF @Number > 100
   PRINT 'The number is large.';
ELSE
   BEGIN
      IF @Number < 10
      PRINT 'The number is small.';
   ELSE
      PRINT 'The number is medium.';
   END ;
SET @set += 1;
END;
--> The number is small.
--> The number is medium.
--> The number is large.
GO
-- docs/t-sql/language-elements/if-else-transact-sql.md, for a day of each kind.
IF DATENAME(weekday, '20240302') IN (N'Saturday', N'Sunday')
       SELECT 'Weekend';
ELSE
       SELECT 'Weekday';
--> Weekend
IF DATENAME(weekday, '20240304') IN (N'Saturday', N'Sunday')
       SELECT 'Weekend';
ELSE
       SELECT 'Weekday';
--> Weekday
GO
-- docs/t-sql/language-elements/string-comparison-assignment.md: both strings are equal, and greater or less than with and without the
-- blank. LIKE 'abc %' needs the blank.
CREATE TABLE #tmp (c1 VARCHAR(10));
GO
INSERT INTO #tmp VALUES ('abc ');
INSERT INTO #tmp VALUES ('abc');
GO
SELECT DATALENGTH(c1) AS 'EqualWithSpace', * FROM #tmp
WHERE c1 = 'abc ';
SELECT DATALENGTH(c1) AS 'EqualNoSpace  ', * FROM #tmp
WHERE c1 = 'abc';
SELECT DATALENGTH(c1) AS 'GTWithSpace   ', * FROM #tmp
WHERE c1 > 'ab ';
SELECT DATALENGTH(c1) AS 'GTNoSpace     ', * FROM #tmp
WHERE c1 > 'ab';
SELECT DATALENGTH(c1) AS 'LTWithSpace   ', * FROM #tmp
WHERE c1 < 'abd ';
SELECT DATALENGTH(c1) AS 'LTNoSpace     ', * FROM #tmp
WHERE c1 < 'abd';
SELECT DATALENGTH(c1) AS 'LikeWithSpace ', * FROM #tmp
WHERE c1 LIKE 'abc %';
SELECT DATALENGTH(c1) AS 'LikeNoSpace   ', * FROM #tmp
WHERE c1 LIKE 'abc%';
GO
DROP TABLE #tmp;
GO
-- docs/t-sql/language-elements/unary-operators-negative.md
USE tempdb;
GO
DECLARE @MyNumber DECIMAL(10,2);
SET @MyNumber = -123.45;
SELECT @MyNumber AS NegativeValue;
--> -123.45
GO
DECLARE @Num1 INT;
SET @Num1 = 5;
SELECT @Num1 AS VariableValue, -@Num1 AS NegativeValue;
--> 5 | -5
SELECT TOP (1) - 17 FROM (VALUES (1)) AS DimEmployee(k);
--> -17
SELECT TOP (1) - ( - 17) FROM (VALUES (1)) AS DimEmployee(k);
--> 17
USE master;
GO
-- docs/t-sql/language-elements/set-operators-union-transact-sql.md: D, of three tables with the same five rows: 15, 5 and 10 rows.
SELECT N'Johnson' AS LastName, CONCAT(N'n', value) AS FirstName INTO dbo.EmployeeOne FROM GENERATE_SERIES(1, 5);
SELECT LastName, FirstName INTO dbo.EmployeeTwo FROM dbo.EmployeeOne;
SELECT LastName, FirstName INTO dbo.EmployeeThree FROM dbo.EmployeeOne;
SELECT COUNT(*) FROM (
SELECT LastName, FirstName FROM dbo.EmployeeOne
UNION ALL
SELECT LastName, FirstName FROM dbo.EmployeeTwo
UNION ALL
SELECT LastName, FirstName FROM dbo.EmployeeThree) AS a;
--> 15
SELECT COUNT(*) FROM (
SELECT LastName, FirstName FROM dbo.EmployeeOne
UNION
SELECT LastName, FirstName FROM dbo.EmployeeTwo
UNION
SELECT LastName, FirstName FROM dbo.EmployeeThree) AS a;
--> 5
SELECT COUNT(*) FROM (
SELECT LastName, FirstName FROM dbo.EmployeeOne
UNION ALL
(
SELECT LastName, FirstName FROM dbo.EmployeeTwo
UNION
SELECT LastName, FirstName FROM dbo.EmployeeThree
)) AS a;
--> 10
GO
-- C and F: ORDER BY before UNION.
SELECT LastName, FirstName FROM dbo.EmployeeOne ORDER BY FirstName
UNION
SELECT LastName, FirstName FROM dbo.EmployeeTwo;
GO
DROP TABLE dbo.EmployeeOne, dbo.EmployeeTwo, dbo.EmployeeThree;
GO
-- docs/t-sql/language-elements/while-transact-sql.md: A, for prices that double from 200 on average.
CREATE TABLE dbo.Product (ListPrice money);
INSERT dbo.Product VALUES (100), (150);
GO
WHILE (SELECT AVG(ListPrice) FROM dbo.Product) < $300
BEGIN
   UPDATE dbo.Product
      SET ListPrice = ListPrice * 2
   SELECT MAX(ListPrice) FROM dbo.Product
   IF (SELECT MAX(ListPrice) FROM dbo.Product) > $500
      BREAK
   ELSE
      CONTINUE
END
PRINT 'Too much for the market to bear';
GO
DROP TABLE dbo.Product;
GO
-- docs/t-sql/language-elements/save-transaction-transact-sql.md: the example with a table of its own, in both kinds of calls.
CREATE TABLE dbo.JobCandidate (JobCandidateID int PRIMARY KEY);
CREATE TABLE dbo.Interview (JobCandidateID int CONSTRAINT FK_Interview REFERENCES dbo.JobCandidate);
INSERT dbo.JobCandidate VALUES (1), (2), (13);
INSERT dbo.Interview VALUES (13);
GO
CREATE PROCEDURE SaveTranExample
    @InputCandidateID INT
AS
    DECLARE @TranCounter INT;
    SET @TranCounter = @@TRANCOUNT;
    IF @TranCounter > 0
        SAVE TRANSACTION ProcedureSave;
    ELSE
        BEGIN TRANSACTION;
    BEGIN TRY
        DELETE dbo.JobCandidate
            WHERE JobCandidateID = @InputCandidateID;
        IF @TranCounter = 0
            COMMIT TRANSACTION;
    END TRY
    BEGIN CATCH
        IF @TranCounter = 0
            ROLLBACK TRANSACTION;
        ELSE
            IF XACT_STATE() <> -1
                ROLLBACK TRANSACTION ProcedureSave;
        DECLARE @ErrorMessage NVARCHAR(4000);
        DECLARE @ErrorSeverity INT;
        DECLARE @ErrorState INT;
        SELECT @ErrorMessage = ERROR_MESSAGE();
        SELECT @ErrorSeverity = ERROR_SEVERITY();
        SELECT @ErrorState = ERROR_STATE();
        RAISERROR (@ErrorMessage, -- Message text.
                   @ErrorSeverity, -- Severity.
                   @ErrorState -- State.
                   );
    END CATCH
GO
EXEC SaveTranExample 13;
SELECT @@TRANCOUNT AS open_transactions, COUNT(*) AS candidates FROM dbo.JobCandidate;
EXEC SaveTranExample 1;
SELECT @@TRANCOUNT AS open_transactions, COUNT(*) AS candidates FROM dbo.JobCandidate;
GO
BEGIN TRANSACTION;
DELETE dbo.JobCandidate WHERE JobCandidateID = 2;
EXEC SaveTranExample 13;
SELECT @@TRANCOUNT AS open_transactions, COUNT(*) AS candidates FROM dbo.JobCandidate;
COMMIT;
SELECT JobCandidateID FROM dbo.JobCandidate;
GO
DROP PROCEDURE SaveTranExample;
DROP TABLE dbo.Interview, dbo.JobCandidate;
GO
