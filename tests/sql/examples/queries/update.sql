-- Examples of docs/t-sql/queries/update-transact-sql.md, over small stand-ins for tables of AdventureWorks, and what its
-- Arguments and Remarks forbid.
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
CREATE TABLE Person.Address (AddressID int PRIMARY KEY, ModifiedDate datetime);
INSERT Person.Address VALUES (1, '20000101'), (2, '20000101');
CREATE TABLE Sales.SalesPerson (BusinessEntityID int PRIMARY KEY, Bonus money, CommissionPct smallmoney, SalesQuota money, SalesYTD money);
INSERT Sales.SalesPerson VALUES (275, 1, 0.5, 300, 100), (276, 2, 0.5, 300, 200);
CREATE TABLE Sales.SalesOrderHeader (SalesOrderID int PRIMARY KEY, OrderDate date, SalesPersonID int, SubTotal money);
INSERT Sales.SalesOrderHeader VALUES (1, '20110531', 275, 10), (2, '20110601', 275, 20), (3, '20110601', 276, 7), (4, '20110531', 276, 5);
CREATE TABLE Production.Product (ProductID int PRIMARY KEY, Name nvarchar(50), ProductNumber nvarchar(25), Color nvarchar(15), ListPrice money);
INSERT Production.Product VALUES (1, 'Road-250 Red, 44', 'BK-R89R-44', 'Red', 2443.35), (2, 'Road-250 Black, 44', 'BK-R89B-44', 'Black', 2443.35), (3, 'Sport-100 Helmet, Red', 'HL-U509-R', 'Red', 34.99);
CREATE TABLE HumanResources.Employee (BusinessEntityID int PRIMARY KEY, VacationHours smallint, HireDate date, SalariedFlag bit, CurrentFlag bit, ModifiedDate datetime);
INSERT HumanResources.Employee VALUES (1, 99, '20090114', 1, 1, '20000101'), (2, 1, '20080131', 1, 1, '20000101'), (3, 2, '20071111', 0, 1, '20000101'), (4, 48, '20071205', 0, 0, '20000101');
CREATE TABLE Production.BillOfMaterials (ProductAssemblyID int, ComponentID int, PerAssemblyQty decimal(8, 2), EndDate date);
INSERT Production.BillOfMaterials VALUES (800, 10, 1, NULL), (800, 11, 2, NULL), (10, 12, 3, NULL), (801, 10, 4, NULL), (800, 13, 5, '20110101');
CREATE TABLE HumanResources.EmployeePayHistory (BusinessEntityID int, RateChangeDate date, PayFrequency tinyint, PRIMARY KEY (BusinessEntityID, RateChangeDate));
INSERT HumanResources.EmployeePayHistory VALUES (4, '20071205', 1), (4, '20100531', 1), (4, '20111215', 1), (16, '20071220', 1);
CREATE TABLE Production.ScrapReason (ScrapReasonID smallint PRIMARY KEY, Name nvarchar(50));
INSERT Production.ScrapReason VALUES (9, 'Seat assembly not as ordered'), (10, 'Stress test failed'), (12, 'Thermoform temperature too high');
CREATE TABLE Production.WorkOrder (WorkOrderID int PRIMARY KEY, ScrapReasonID smallint, ScrappedQty smallint);
INSERT Production.WorkOrder VALUES (1, 9, 400), (2, 10, 200), (3, 9, 500), (4, NULL, 600);
CREATE TABLE Production.Location (LocationID smallint PRIMARY KEY, CostRate smallmoney NOT NULL DEFAULT 0.00);
INSERT Production.Location VALUES (10, 22.5), (20, 18.75), (45, 18.0), (30, 25.0);
CREATE TABLE Person.CountryRegion (CountryRegionCode nvarchar(3) PRIMARY KEY, Name nvarchar(50));
INSERT Person.CountryRegion VALUES ('US', 'United States'), ('CA', 'Canada');
CREATE TABLE Person.StateProvince (StateProvinceID int PRIMARY KEY, Name nvarchar(50), CountryRegionCode nvarchar(3));
INSERT Person.StateProvince VALUES (1, 'Alberta', 'CA'), (79, 'Washington', 'US');
CREATE TABLE Production.Document (DocumentID int PRIMARY KEY, Title nvarchar(50), DocumentSummary nvarchar(max));
INSERT Production.Document VALUES (1, 'Front Reflector Bracket Installation', 'Reflectors are vital safety components of your bicycle. Always ensure your front and back reflectors are clean and in good repair.'), (2, 'Crank Arm and Tire Maintenance', NULL);
CREATE TABLE HumanResources.Department (DepartmentID smallint PRIMARY KEY, Name nvarchar(50) UNIQUE);
INSERT HumanResources.Department VALUES (1, 'Engineering'), (2, 'Tool Design');
GO
CREATE VIEW Person.vStateProvinceCountryRegion AS
SELECT sp.StateProvinceID, sp.Name AS StateProvinceName, cr.CountryRegionCode, cr.Name AS CountryRegionName
FROM Person.StateProvince AS sp INNER JOIN Person.CountryRegion AS cr ON sp.CountryRegionCode = cr.CountryRegionCode;
GO
-- Best practices: which of the two rows counts is not defined.
CREATE TABLE dbo.Table1
    (ColA INT NOT NULL, ColB DECIMAL(10,3) NOT NULL);
GO
CREATE TABLE dbo.Table2
    (ColA INT PRIMARY KEY NOT NULL, ColB DECIMAL(10,3) NOT NULL);
GO
INSERT INTO dbo.Table1 VALUES(1, 10.0), (1, 20.0);
INSERT INTO dbo.Table2 VALUES(1, 0.0);
GO
UPDATE dbo.Table2
SET dbo.Table2.ColB = dbo.Table2.ColB + dbo.Table1.ColB
FROM dbo.Table2
    INNER JOIN dbo.Table1
    ON (dbo.Table2.ColA = dbo.Table1.ColA);
GO
SELECT ColA, IIF(ColB IN (10, 20), 'one of the rows', 'wrong') AS ColB
FROM dbo.Table2;
GO
DROP TABLE dbo.Table1, dbo.Table2;
GO
CREATE TABLE dbo.Table1
    (c1 INT PRIMARY KEY NOT NULL, c2 INT NOT NULL);
GO
CREATE TABLE dbo.Table2
    (d1 INT PRIMARY KEY NOT NULL, d2 INT NOT NULL);
GO
INSERT INTO dbo.Table1 VALUES (1, 10);
INSERT INTO dbo.Table2 VALUES (1, 20), (2, 30);
GO
DECLARE abc CURSOR LOCAL FOR
    SELECT c1, c2
    FROM dbo.Table1;
OPEN abc;
FETCH abc;
UPDATE dbo.Table1
SET c2 = c2 + d2
FROM dbo.Table2
WHERE CURRENT OF abc;
GO
DROP TABLE dbo.Table1, dbo.Table2;
GO
-- Limitations and restrictions, the references to a common table expression.
DECLARE @x TABLE (ID INT, Value INT);
DECLARE @y TABLE (ID INT, Value INT);
INSERT @x VALUES (1, 10), (2, 20);
INSERT @y VALUES (1, 100),(2, 200);

WITH cte AS (SELECT * FROM @x)
UPDATE x -- cte is referenced by the alias.
SET Value = y.Value
FROM cte AS x  -- cte is assigned an alias.
INNER JOIN @y AS y ON y.ID = x.ID;
SELECT * FROM @x;
--> 1 | 100
--> 2 | 200
GO
DECLARE @x TABLE (ID INT, Value INT);
DECLARE @y TABLE (ID INT, Value INT);
INSERT @x VALUES (1, 10), (2, 20);
INSERT @y VALUES (1, 100),(2, 200);

WITH cte AS (SELECT * FROM @x)
UPDATE cte   -- cte is not referenced by the alias.
SET Value = y.Value
FROM cte AS x  -- cte is assigned an alias.
INNER JOIN @y AS y ON y.ID = x.ID;
SELECT * FROM @x;
--> 1 | 100
--> 2 | 100
GO
-- A, B
UPDATE Person.Address
SET ModifiedDate = GETDATE();
SELECT COUNT(*) AS changed FROM Person.Address WHERE ModifiedDate > '20200101';
GO
BEGIN TRANSACTION;
UPDATE Sales.SalesPerson
SET Bonus = 6000, CommissionPct = .10, SalesQuota = NULL;
SELECT BusinessEntityID, Bonus, CommissionPct, SalesQuota FROM Sales.SalesPerson;
ROLLBACK;
GO
-- C
UPDATE Production.Product
SET Color = N'Metallic Red'
WHERE Name LIKE N'Road-250%' AND Color = N'Red';
SELECT ProductID, Color FROM Production.Product;
GO
-- D
UPDATE TOP (10) HumanResources.Employee
SET VacationHours = VacationHours * 1.25 ;
SELECT BusinessEntityID, VacationHours FROM HumanResources.Employee;
GO
UPDATE HumanResources.Employee
SET VacationHours = VacationHours + 8
FROM (SELECT TOP 2 BusinessEntityID FROM HumanResources.Employee
     ORDER BY HireDate ASC) AS th
WHERE HumanResources.Employee.BusinessEntityID = th.BusinessEntityID;
SELECT BusinessEntityID, VacationHours FROM HumanResources.Employee;
GO
-- E: the alias is the target, and the target has no other reference.
WITH Parts(AssemblyID, ComponentID, PerAssemblyQty, EndDate, ComponentLevel) AS
(
    SELECT b.ProductAssemblyID, b.ComponentID, b.PerAssemblyQty,
        b.EndDate, 0 AS ComponentLevel
    FROM Production.BillOfMaterials AS b
    WHERE b.ProductAssemblyID = 800
          AND b.EndDate IS NULL
    UNION ALL
    SELECT bom.ProductAssemblyID, bom.ComponentID, p.PerAssemblyQty,
        bom.EndDate, ComponentLevel + 1
    FROM Production.BillOfMaterials AS bom
        INNER JOIN Parts AS p
        ON bom.ProductAssemblyID = p.ComponentID
        AND bom.EndDate IS NULL
)
UPDATE Production.BillOfMaterials
SET PerAssemblyQty = c.PerAssemblyQty * 2
FROM Production.BillOfMaterials AS c
JOIN Parts AS d ON c.ProductAssemblyID = d.AssemblyID
WHERE d.ComponentLevel = 0;
SELECT ProductAssemblyID, ComponentID, PerAssemblyQty FROM Production.BillOfMaterials ORDER BY ProductAssemblyID, ComponentID;
GO
-- F
DECLARE complex_cursor CURSOR FOR
    SELECT a.BusinessEntityID
    FROM HumanResources.EmployeePayHistory AS a
    WHERE RateChangeDate <>
         (SELECT MAX(RateChangeDate)
          FROM HumanResources.EmployeePayHistory AS b
          WHERE a.BusinessEntityID = b.BusinessEntityID) ;
OPEN complex_cursor;
FETCH FROM complex_cursor;
UPDATE HumanResources.EmployeePayHistory
SET PayFrequency = 2
WHERE CURRENT OF complex_cursor;
CLOSE complex_cursor;
DEALLOCATE complex_cursor;
SELECT BusinessEntityID, RateChangeDate, PayFrequency FROM HumanResources.EmployeePayHistory;
GO
-- G, H
UPDATE Production.Product
SET ListPrice = ListPrice * 2;
GO
DECLARE @NewPrice INT = 10;
UPDATE Production.Product
SET ListPrice += @NewPrice
WHERE Color = N'Red';
SELECT ProductID, ListPrice FROM Production.Product;
GO
UPDATE Production.ScrapReason
SET Name += ' - tool malfunction'
WHERE ScrapReasonID BETWEEN 10 and 12;
SELECT ScrapReasonID, Name FROM Production.ScrapReason;
GO
-- I, and N's second statement
UPDATE Sales.SalesPerson
SET SalesYTD = SalesYTD +
    (SELECT SUM(so.SubTotal)
     FROM Sales.SalesOrderHeader AS so
     WHERE so.OrderDate = (SELECT MAX(OrderDate)
                           FROM Sales.SalesOrderHeader AS so2
                           WHERE so2.SalesPersonID = so.SalesPersonID)
     AND Sales.SalesPerson.BusinessEntityID = so.SalesPersonID
     GROUP BY so.SalesPersonID);
SELECT BusinessEntityID, SalesYTD FROM Sales.SalesPerson;
GO
-- J
UPDATE Production.Location
SET CostRate = DEFAULT
WHERE CostRate > 20.00;
SELECT LocationID, CostRate FROM Production.Location;
GO
-- K
UPDATE Person.vStateProvinceCountryRegion
SET CountryRegionName = 'United States of America'
WHERE CountryRegionName = 'United States';
SELECT Name FROM Person.CountryRegion;
GO
UPDATE Person.vStateProvinceCountryRegion SET CountryRegionName = 'x', StateProvinceName = 'y';
GO
-- L
UPDATE sr
SET sr.Name += ' - tool malfunction'
FROM Production.ScrapReason AS sr
JOIN Production.WorkOrder AS wo
     ON sr.ScrapReasonID = wo.ScrapReasonID
     AND wo.ScrappedQty > 300;
SELECT ScrapReasonID, Name FROM Production.ScrapReason;
GO
-- M
DECLARE @MyTableVar TABLE (
    EmpID INT NOT NULL,
    NewVacationHours INT,
    ModifiedDate DATETIME);
INSERT INTO @MyTableVar (EmpID)
    SELECT BusinessEntityID FROM HumanResources.Employee;
UPDATE @MyTableVar
SET NewVacationHours = e.VacationHours + 20,
    ModifiedDate = '20240101'
FROM HumanResources.Employee AS e
WHERE e.BusinessEntityID = EmpID;
SELECT EmpID, NewVacationHours, ModifiedDate FROM @MyTableVar
ORDER BY EmpID;
GO
-- N
UPDATE Sales.SalesPerson
SET SalesYTD = SalesYTD + SubTotal
FROM Sales.SalesPerson AS sp
JOIN Sales.SalesOrderHeader AS so
    ON sp.BusinessEntityID = so.SalesPersonID
    AND so.OrderDate = (SELECT MAX(OrderDate)
                        FROM Sales.SalesOrderHeader
                        WHERE SalesPersonID = sp.BusinessEntityID);
SELECT BusinessEntityID, SalesYTD FROM Sales.SalesPerson;
GO
-- O to Q
UPDATE MyLinkedServer.AdventureWorks2022.HumanResources.Department
SET GroupName = N'Public Relations'
WHERE DepartmentID = 4;
GO
UPDATE OPENQUERY (MyLinkedServer, 'SELECT GroupName FROM HumanResources.Department WHERE DepartmentID = 4')
SET GroupName = 'Sales and Marketing';
GO
UPDATE OPENDATASOURCE('SQLNCLI', 'Data Source=server;Integrated Security=SSPI').AdventureWorks2022.HumanResources.Department
SET GroupName = 'Sales and Marketing' WHERE DepartmentID = 4;
GO
-- R
DECLARE @MyTableVar TABLE (
    SummaryBefore NVARCHAR(max),
    SummaryAfter NVARCHAR(max));
UPDATE Production.Document
SET DocumentSummary .WRITE (N'features',28,10)
OUTPUT deleted.DocumentSummary,
       inserted.DocumentSummary
    INTO @MyTableVar
WHERE Title = N'Front Reflector Bracket Installation';
SELECT SummaryBefore, SummaryAfter
FROM @MyTableVar;
GO
-- S
UPDATE Production.Document
SET DocumentSummary = N'Replacing NULL value'
WHERE Title = N'Crank Arm and Tire Maintenance';
GO
UPDATE Production.Document
SET DocumentSummary .WRITE(N'Carefully inspect and maintain the tires and crank arms.',0,NULL)
WHERE Title = N'Crank Arm and Tire Maintenance';
GO
SELECT DocumentSummary
FROM Production.Document
WHERE Title = N'Crank Arm and Tire Maintenance';
GO
UPDATE Production.Document
SET DocumentSummary .WRITE (N' Appending data to the end of the column.', NULL, 0)
WHERE Title = N'Crank Arm and Tire Maintenance';
GO
SELECT DocumentSummary
FROM Production.Document
WHERE Title = N'Crank Arm and Tire Maintenance';
GO
UPDATE Production.Document
SET DocumentSummary .WRITE (NULL, 56, 0)
WHERE Title = N'Crank Arm and Tire Maintenance';
GO
SELECT DocumentSummary
FROM Production.Document
WHERE Title = N'Crank Arm and Tire Maintenance';
GO
UPDATE Production.Document
SET DocumentSummary .WRITE ('',9, 12)
WHERE Title = N'Crank Arm and Tire Maintenance';
GO
SELECT DocumentSummary
FROM Production.Document
WHERE Title = N'Crank Arm and Tire Maintenance';
GO
-- Y, Z
UPDATE Production.Product
WITH (TABLOCK)
SET ListPrice = ListPrice * 1.10
WHERE ProductNumber LIKE 'BK-%';
GO
CREATE PROCEDURE Production.uspProductUpdate
@Product NVARCHAR(25)
AS
SET NOCOUNT ON;
UPDATE Production.Product
SET ListPrice = ListPrice * 1.10
WHERE ProductNumber LIKE @Product
OPTION (OPTIMIZE FOR (@Product = 'BK-%') );
GO
EXEC Production.uspProductUpdate 'BK-%';
SELECT ProductID, ListPrice FROM Production.Product;
GO
-- AA
DECLARE @MyTableVar TABLE (
    EmpID int NOT NULL,
    OldVacationHours smallint,
    NewVacationHours smallint,
    ModifiedDate datetime);
UPDATE HumanResources.Employee
SET VacationHours =  VacationHours * 1.25,
    ModifiedDate = '20240101'
OUTPUT inserted.BusinessEntityID,
      deleted.VacationHours,
      inserted.VacationHours,
      inserted.ModifiedDate
INTO @MyTableVar
	WHERE VacationHours < 20
SELECT EmpID, OldVacationHours
, NewVacationHours, ModifiedDate
FROM @MyTableVar;
GO
-- AB
CREATE PROCEDURE HumanResources.Update_VacationHours
@NewHours SMALLINT
AS
SET NOCOUNT ON;
UPDATE HumanResources.Employee
SET VacationHours =
    ( CASE
         WHEN SalariedFlag = 0 THEN VacationHours + @NewHours
         ELSE @NewHours
       END
    )
WHERE CurrentFlag = 1;
GO
EXEC HumanResources.Update_VacationHours 40;
SELECT BusinessEntityID, VacationHours FROM HumanResources.Employee;
GO
-- AC
BEGIN TRANSACTION;

BEGIN TRY
    -- Intentionally generate a constraint violation error.
    UPDATE HumanResources.Department
    SET Name = N'MyNewName'
    WHERE DepartmentID BETWEEN 1 AND 2;
END TRY
BEGIN CATCH
    SELECT
         ERROR_NUMBER() AS ErrorNumber
        ,ERROR_SEVERITY() AS ErrorSeverity
        ,ERROR_PROCEDURE() AS ErrorProcedure
        ,ERROR_LINE() AS ErrorLine;

    IF @@TRANCOUNT > 0
        ROLLBACK TRANSACTION;
END CATCH;

IF @@TRANCOUNT > 0
    COMMIT TRANSACTION;
GO
-- AH
CREATE TABLE dbo.Table1
    (ColA INT NOT NULL, ColB DECIMAL(10,3) NOT NULL);
GO
CREATE TABLE dbo.Table2
    (ColA INT NOT NULL, ColB DECIMAL(10,3) NOT NULL);
GO
INSERT INTO dbo.Table1 VALUES(1, 10.0);
INSERT INTO dbo.Table2 VALUES(1, 0.0);
GO
UPDATE dbo.Table2
SET dbo.Table2.ColB = dbo.Table2.ColB + dbo.Table1.ColB
FROM dbo.Table2
    INNER JOIN dbo.Table1
    ON (dbo.Table2.ColA = dbo.Table1.ColA);
GO
SELECT ColA, ColB
FROM dbo.Table2;
GO
-- Arguments: the values of variables before and after; compound operators on variables and columns.
CREATE TABLE dbo.n (i int IDENTITY, a int DEFAULT 7, b int NOT NULL, v varchar(max), t AS a + b, r rowversion, f float NULL);
INSERT dbo.n (a, b, v) VALUES (1, 10, 'abc');
GO
DECLARE @old int, @new int, @sum int = 5;
UPDATE dbo.n SET @old = a, a = 2, @new = b = b + 1, @sum += a;
SELECT @old AS old, @new AS new, @sum AS [sum], a, b FROM dbo.n;
DECLARE @x int;
UPDATE dbo.n SET @x = a *= 5;
SELECT @x AS x, a FROM dbo.n;
UPDATE dbo.n SET a %= 6, b &= 3;
UPDATE dbo.n SET a |= 8, b ^= 1;
UPDATE dbo.n SET a -= 1, b /= 2;
SELECT a, b FROM dbo.n;
UPDATE dbo.n SET a = DEFAULT, f = DEFAULT;
SELECT a, f FROM dbo.n;
GO
UPDATE dbo.n SET i = 2;
GO
UPDATE dbo.n SET t = 2;
GO
UPDATE dbo.n SET r = 0x01;
GO
UPDATE dbo.n SET a = 1, a = 2;
GO
UPDATE dbo.n SET b = DEFAULT;
GO
UPDATE dbo.n SET v.WRITE('x', -1, 0);
GO
UPDATE dbo.n SET v.WRITE('x', 4, 0);
GO
UPDATE dbo.n SET b.WRITE(1, 0, 0);
GO
UPDATE dbo.n SET v = NULL;
UPDATE dbo.n SET v.WRITE('x', 0, 0);
GO
UPDATE dbo.n WITH (NOLOCK) SET a = 1;
GO
UPDATE dbo.n WITH (READUNCOMMITTED) SET a = 1;
GO
UPDATE x SET a = 3 FROM dbo.n AS x WITH (NOLOCK);
SELECT a FROM dbo.n;
GO
DELETE TOP 1 FROM dbo.n;
GO
UPDATE dbo.n SET a = 1 FROM dbo.n AS x JOIN dbo.n AS y ON x.a = y.a;
GO
UPDATE dbo.n SET a = n.a + 1 FROM dbo.n JOIN dbo.n AS y ON n.a = y.a;
SELECT a FROM dbo.n;
GO
UPDATE dbo.n SET nothing = 1;
GO
UPDATE dbo.n SET a = 1 WHERE nothing = 1;
GO
UPDATE dbo.n SET a = SUM(b);
GO
UPDATE y SET a = 1 FROM dbo.n AS x;
GO
-- Interoperability
CREATE FUNCTION dbo.changes() RETURNS int AS BEGIN UPDATE dbo.n SET a = 1; RETURN 1; END;
GO
CREATE FUNCTION dbo.changes_own() RETURNS int AS BEGIN DECLARE @t table (a int); INSERT @t VALUES (1); UPDATE @t SET a += 1; RETURN (SELECT a FROM @t); END;
GO
SELECT dbo.changes_own() AS two;
GO
CREATE VIEW dbo.vn AS SELECT a, b FROM dbo.n;
GO
CREATE TRIGGER dbo.tr ON dbo.vn INSTEAD OF UPDATE AS PRINT 'instead';
GO
UPDATE dbo.vn SET a = 1;
GO
UPDATE dbo.vn SET a = 1 FROM dbo.vn JOIN dbo.Table1 ON ColA = a;
GO
UPDATE dbo.n SET b = 'x';
GO
UPDATE dbo.n SET b = NULL;
GO
UPDATE dbo.n SET b = b / 0;
GO
