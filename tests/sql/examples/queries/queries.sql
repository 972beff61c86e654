-- The examples of pages of docs/t-sql/queries, over small tables where the page uses AdventureWorks. A line after -->
-- is a row that the page shows.
-- docs/t-sql/queries/from-using-pivot-and-unpivot.md
SELECT 'AverageCost' AS Cost_Sorted_By_Production_Days, [0], [1], [2], [3], [4]
FROM (SELECT DaysToManufacture, StandardCost FROM (VALUES (0, $5.0885), (1, $200.00), (1, $247.76), (2, $359.1082), (4, $949.4105)) AS p(DaysToManufacture, StandardCost)) AS SourceTable
PIVOT (AVG(StandardCost) FOR DaysToManufacture IN ([0], [1], [2], [3], [4])) AS PivotTable;
--> AverageCost | 5.0885 | 223.8800 | 359.1082 | NULL | 949.4105
GO
CREATE TABLE pvt (VendorID INT, Emp1 INT, Emp2 INT, Emp3 INT, Emp4 INT, Emp5 INT);
GO
INSERT INTO pvt VALUES (1,4,3,5,4,4);
INSERT INTO pvt VALUES (2,4,1,5,5,5);
GO
SELECT VendorID, Employee, Orders FROM (SELECT VendorID, Emp1, Emp2, Emp3, Emp4, Emp5 FROM pvt) p UNPIVOT (Orders FOR Employee IN (Emp1, Emp2, Emp3, Emp4, Emp5) )AS unpvt;
--> 1 | Emp1 | 4
--> 1 | Emp2 | 3
--> 1 | Emp3 | 5
--> 1 | Emp4 | 4
--> 1 | Emp5 | 4
--> 2 | Emp1 | 4
--> 2 | Emp2 | 1
--> 2 | Emp3 | 5
--> 2 | Emp4 | 5
--> 2 | Emp5 | 5
DROP TABLE pvt;
GO
-- docs/t-sql/queries/is-distinct-from-transact-sql.md
DROP TABLE IF EXISTS #SampleTempTable;
GO
CREATE TABLE #SampleTempTable (id INT, message nvarchar(50));
INSERT INTO #SampleTempTable VALUES (null, 'hello') ;
INSERT INTO #SampleTempTable VALUES (10, null);
INSERT INTO #SampleTempTable VALUES (17, 'abc');
INSERT INTO #SampleTempTable VALUES (17, 'yes');
INSERT INTO #SampleTempTable VALUES (null, null);
GO
SELECT * FROM #SampleTempTable WHERE id IS DISTINCT FROM 17;
--> NULL | hello
--> 10 | NULL
--> NULL | NULL
SELECT * FROM #SampleTempTable WHERE id IS NOT DISTINCT FROM 17;
--> 17 | abc
--> 17 | yes
SELECT * FROM #SampleTempTable WHERE id IS DISTINCT FROM NULL;
--> 10 | NULL
--> 17 | abc
--> 17 | yes
SELECT * FROM #SampleTempTable WHERE id IS NOT DISTINCT FROM NULL;
--> NULL | hello
--> NULL | NULL
DROP TABLE #SampleTempTable;
GO
-- docs/t-sql/queries/select-group-by-transact-sql.md; the order of the rows is made certain.
CREATE TABLE Sales ( Country VARCHAR(50), Region VARCHAR(50), Sales INT );
INSERT INTO sales VALUES (N'Canada', N'Alberta', 100);
INSERT INTO sales VALUES (N'Canada', N'British Columbia', 200);
INSERT INTO sales VALUES (N'Canada', N'British Columbia', 300);
INSERT INTO sales VALUES (N'United States', N'Montana', 100);
GO
SELECT Country, Region, SUM(sales) AS TotalSales FROM Sales GROUP BY Country, Region ORDER BY Country, Region;
--> Canada | Alberta | 100
--> Canada | British Columbia | 500
--> United States | Montana | 100
SELECT Country, Region, SUM(Sales) AS TotalSales FROM Sales GROUP BY ROLLUP (Country, Region) ORDER BY GROUPING(Country), Country, GROUPING(Region), Region;
--> Canada | Alberta | 100
--> Canada | British Columbia | 500
--> Canada | NULL | 600
--> United States | Montana | 100
--> United States | NULL | 100
--> NULL | NULL | 700
SELECT Country, Region, SUM(Sales) AS TotalSales FROM Sales GROUP BY CUBE (Country, Region) ORDER BY IIF(Region IS NULL, 1, 0), Region, IIF(Country IS NULL AND Region IS NULL, 0, 1), IIF(Country IS NULL, 1, 0), Country;
--> Canada | Alberta | 100
--> NULL | Alberta | 100
--> Canada | British Columbia | 500
--> NULL | British Columbia | 500
--> United States | Montana | 100
--> NULL | Montana | 100
--> NULL | NULL | 700
--> Canada | NULL | 600
--> United States | NULL | 100
SELECT COUNT(*) AS n FROM (SELECT Country, Region, SUM(Sales) AS TotalSales FROM Sales GROUP BY GROUPING SETS ( ROLLUP (Country, Region), CUBE (Country, Region) )) AS a;
--> 15
SELECT Country, SUM(Sales) AS TotalSales FROM Sales GROUP BY GROUPING SETS ( Country, () ) ORDER BY GROUPING(Country), Country;
--> Canada | 600
--> United States | 100
--> NULL | 700
DROP TABLE Sales;
GO
CREATE TABLE T (ColumnA int, ColumnB int);
INSERT INTO T VALUES (1, 2);
GO
SELECT ColumnA, ColumnB FROM T GROUP BY ColumnA, ColumnB;
SELECT ColumnA + ColumnB FROM T GROUP BY ColumnA, ColumnB;
SELECT ColumnA + ColumnB FROM T GROUP BY ColumnA + ColumnB;
SELECT ColumnA + ColumnB + 1 FROM T GROUP BY ColumnA, ColumnB;
GO
SELECT ColumnA, ColumnB FROM T GROUP BY ColumnA + ColumnB;
--> Msg 8120, Level 16, State 1, Line 1
GO
SELECT ColumnA + 1 + ColumnB FROM T GROUP BY ColumnA + ColumnB;
--> Msg 8120, Level 16, State 1, Line 1
GO
DROP TABLE T;
GO
-- docs/t-sql/queries/select-over-clause-transact-sql.md, docs/t-sql/queries/select-window-transact-sql.md
CREATE TABLE dbo.SalesPerson (BusinessEntityID int, TerritoryID int, SalesYTD money, ModifiedDate date);
INSERT INTO dbo.SalesPerson VALUES (274, NULL, 559697.5639, '20050101'), (287, NULL, 519905.9320, '20060101'), (285, NULL, 172524.4512, '20070101'), (283, 1, 1573012.9383, '20050101'), (280, 1, 1352577.1325, '20050102'), (284, 1, 1576562.1966, '20060101'),
    (275, 2, 3763178.1787, '20050101'), (277, 3, 3189418.3662, '20050101'), (276, 4, 4251368.5497, '20050101'), (281, 4, 2458535.6169, '20050101');
GO
SELECT BusinessEntityID, TerritoryID, DATEPART(yy,ModifiedDate) AS SalesYear, CONVERT(VARCHAR(20),SalesYTD,1) AS SalesYTD,
    CONVERT(VARCHAR(20),AVG(SalesYTD) OVER (PARTITION BY TerritoryID ORDER BY DATEPART(yy,ModifiedDate) ),1) AS MovingAvg,
    CONVERT(VARCHAR(20),SUM(SalesYTD) OVER (PARTITION BY TerritoryID ORDER BY DATEPART(yy,ModifiedDate) ),1) AS CumulativeTotal
FROM dbo.SalesPerson ORDER BY TerritoryID,SalesYear;
--> 274 | NULL | 2005 | 559,697.56 | 559,697.56 | 559,697.56
--> 287 | NULL | 2006 | 519,905.93 | 539,801.75 | 1,079,603.50
--> 285 | NULL | 2007 | 172,524.45 | 417,375.98 | 1,252,127.95
--> 283 | 1 | 2005 | 1,573,012.94 | 1,462,795.04 | 2,925,590.07
--> 280 | 1 | 2005 | 1,352,577.13 | 1,462,795.04 | 2,925,590.07
--> 284 | 1 | 2006 | 1,576,562.20 | 1,500,717.42 | 4,502,152.27
--> 275 | 2 | 2005 | 3,763,178.18 | 3,763,178.18 | 3,763,178.18
--> 277 | 3 | 2005 | 3,189,418.37 | 3,189,418.37 | 3,189,418.37
--> 276 | 4 | 2005 | 4,251,368.55 | 3,354,952.08 | 6,709,904.17
--> 281 | 4 | 2005 | 2,458,535.62 | 3,354,952.08 | 6,709,904.17
SELECT BusinessEntityID, TerritoryID, DATEPART(yy,ModifiedDate) AS SalesYear, CONVERT(VARCHAR(20),SalesYTD,1) AS SalesYTD,
    CONVERT(VARCHAR(20),AVG(SalesYTD) OVER (ORDER BY DATEPART(yy,ModifiedDate) ),1) AS MovingAvg, CONVERT(VARCHAR(20),SUM(SalesYTD) OVER (ORDER BY DATEPART(yy,ModifiedDate) ),1) AS CumulativeTotal
FROM dbo.SalesPerson ORDER BY SalesYear, IIF(TerritoryID IS NULL AND YEAR(ModifiedDate) = 2005, 0, 1), IIF(YEAR(ModifiedDate) = 2006, -BusinessEntityID, 0) DESC, BusinessEntityID;
--> 274 | NULL | 2005 | 559,697.56 | 2,449,684.05 | 17,147,788.35
--> 275 | 2 | 2005 | 3,763,178.18 | 2,449,684.05 | 17,147,788.35
--> 276 | 4 | 2005 | 4,251,368.55 | 2,449,684.05 | 17,147,788.35
--> 277 | 3 | 2005 | 3,189,418.37 | 2,449,684.05 | 17,147,788.35
--> 280 | 1 | 2005 | 1,352,577.13 | 2,449,684.05 | 17,147,788.35
--> 281 | 4 | 2005 | 2,458,535.62 | 2,449,684.05 | 17,147,788.35
--> 283 | 1 | 2005 | 1,573,012.94 | 2,449,684.05 | 17,147,788.35
--> 284 | 1 | 2006 | 1,576,562.20 | 2,138,250.72 | 19,244,256.47
--> 287 | NULL | 2006 | 519,905.93 | 2,138,250.72 | 19,244,256.47
--> 285 | NULL | 2007 | 172,524.45 | 1,941,678.09 | 19,416,780.93
SELECT BusinessEntityID, TerritoryID, CONVERT(VARCHAR(20),SalesYTD,1) AS SalesYTD, DATEPART(yy,ModifiedDate) AS SalesYear,
    CONVERT(VARCHAR(20),SUM(SalesYTD) OVER (PARTITION BY TerritoryID ORDER BY DATEPART(yy,ModifiedDate) ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING ),1) AS CumulativeTotal FROM dbo.SalesPerson;
--> 274 | NULL | 559,697.56 | 2005 | 1,079,603.50
--> 287 | NULL | 519,905.93 | 2006 | 692,430.38
--> 285 | NULL | 172,524.45 | 2007 | 172,524.45
--> 283 | 1 | 1,573,012.94 | 2005 | 2,925,590.07
--> 280 | 1 | 1,352,577.13 | 2005 | 2,929,139.33
--> 284 | 1 | 1,576,562.20 | 2006 | 1,576,562.20
--> 275 | 2 | 3,763,178.18 | 2005 | 3,763,178.18
--> 277 | 3 | 3,189,418.37 | 2005 | 3,189,418.37
--> 276 | 4 | 4,251,368.55 | 2005 | 6,709,904.17
--> 281 | 4 | 2,458,535.62 | 2005 | 2,458,535.62
SELECT BusinessEntityID, TerritoryID, CONVERT(VARCHAR(20),SalesYTD,1) AS SalesYTD, DATEPART(yy,ModifiedDate) AS SalesYear,
    CONVERT(VARCHAR(20),SUM(SalesYTD) OVER (PARTITION BY TerritoryID ORDER BY DATEPART(yy,ModifiedDate) ROWS UNBOUNDED PRECEDING),1) AS CumulativeTotal FROM dbo.SalesPerson;
--> 274 | NULL | 559,697.56 | 2005 | 559,697.56
--> 287 | NULL | 519,905.93 | 2006 | 1,079,603.50
--> 285 | NULL | 172,524.45 | 2007 | 1,252,127.95
--> 283 | 1 | 1,573,012.94 | 2005 | 1,573,012.94
--> 280 | 1 | 1,352,577.13 | 2005 | 2,925,590.07
--> 284 | 1 | 1,576,562.20 | 2006 | 4,502,152.27
--> 275 | 2 | 3,763,178.18 | 2005 | 3,763,178.18
--> 277 | 3 | 3,189,418.37 | 2005 | 3,189,418.37
--> 276 | 4 | 4,251,368.55 | 2005 | 4,251,368.55
--> 281 | 4 | 2,458,535.62 | 2005 | 6,709,904.17
DROP TABLE dbo.SalesPerson;
GO
CREATE TABLE dbo.SalesOrderDetail (SalesOrderID int, ProductID int, OrderQty smallint);
INSERT INTO dbo.SalesOrderDetail VALUES (43659, 776, 1), (43659, 777, 3), (43659, 778, 1), (43659, 771, 1), (43659, 772, 1), (43659, 773, 2), (43659, 774, 1), (43659, 714, 3), (43659, 716, 1), (43659, 709, 6), (43659, 712, 2), (43659, 711, 4),
    (43664, 772, 1), (43664, 775, 4), (43664, 714, 1), (43664, 716, 1), (43664, 777, 2), (43664, 771, 3), (43664, 773, 1), (43664, 778, 1);
GO
SELECT SalesOrderID, ProductID, OrderQty, SUM(OrderQty) OVER win AS Total, AVG(OrderQty) OVER win AS "Avg", COUNT(OrderQty) OVER win AS "Count", MIN(OrderQty) OVER win AS "Min", MAX(OrderQty) OVER win AS "Max",
    CAST(1. * OrderQty / SUM(OrderQty) OVER(PARTITION BY SalesOrderID) *100 AS DECIMAL(5,2))AS "Percent by ProductID"
FROM dbo.SalesOrderDetail WHERE SalesOrderID IN(43659,43664) WINDOW win AS (PARTITION BY SalesOrderID);
--> 43659 | 776 | 1 | 26 | 2 | 12 | 1 | 6 | 3.85
--> 43659 | 777 | 3 | 26 | 2 | 12 | 1 | 6 | 11.54
--> 43659 | 773 | 2 | 26 | 2 | 12 | 1 | 6 | 7.69
--> 43659 | 709 | 6 | 26 | 2 | 12 | 1 | 6 | 23.08
--> 43659 | 711 | 4 | 26 | 2 | 12 | 1 | 6 | 15.38
--> 43664 | 772 | 1 | 14 | 1 | 8 | 1 | 4 | 7.14
--> 43664 | 775 | 4 | 14 | 1 | 8 | 1 | 4 | 28.57
--> 43664 | 777 | 2 | 14 | 1 | 8 | 1 | 4 | 14.29
SELECT SalesOrderID AS OrderNumber, ProductID, OrderQty AS Qty, SUM(OrderQty) OVER win AS Total, AVG(OrderQty) OVER(win PARTITION BY SalesOrderID) AS Avg, COUNT(OrderQty) OVER(win ROWS BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING) AS Count
FROM dbo.SalesOrderDetail WHERE SalesOrderID IN(43659,43664) AND ProductID LIKE '71%' AND ProductID <> 709 WINDOW win AS (ORDER BY SalesOrderID, ProductID);
--> 43659 | 711 | 4 | 4 | 4 | 2
--> 43659 | 712 | 2 | 6 | 3 | 3
--> 43659 | 714 | 3 | 9 | 3 | 4
--> 43659 | 716 | 1 | 10 | 2 | 5
--> 43664 | 714 | 1 | 11 | 1 | 6
--> 43664 | 716 | 1 | 12 | 1 | 6
SELECT SalesOrderID AS OrderNumber, ProductID, OrderQty AS Qty, SUM(OrderQty) OVER win2 AS Total, AVG(OrderQty) OVER win1 AS Avg
FROM dbo.SalesOrderDetail WHERE SalesOrderID IN(43659,43664) AND ProductID LIKE '71%' WINDOW win1 AS (win3), win2 AS (ORDER BY SalesOrderID, ProductID), win3 AS (win2 PARTITION BY SalesOrderID);
--> 43659 | 711 | 4 | 4 | 4
--> 43659 | 712 | 2 | 6 | 3
--> 43659 | 714 | 3 | 9 | 3
--> 43659 | 716 | 1 | 10 | 2
--> 43664 | 714 | 1 | 11 | 1
--> 43664 | 716 | 1 | 12 | 1
DROP TABLE dbo.SalesOrderDetail;
GO
-- docs/t-sql/queries/recursive-common-table-expression-transact-sql.md, with-common-table-expression-transact-sql.md
CREATE TABLE dbo.MyEmployees (EmployeeID SMALLINT NOT NULL, FirstName NVARCHAR (30) NOT NULL, LastName NVARCHAR (40) NOT NULL, Title NVARCHAR (50) NOT NULL, DeptID SMALLINT NOT NULL, ManagerID INT NULL, CONSTRAINT PK_EmployeeID PRIMARY KEY CLUSTERED (EmployeeID ASC));
INSERT INTO dbo.MyEmployees VALUES (1, N'Ken', N'Sánchez', N'Chief Executive Officer', 16, NULL), (273, N'Brian', N'Welcker', N'Vice President of Sales', 3, 1), (274, N'Stephen', N'Jiang', N'North American Sales Manager', 3, 273),
    (275, N'Michael', N'Blythe', N'Sales Representative', 3, 274), (276, N'Linda', N'Mitchell', N'Sales Representative', 3, 274), (285, N'Syed', N'Abbas', N'Pacific Sales Manager', 3, 273), (286, N'Lynn', N'Tsoflias', N'Sales Representative', 3, 285),
    (16, N'David', N'Bradley', N'Marketing Manager', 4, 273), (23, N'Mary', N'Gibson', N'Marketing Specialist', 4, 16);
GO
WITH DirectReports(ManagerID, EmployeeID, Title, EmployeeLevel) AS
(
    SELECT ManagerID, EmployeeID, Title, 0 AS EmployeeLevel FROM dbo.MyEmployees WHERE ManagerID IS NULL
    UNION ALL
    SELECT e.ManagerID, e.EmployeeID, e.Title, EmployeeLevel + 1 FROM dbo.MyEmployees AS e INNER JOIN DirectReports AS d ON e.ManagerID = d.EmployeeID
)
SELECT ManagerID, EmployeeID, Title, EmployeeLevel FROM DirectReports ORDER BY EmployeeLevel, ManagerID, EmployeeID;
--> NULL | 1 | Chief Executive Officer | 0
--> 1 | 273 | Vice President of Sales | 1
--> 273 | 16 | Marketing Manager | 2
--> 273 | 274 | North American Sales Manager | 2
--> 273 | 285 | Pacific Sales Manager | 2
--> 16 | 23 | Marketing Specialist | 3
--> 274 | 275 | Sales Representative | 3
--> 274 | 276 | Sales Representative | 3
--> 285 | 286 | Sales Representative | 3
WITH DirectReports(Name, Title, EmployeeID, EmployeeLevel, Sort)
AS (SELECT CONVERT(VARCHAR(255), e.FirstName + ' ' + e.LastName), e.Title, e.EmployeeID, 1, CONVERT(VARCHAR(255), e.FirstName + ' ' + e.LastName) FROM dbo.MyEmployees AS e WHERE e.ManagerID IS NULL
    UNION ALL
    SELECT CONVERT(VARCHAR(255), REPLICATE ('|    ' , EmployeeLevel) + e.FirstName + ' ' + e.LastName), e.Title, e.EmployeeID, EmployeeLevel + 1, CONVERT (VARCHAR(255), RTRIM(Sort) + '|    ' + FirstName + ' ' + LastName)
    FROM dbo.MyEmployees AS e JOIN DirectReports AS d ON e.ManagerID = d.EmployeeID
    )
SELECT EmployeeID, Name, Title, EmployeeLevel FROM DirectReports ORDER BY Sort;
GO
WITH cte (EmployeeID, ManagerID, Title) AS
(
    SELECT EmployeeID, ManagerID, Title FROM dbo.MyEmployees WHERE ManagerID IS NOT NULL
  UNION ALL
    SELECT cte.EmployeeID, cte.ManagerID, cte.Title FROM cte JOIN  dbo.MyEmployees AS e ON cte.ManagerID = e.EmployeeID
)
SELECT COUNT(*) FROM cte OPTION (MAXRECURSION 2);
--> Msg 530, Level 16, State 1, Line 1
GO
DROP TABLE dbo.MyEmployees;
CREATE TABLE dbo.Person(ID int, Name VARCHAR(30), Mother INT, Father INT);
GO
INSERT dbo.Person VALUES(1, 'Sue', NULL, NULL) ,(2, 'Ed', NULL, NULL) ,(3, 'Emma', 1, 2) ,(4, 'Jack', 1, 2) ,(5, 'Jane', NULL, NULL) ,(6, 'Bonnie', 5, 4) ,(7, 'Bill', 5, 4);
GO
WITH Generation (ID) AS
(
    SELECT Mother FROM dbo.Person WHERE Name = 'Bonnie'
UNION
    SELECT Father FROM dbo.Person WHERE Name = 'Bonnie'
UNION ALL
    SELECT Person.Father FROM Generation, Person WHERE Generation.ID=Person.ID
UNION ALL
    SELECT Person.Mother FROM Generation, dbo.Person WHERE Generation.ID=Person.ID
)
SELECT Person.ID, Person.Name, Person.Mother, Person.Father FROM Generation, dbo.Person WHERE Generation.ID = Person.ID ORDER BY Person.ID;
DROP TABLE dbo.Person;
GO
DECLARE @t1 TABLE (itmID INT, itmIDComp INT);
INSERT @t1 VALUES (1,10), (2,10);
DECLARE @t2 TABLE (itmID INT, itmIDComp INT);
INSERT @t2 VALUES (3,10), (4,10);
WITH vw AS (SELECT itmIDComp, itmID FROM @t1 UNION ALL SELECT itmIDComp, itmID FROM @t2),
r AS
 (
    SELECT t.itmID AS itmIDComp, NULL AS itmID, CAST(0 AS bigint) AS N, 1 AS Lvl FROM (SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4) AS t (itmID)
UNION ALL
    SELECT t.itmIDComp, t.itmID, ROW_NUMBER() OVER(PARTITION BY t.itmIDComp ORDER BY t.itmIDComp, t.itmID) AS N, Lvl + 1 FROM r JOIN vw AS t ON t.itmID = r.itmIDComp
 )
SELECT Lvl, N FROM r;
--> 1 | 0
--> 1 | 0
--> 1 | 0
--> 1 | 0
--> 2 | 1
--> 2 | 1
--> 2 | 1
--> 2 | 1
GO
-- docs/t-sql/queries/top-transact-sql.md
CREATE TABLE dbo.Cars(Model VARCHAR(15), Price MONEY, Color VARCHAR(10));
INSERT dbo.Cars VALUES ('sedan', 10000, 'red'), ('convertible', 15000, 'blue'), ('coupe', 20000, 'red'), ('van', 8000, 'blue');
GO
SELECT TOP(1) Model, Color, Price FROM dbo.Cars WHERE Color = 'red'
UNION ALL
SELECT TOP(1) Model, Color, Price FROM dbo.Cars WHERE Color = 'blue' ORDER BY Price ASC;
--> sedan | red | 10000.0000
--> convertible | blue | 15000.0000
SELECT Model, Color, Price FROM (SELECT TOP(1) Model, Color, Price FROM dbo.Cars WHERE Color = 'red' ORDER BY Price ASC) AS a
UNION ALL
SELECT Model, Color, Price FROM (SELECT TOP(1) Model, Color, Price FROM dbo.Cars WHERE Color = 'blue' ORDER BY Price ASC) AS b;
--> sedan | red | 10000.0000
--> van | blue | 8000.0000
DROP TABLE dbo.Cars;
GO
-- docs/t-sql/queries/at-time-zone-transact-sql.md
SELECT CONVERT(DATETIME2(0), '2015-03-29T01:01:00', 126) AT TIME ZONE 'Central European Standard Time';
--> 2015-03-29 01:01:00 +01:00
SELECT CONVERT(DATETIME2(0), '2015-03-29T02:01:00', 126) AT TIME ZONE 'Central European Standard Time';
--> 2015-03-29 03:01:00 +02:00
SELECT CONVERT(DATETIME2(0), '2015-03-29T03:01:00', 126) AT TIME ZONE 'Central European Standard Time';
--> 2015-03-29 03:01:00 +02:00
SELECT CONVERT(DATETIME2(0), '2015-10-25T01:01:00', 126) AT TIME ZONE 'Central European Standard Time';
--> 2015-10-25 01:01:00 +02:00
SELECT CONVERT(DATETIME2(0), '2015-10-25T02:00:00', 126) AT TIME ZONE 'Central European Standard Time';
--> 2015-10-25 02:00:00 +02:00
SELECT CONVERT(DATETIME2(0), '2015-10-25T03:01:00', 126) AT TIME ZONE 'Central European Standard Time';
--> 2015-10-25 03:01:00 +01:00
GO
-- docs/t-sql/queries/table-value-constructor-transact-sql.md
CREATE TABLE dbo.MyProducts (Name varchar(50), ListPrice money);
CREATE TABLE dbo.Product (ProductID int, Name varchar(50), ListPrice money);
INSERT INTO dbo.Product VALUES (720, 'HL Road Frame', 1431.50);
GO
INSERT INTO dbo.MyProducts (Name, ListPrice) VALUES ('Helmet', 25.50), ('Wheel', 30.00), (SELECT Name, ListPrice FROM dbo.Product WHERE ProductID = 720);
--> Msg 156, Level 15, State 1, Line 1
GO
INSERT INTO dbo.MyProducts (Name, ListPrice) VALUES ('Helmet', 25.50), ('Wheel', 30.00), ((SELECT Name FROM dbo.Product WHERE ProductID = 720), (SELECT ListPrice FROM dbo.Product WHERE ProductID = 720));
--> (3 rows affected)
DROP TABLE dbo.MyProducts, dbo.Product;
GO
CREATE TABLE dbo.t (a int, b char);
GO
INSERT INTO dbo.t VALUES (1,'a'), (2, 1);
--> Conversion failed when converting the varchar value 'a' to data type int.
GO
INSERT INTO dbo.t VALUES (1,'a'), (2, CONVERT(CHAR,1));
--> (2 rows affected)
GO
DROP TABLE dbo.t;
GO
CREATE TABLE dbo.MySalesReason(SalesReasonID int IDENTITY(1,1) NOT NULL, Name nvarchar(50) NULL , ReasonType nvarchar(50) NOT NULL DEFAULT 'Not Applicable' );
GO
INSERT INTO dbo.MySalesReason VALUES ('Recommendation','Other'), ('Advertisement', DEFAULT), (NULL, 'Promotion');
SELECT * FROM dbo.MySalesReason;
--> 1 | Recommendation | Other
--> 2 | Advertisement | Not Applicable
--> 3 | NULL | Promotion
DECLARE @SummaryOfChanges TABLE(Change VARCHAR(20));
MERGE INTO dbo.MySalesReason AS Target USING (VALUES ('Recommendation','Other'), ('Review', 'Marketing'), ('Internet', 'Promotion')) AS Source (NewName, NewReasonType) ON Target.Name = Source.NewName
WHEN MATCHED THEN UPDATE SET ReasonType = Source.NewReasonType
WHEN NOT MATCHED BY TARGET THEN INSERT (Name, ReasonType) VALUES (NewName, NewReasonType) OUTPUT $action INTO @SummaryOfChanges;
SELECT Change, COUNT(*) AS CountPerChange FROM @SummaryOfChanges GROUP BY Change ORDER BY Change;
--> INSERT | 2
--> UPDATE | 1
DROP TABLE dbo.MySalesReason;
GO
