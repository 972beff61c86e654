-- Examples of docs/t-sql/queries/select-examples-transact-sql.md, select-transact-sql.md, select-clause-transact-sql.md,
-- select-order-by-clause-transact-sql.md, select-having-transact-sql.md, where-transact-sql.md, search-condition-transact-sql.md,
-- is-null-transact-sql.md and nested-common-table-expression.md, over small stand-ins for tables of AdventureWorks, and what the
-- pages' Arguments and Remarks forbid.
CREATE DATABASE D;
GO
USE D;
SET NOCOUNT ON;
GO
CREATE SCHEMA Sales;
GO
CREATE SCHEMA HumanResources;
GO
CREATE SCHEMA Production;
GO
CREATE SCHEMA Person;
GO
CREATE TABLE Production.ProductModel (ProductModelID int PRIMARY KEY, Name nvarchar(50));
INSERT Production.ProductModel VALUES (3, 'Full-Finger Gloves'), (4, 'Half-Finger Gloves'), (11, 'Long-Sleeve Logo Jersey'), (30, 'Road-650'), (33, 'Sport-100');
CREATE TABLE Production.Product (ProductID int PRIMARY KEY, Name nvarchar(50), ProductNumber nvarchar(25), Color nvarchar(15), ListPrice money, ProductLine nchar(2), DaysToManufacture int, ProductModelID int);
INSERT Production.Product VALUES
 (707, 'Sport-100 Helmet, Red', 'HL-U509-R', 'Red', 34.99, 'S', 0, 33),
 (713, 'Long-Sleeve Logo Jersey, S', 'LJ-0192-S', 'Multi', 49.99, 'S', 0, 11),
 (714, 'Long-Sleeve Logo Jersey, M', 'LJ-0192-M', 'Multi', 49.99, 'S', 0, 11),
 (759, 'Road-650 Red, 58', 'BK-R50R-58', 'Red', 782.99, 'R', 4, 30),
 (822, 'ML Road Frame-W - Yellow, 38', 'FR-R72Y-38', 'Yellow', 594.83, 'R', 1, 30),
 (858, 'Half-Finger Gloves, S', 'GL-H102-S', 'Black', 24.49, 'S', 0, 4),
 (861, 'Full-Finger Gloves, S', 'GL-F110-S', 'Black', 37.99, 'M', 0, 3);
CREATE TABLE Sales.SalesOrderDetail (SalesOrderID int, ProductID int, SpecialOfferID int, OrderQty smallint, UnitPrice money, UnitPriceDiscount money, CarrierTrackingNumber nvarchar(25), LineTotal AS UnitPrice * (1.0 - UnitPriceDiscount) * OrderQty);
INSERT Sales.SalesOrderDetail VALUES (43659, 707, 1, 1, 20.19, 0, '4911-403C-98'), (43659, 713, 1, 3, 28.84, 0.1, '4911-403C-98'), (43660, 759, 1, 2, 419.46, 0, '6431-4D57-83'), (43661, 759, 2, 8, 419.46, 0.05, '4BD5-4E7B-80'), (43662, 707, 1, 12, 20.19, 0.02, '4BD5-4E7B-80');
CREATE TABLE Sales.SalesOrderHeader (SalesOrderID int PRIMARY KEY, SalesPersonID int);
INSERT Sales.SalesOrderHeader VALUES (43659, 279), (43660, 279), (43661, 282), (43662, 282);
CREATE TABLE Person.Person (BusinessEntityID int PRIMARY KEY, FirstName nvarchar(50), LastName nvarchar(50));
INSERT Person.Person VALUES (279, 'Tsvi', 'Reiter'), (282, 'José', 'Saraiva'), (283, 'David', 'Campbell'), (284, 'Tete', 'Reiter');
CREATE TABLE HumanResources.Employee (BusinessEntityID int PRIMARY KEY, JobTitle nvarchar(50), HireDate date, SalariedFlag bit);
INSERT HumanResources.Employee VALUES (279, 'Sales Representative', '20110531', 1), (282, 'Sales Representative', '20110531', 1), (283, 'Vice President', '20080131', 0), (284, 'Engineer', '20070101', 0);
CREATE TABLE Sales.SalesPerson (BusinessEntityID int PRIMARY KEY, Bonus money);
INSERT Sales.SalesPerson VALUES (279, 6700), (282, 5000);
CREATE TABLE HumanResources.Department (DepartmentID smallint PRIMARY KEY, Name nvarchar(50));
INSERT HumanResources.Department VALUES (1, 'Engineering'), (2, 'Tool Design'), (3, 'Sales'), (4, 'Marketing'), (5, 'Purchasing'), (6, 'Research'), (7, 'Production');
GO
-- select-examples A
SELECT ProductID, Name FROM Production.Product ORDER BY Name ASC;
SELECT p.Name, ProductNumber, ListPrice AS Price FROM Production.Product AS p ORDER BY p.Name ASC;
SELECT Name, ProductNumber, ListPrice AS Price
FROM Production.Product
WHERE ProductLine = 'R'
AND DaysToManufacture < 4
ORDER BY Name ASC;
GO
-- B
SELECT p.Name AS ProductName,
NonDiscountSales = (OrderQty * UnitPrice),
Discounts = ((OrderQty * UnitPrice) * UnitPriceDiscount)
FROM Production.Product AS p
INNER JOIN Sales.SalesOrderDetail AS sod
ON p.ProductID = sod.ProductID
ORDER BY ProductName DESC, NonDiscountSales;
GO
SELECT 'Total income is', ((OrderQty * UnitPrice) * (1.0 - UnitPriceDiscount)), ' for ',
p.Name AS ProductName
FROM Production.Product AS p
INNER JOIN Sales.SalesOrderDetail AS sod
ON p.ProductID = sod.ProductID
ORDER BY ProductName ASC, 2;
GO
-- C
SELECT DISTINCT JobTitle
FROM HumanResources.Employee
ORDER BY JobTitle;
GO
-- D
SELECT *
INTO #Bicycles
FROM Production.Product
WHERE ProductNumber LIKE 'BK%';
SELECT Name FROM #Bicycles;
DROP TABLE #Bicycles;
GO
SELECT * INTO dbo.NewProducts
FROM Production.Product
WHERE ListPrice > $25
AND ListPrice < $100;
SELECT ProductID FROM dbo.NewProducts ORDER BY 1;
GO
-- E
SELECT DISTINCT Name
FROM Production.Product AS p
WHERE EXISTS
    (SELECT *
     FROM Production.ProductModel AS pm
     WHERE p.ProductModelID = pm.ProductModelID
           AND pm.Name LIKE 'Long-Sleeve Logo Jersey%')
ORDER BY Name;
SELECT DISTINCT Name
FROM Production.Product
WHERE ProductModelID IN
    (SELECT ProductModelID
     FROM Production.ProductModel
     WHERE Name LIKE 'Long-Sleeve Logo Jersey%')
ORDER BY Name;
GO
SELECT DISTINCT p.LastName, p.FirstName
FROM Person.Person AS p
JOIN HumanResources.Employee AS e
    ON e.BusinessEntityID = p.BusinessEntityID WHERE 5000.00 IN
    (SELECT Bonus
     FROM Sales.SalesPerson AS sp
     WHERE e.BusinessEntityID = sp.BusinessEntityID);
GO
SELECT p1.ProductModelID
FROM Production.Product AS p1
GROUP BY p1.ProductModelID
HAVING MAX(p1.ListPrice) >=
    (SELECT AVG(p2.ListPrice) * 1
     FROM Production.Product AS p2
     WHERE p1.ProductModelID = p2.ProductModelID)
ORDER BY 1;
GO
SELECT DISTINCT pp.LastName, pp.FirstName
FROM Person.Person pp JOIN HumanResources.Employee e
ON e.BusinessEntityID = pp.BusinessEntityID WHERE pp.BusinessEntityID IN
(SELECT SalesPersonID
FROM Sales.SalesOrderHeader
WHERE SalesOrderID IN
(SELECT SalesOrderID
FROM Sales.SalesOrderDetail
WHERE ProductID IN
(SELECT ProductID
FROM Production.Product p
WHERE ProductNumber = 'BK-R50R-58')))
ORDER BY LastName;
GO
-- F to J
SELECT SalesOrderID, SUM(LineTotal) AS SubTotal
FROM Sales.SalesOrderDetail
GROUP BY SalesOrderID
ORDER BY SalesOrderID;
SELECT ProductID, SpecialOfferID, AVG(UnitPrice) AS [Average Price],
    SUM(LineTotal) AS SubTotal
FROM Sales.SalesOrderDetail
GROUP BY ProductID, SpecialOfferID
ORDER BY ProductID;
SELECT ProductModelID, AVG(ListPrice) AS [Average List Price]
FROM Production.Product
WHERE ListPrice > $100
GROUP BY ProductModelID
ORDER BY ProductModelID;
SELECT AVG(OrderQty) AS [Average Quantity],
NonDiscountSales = (OrderQty * UnitPrice)
FROM Sales.SalesOrderDetail
GROUP BY (OrderQty * UnitPrice)
ORDER BY (OrderQty * UnitPrice) DESC;
SELECT ProductID, AVG(UnitPrice) AS [Average Price]
FROM Sales.SalesOrderDetail
WHERE OrderQty > 2
GROUP BY ProductID
ORDER BY AVG(UnitPrice);
GO
-- K to M, and select-having-transact-sql.md
SELECT ProductID
FROM Sales.SalesOrderDetail
GROUP BY ProductID
HAVING AVG(OrderQty) > 4
ORDER BY ProductID;
SELECT SalesOrderID, CarrierTrackingNumber
FROM Sales.SalesOrderDetail
GROUP BY SalesOrderID, CarrierTrackingNumber
HAVING CarrierTrackingNumber LIKE '4BD%'
ORDER BY SalesOrderID ;
SELECT ProductID
FROM Sales.SalesOrderDetail
WHERE UnitPrice < 25.00
GROUP BY ProductID
HAVING AVG(OrderQty) > 5
ORDER BY ProductID;
SELECT ProductID, AVG(OrderQty) AS AverageQuantity, SUM(LineTotal) AS Total
FROM Sales.SalesOrderDetail
GROUP BY ProductID
HAVING SUM(LineTotal) > $100.00
AND AVG(OrderQty) < 6;
SELECT ProductID, SUM(LineTotal) AS Total
FROM Sales.SalesOrderDetail
GROUP BY ProductID
HAVING COUNT(*) > 1
ORDER BY ProductID;
SELECT COUNT(*) AS n FROM Sales.SalesOrderDetail HAVING COUNT(*) > 100;
SELECT 1 AS one FROM Sales.SalesOrderDetail HAVING MIN(OrderQty) = 1;
GO
-- N, O: hints
CREATE INDEX IX_Person_LastName ON Person.Person (LastName);
GO
SELECT pp.FirstName, pp.LastName, e.JobTitle
FROM HumanResources.Employee AS e
JOIN Person.Person AS pp WITH (INDEX(IX_Person_LastName))
ON e.BusinessEntityID = pp.BusinessEntityID
WHERE LastName = 'Reiter' ORDER BY FirstName;
SELECT pp.LastName, pp.FirstName, e.JobTitle
FROM HumanResources.Employee AS e WITH (INDEX = 0) JOIN Person.Person AS pp
ON e.BusinessEntityID = pp.BusinessEntityID
WHERE LastName = 'Campbell';
SELECT ProductID, OrderQty, SUM(LineTotal) AS Total
FROM Sales.SalesOrderDetail
WHERE UnitPrice < $50.00
GROUP BY ProductID, OrderQty
ORDER BY ProductID, OrderQty
OPTION (HASH GROUP, FAST 10);
GO
SELECT BusinessEntityID, JobTitle, HireDate, SalariedFlag
FROM HumanResources.Employee AS e1
UNION
SELECT BusinessEntityID, JobTitle, HireDate, SalariedFlag
FROM HumanResources.Employee AS e2
OPTION (MERGE UNION);
GO
-- P to S
SELECT ProductModelID, Name
INTO dbo.Gloves
FROM Production.ProductModel
WHERE ProductModelID IN (3, 4);
GO
SELECT ProductModelID, Name
FROM Production.ProductModel
WHERE ProductModelID NOT IN (3, 4)
UNION
SELECT ProductModelID, Name
FROM dbo.Gloves
ORDER BY Name;
GO
SELECT ProductModelID, Name
INTO dbo.ProductResults
FROM Production.ProductModel
WHERE ProductModelID NOT IN (3, 4)
UNION
SELECT ProductModelID, Name
FROM dbo.Gloves;
SELECT * FROM dbo.ProductResults ORDER BY 1;
GO
/* INCORRECT */
SELECT ProductModelID, Name
FROM Production.ProductModel
WHERE ProductModelID NOT IN (3, 4)
ORDER BY Name
UNION
SELECT ProductModelID, Name
FROM dbo.Gloves;
GO
SELECT pp.LastName, pp.FirstName, e.JobTitle
INTO dbo.EmployeeOne
FROM Person.Person AS pp JOIN HumanResources.Employee AS e
ON e.BusinessEntityID = pp.BusinessEntityID
WHERE LastName = 'Reiter';
SELECT * INTO dbo.EmployeeTwo FROM dbo.EmployeeOne;
SELECT * INTO dbo.EmployeeThree FROM dbo.EmployeeOne;
GO
SELECT LastName, FirstName, JobTitle
FROM dbo.EmployeeOne
UNION ALL
SELECT LastName, FirstName ,JobTitle
FROM dbo.EmployeeTwo
UNION ALL
SELECT LastName, FirstName,JobTitle
FROM dbo.EmployeeThree;
SELECT LastName, FirstName,JobTitle
FROM dbo.EmployeeOne
UNION
SELECT LastName, FirstName, JobTitle
FROM dbo.EmployeeTwo
UNION
SELECT LastName, FirstName, JobTitle
FROM dbo.EmployeeThree;
SELECT LastName, FirstName,JobTitle
FROM dbo.EmployeeOne
UNION ALL
(SELECT LastName, FirstName, JobTitle
FROM dbo.EmployeeTwo
UNION
SELECT LastName, FirstName, JobTitle
FROM dbo.EmployeeThree);
GO
-- select-transact-sql.md and where-transact-sql.md
CREATE TABLE dbo.DimEmployee (EmployeeKey int PRIMARY KEY, FirstName nvarchar(50), LastName nvarchar(50), Title nvarchar(50), StartDate date, EndDate date, MaritalStatus nchar(1), BaseRate money, Phone nvarchar(25));
INSERT dbo.DimEmployee VALUES (1, 'Guy', 'Gilbert', 'Production Technician', '20060131', NULL, 'M', 12.45, '320-555-0195'), (8, 'Anna', 'Smith', 'Recruiter', '20060812', '20071101', 'M', 19.2308, NULL), (12, 'Barry', 'Smithers', 'Recruiter', '20060826', '20100101', 'S', 25, NULL), (300, 'Ruth', 'Godfrey', NULL, NULL, NULL, 'M', 40.8654, '145-555-0130');
SELECT e.* FROM dbo.DimEmployee AS e ORDER BY LastName;
SELECT FirstName, LastName, StartDate AS FirstDay
FROM DimEmployee
WHERE EndDate IS NOT NULL
AND MaritalStatus = 'M'
ORDER BY LastName;
SELECT FirstName, LastName, BaseRate, BaseRate * 40 AS GrossPay
FROM DimEmployee
ORDER BY LastName;
SELECT DISTINCT Title FROM DimEmployee ORDER BY Title;
SELECT SUM(BaseRate) AS Total FROM DimEmployee GROUP BY (EmployeeKey * 10) ORDER BY 1;
SELECT EmployeeKey, LastName FROM DimEmployee WHERE LastName = 'Smith' ;
SELECT EmployeeKey, LastName FROM DimEmployee WHERE LastName LIKE ('%Smi%');
SELECT EmployeeKey, LastName FROM DimEmployee WHERE EmployeeKey  <= 8;
SELECT EmployeeKey, LastName FROM DimEmployee WHERE EmployeeKey = 1 OR EmployeeKey = 8 OR EmployeeKey = 12;
SELECT EmployeeKey, LastName FROM DimEmployee WHERE EmployeeKey <= 500 AND LastName LIKE '%Smi%' AND FirstName LIKE '%A%';
SELECT EmployeeKey, LastName FROM DimEmployee WHERE LastName IN ('Smith', 'Godfrey', 'Johnson');
SELECT EmployeeKey, LastName FROM DimEmployee WHERE EmployeeKey Between 10 AND 200;
GO
-- is-null-transact-sql.md and search-condition-transact-sql.md
SELECT FirstName, LastName, Phone FROM DimEmployee WHERE Phone IS NOT NULL AND Title IS NULL;
SELECT EmployeeKey FROM DimEmployee WHERE EmployeeKey !> 8 AND EmployeeKey !< 8 AND EmployeeKey != 1 AND NOT EmployeeKey <> 8;
SELECT EmployeeKey FROM DimEmployee WHERE BaseRate + NULL IS NULL AND EmployeeKey > ALL (SELECT EmployeeKey FROM DimEmployee WHERE EmployeeKey < 12) AND EmployeeKey <= SOME (SELECT 12 UNION ALL SELECT NULL);
SELECT EmployeeKey FROM DimEmployee WHERE NOT EmployeeKey = 1 AND EmployeeKey = 1 OR EmployeeKey = 8;
CREATE TABLE Production.ProductPhoto (ProductPhotoID int, LargePhotoFileName nvarchar(50));
INSERT Production.ProductPhoto VALUES (78, 'racer02_green_f_large.gif'), (79, 'racer02_green-f_large.gif');
SELECT *
FROM Production.ProductPhoto
WHERE LargePhotoFileName LIKE '%greena_%' ESCAPE 'a' ;
GO
SELECT EmployeeKey FROM DimEmployee WHERE CONTAINS(LastName, 'x');
GO
-- select-order-by-clause-transact-sql.md
SELECT name, SCHEMA_NAME(schema_id) AS SchemaName
FROM sys.objects
WHERE type = 'U' AND name LIKE 'D%'
ORDER BY SchemaName, name;
SELECT BusinessEntityID, JobTitle, HireDate
FROM HumanResources.Employee
ORDER BY DATEPART(year, HireDate), BusinessEntityID;
SELECT LastName, FirstName FROM Person.Person
WHERE LastName LIKE 'R%'
ORDER BY FirstName ASC, LastName DESC ;
GO
CREATE TABLE #t1 (name nvarchar(15) COLLATE Latin1_General_CI_AI)
GO
INSERT INTO #t1 VALUES(N'Sánchez'),(N'Sanchez'),(N'sánchez'),(N'sanchez');
SELECT name
FROM #t1
ORDER BY name;
SELECT name
FROM #t1
ORDER BY name COLLATE Latin1_General_CS_AS;
GO
SELECT BusinessEntityID, SalariedFlag
FROM HumanResources.Employee
ORDER BY CASE SalariedFlag WHEN 1 THEN BusinessEntityID END DESC
        ,CASE WHEN SalariedFlag = 0 THEN BusinessEntityID END;
GO
SELECT DepartmentID, Name
FROM HumanResources.Department
ORDER BY DepartmentID OFFSET 5 ROWS;
SELECT DepartmentID, Name
FROM HumanResources.Department
ORDER BY DepartmentID
    OFFSET 0 ROWS
    FETCH NEXT 3 ROWS ONLY;
DECLARE @StartingRowNumber tinyint = 1
      , @FetchRows tinyint = 2;
SELECT DepartmentID, Name
FROM HumanResources.Department
ORDER BY DepartmentID ASC
    OFFSET @StartingRowNumber ROWS
    FETCH NEXT @FetchRows ROWS ONLY;
GO
DECLARE @StartingRowNumber tinyint = 1
      , @EndingRowNumber tinyint = 3;
SELECT DepartmentID, Name
FROM HumanResources.Department
ORDER BY DepartmentID ASC
    OFFSET @StartingRowNumber - 1 ROWS
    FETCH NEXT @EndingRowNumber - @StartingRowNumber + 1 ROWS ONLY
OPTION ( OPTIMIZE FOR (@StartingRowNumber = 1, @EndingRowNumber = 20) );
GO
CREATE TABLE dbo.AppSettings (AppSettingID int NOT NULL, PageSize int NOT NULL);
GO
INSERT INTO dbo.AppSettings VALUES(1, 2);
GO
DECLARE @StartingRowNumber tinyint = 1;
SELECT DepartmentID, Name
FROM HumanResources.Department
ORDER BY DepartmentID ASC
    OFFSET @StartingRowNumber ROWS
    FETCH NEXT (SELECT PageSize FROM dbo.AppSettings WHERE AppSettingID = 1) ROWS ONLY;
GO
IF (SELECT snapshot_isolation_state FROM sys.databases WHERE name = N'D') = 0
    ALTER DATABASE D SET ALLOW_SNAPSHOT_ISOLATION ON;
GO
SET TRANSACTION ISOLATION LEVEL SNAPSHOT;
GO
BEGIN TRANSACTION;
GO
DECLARE @StartingRowNumber int = 1
      , @RowCountPerPage int = 3;
WHILE (SELECT COUNT(*) FROM HumanResources.Department) >= @StartingRowNumber
BEGIN
SELECT DepartmentID, Name
FROM HumanResources.Department
ORDER BY DepartmentID ASC
    OFFSET @StartingRowNumber - 1 ROWS
    FETCH NEXT @RowCountPerPage ROWS ONLY;
SET @StartingRowNumber = @StartingRowNumber + @RowCountPerPage;
CONTINUE
END;
GO
COMMIT TRANSACTION;
GO
SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
GO
SELECT Name, Color, ListPrice
FROM Production.Product
WHERE Color = 'Red'
UNION ALL
SELECT Name, Color, ListPrice
FROM Production.Product
WHERE Color = 'Yellow'
ORDER BY ListPrice ASC;
GO
-- Limitations of ORDER BY.
CREATE TABLE dbo.o (a int, t text, x xml, b binary(2), id int IDENTITY, g uniqueidentifier ROWGUIDCOL DEFAULT '00000000-0000-0000-0000-000000000001');
INSERT dbo.o (a, t) VALUES (1, 'x');
SELECT a FROM dbo.o ORDER BY t;
GO
SELECT a FROM dbo.o ORDER BY x;
GO
SELECT a FROM dbo.o ORDER BY a, a;
GO
SELECT a FROM dbo.o AS p ORDER BY o.a;
GO
SELECT DISTINCT a FROM dbo.o ORDER BY b;
GO
SELECT a FROM dbo.o UNION SELECT 2 ORDER BY b;
GO
SELECT a AS first FROM dbo.o UNION SELECT b AS second FROM dbo.o ORDER BY second;
GO
SELECT a FROM dbo.o ORDER BY 3;
GO
SELECT a FROM dbo.o ORDER BY a COLLATE Latin1_General_CI_AS;
GO
SELECT ROW_NUMBER() OVER (ORDER BY 1) AS n FROM dbo.o;
GO
SELECT * FROM (SELECT a FROM dbo.o ORDER BY a) AS d;
GO
CREATE VIEW dbo.vo AS SELECT a FROM dbo.o ORDER BY a;
GO
CREATE VIEW dbo.vo AS SELECT a FROM dbo.o ORDER BY a OFFSET 0 ROWS;
GO
UPDATE dbo.vo SET a = 2;
SELECT a FROM dbo.vo;
GO
SELECT TOP 1 a FROM dbo.o ORDER BY a OFFSET 0 ROWS;
GO
SELECT a FROM dbo.o ORDER BY a OFFSET -1 ROWS;
GO
SELECT a FROM dbo.o ORDER BY a OFFSET 1 ROWS FETCH NEXT 0 ROWS ONLY;
GO
SELECT a FROM dbo.o ORDER BY a OFFSET 'x' ROWS;
GO
SELECT a FROM dbo.o ORDER BY a FETCH NEXT 1 ROWS ONLY;
GO
SELECT a FROM dbo.o AS q WHERE a IN (SELECT a FROM dbo.o ORDER BY a OFFSET (SELECT q.a) ROWS);
GO
-- select-clause-transact-sql.md
SELECT $IDENTITY, $ROWGUID, o.$IDENTITY AS id FROM dbo.o;
GO
SELECT $IDENTITY FROM dbo.o JOIN dbo.o AS p ON o.a = p.a;
GO
SELECT p.$IDENTITY FROM dbo.o JOIN dbo.o AS p ON o.a = p.a;
GO
SELECT ALL AVG(UnitPrice) AS [Average Price]
FROM Sales.SalesOrderDetail;
GO
SELECT a AS doubled FROM dbo.o WHERE doubled = 1;
GO
SELECT a + 1 AS doubled FROM dbo.o GROUP BY doubled;
GO
SELECT a AS doubled FROM dbo.o GROUP BY a HAVING doubled = 1;
GO
SELECT a + 1 INTO dbo.unnamed FROM dbo.o;
GO
CREATE VIEW dbo.unnamed AS SELECT a + 1 FROM dbo.o;
GO
DECLARE @list nvarchar(max) = N'SELECT 1' + REPLICATE(CAST(N',1' AS nvarchar(max)), 4096);
EXECUTE (@list);
GO
SELECT a FROM dbo.o HAVING a > 1;
GO
SELECT a FROM dbo.o WHERE COUNT(*) > 1;
GO
SELECT t FROM dbo.o GROUP BY t;
GO
SELECT COUNT(*) FROM dbo.o HAVING t = 'x';
GO
-- nested-common-table-expression.md is for another product; SQL Server refuses it.
WITH OUTER_CTE AS (
    WITH INNER_CTE AS (
        SELECT * FROM dbo.o
    )
    SELECT * FROM INNER_CTE
)
SELECT * FROM OUTER_CTE;
GO
SELECT * FROM
(
    WITH
        inner_cte1_1 AS (SELECT * FROM dbo.o WHERE a = 1),
        inner_cte1_2 AS  (SELECT * FROM inner_cte1_1)
    SELECT * FROM inner_cte1_2
) AS subq1;
--> Msg 156, Level 15, State 1, Line 3
GO
