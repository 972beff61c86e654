-- Examples of docs/t-sql/queries/from-transact-sql.md (the FROM clause), over small stand-ins for tables of AdventureWorks.
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
CREATE SCHEMA Purchasing;
GO
CREATE SCHEMA Person;
GO
CREATE TABLE Sales.SalesTerritory (TerritoryID int PRIMARY KEY, Name nvarchar(50));
INSERT Sales.SalesTerritory VALUES (1, 'Northwest'), (2, 'Northeast'), (3, 'Central'), (4, 'Southwest'), (5, 'Southeast'), (6, 'Canada'), (7, 'France'), (8, 'Germany'), (9, 'Australia'), (10, 'United Kingdom');
CREATE TABLE Sales.SalesPerson (BusinessEntityID int PRIMARY KEY, TerritoryID int);
INSERT Sales.SalesPerson VALUES (274, NULL), (275, 2), (276, 4);
CREATE TABLE HumanResources.Employee (BusinessEntityID int PRIMARY KEY, JobTitle nvarchar(50));
INSERT HumanResources.Employee VALUES (1, 'Chief Executive Officer'), (2, 'Vice President of Engineering');
CREATE TABLE HumanResources.Department (DepartmentID int PRIMARY KEY, Name nvarchar(50));
INSERT HumanResources.Department VALUES (1, 'Engineering'), (2, 'Sales');
CREATE TABLE Production.Product (ProductID int PRIMARY KEY, Name nvarchar(50));
INSERT Production.Product VALUES (1, 'Adjustable Race'), (2, 'Bearing Ball'), (707, 'Sport-100 Helmet, Red');
CREATE TABLE Sales.SalesOrderDetail (SalesOrderID int, ProductID int);
INSERT Sales.SalesOrderDetail VALUES (43665, 707), (43668, 707), (43670, 999);
CREATE TABLE Purchasing.Vendor (BusinessEntityID int PRIMARY KEY, Name nvarchar(50));
INSERT Purchasing.Vendor VALUES (1580, 'Litware, Inc.'), (1688, 'Wood Fitness');
CREATE TABLE Purchasing.ProductVendor (ProductID int, BusinessEntityID int, PRIMARY KEY (ProductID, BusinessEntityID));
INSERT Purchasing.ProductVendor VALUES (1, 1580), (2, 1688);
CREATE TABLE Person.Person (BusinessEntityID int PRIMARY KEY, FirstName nvarchar(50), LastName nvarchar(50));
INSERT Person.Person VALUES (1, N'Ken ', N'Sánchez'), (2, N'Terri', N' Duffy'), (3, N'Rob', N'Walters');
CREATE TABLE Person.Address (AddressID int PRIMARY KEY, City nvarchar(30));
INSERT Person.Address VALUES (249, 'Seattle'), (293, 'Renton');
CREATE TABLE Person.BusinessEntityAddress (BusinessEntityID int, AddressID int);
INSERT Person.BusinessEntityAddress VALUES (1, 249), (2, 293);
GO
-- A
SELECT TerritoryID, Name
FROM Sales.SalesTerritory
ORDER BY TerritoryID ;
--> 1 | Northwest
--> 2 | Northeast
--> 3 | Central
--> 4 | Southwest
--> 5 | Southeast
--> 6 | Canada
--> 7 | France
--> 8 | Germany
--> 9 | Australia
--> 10 | United Kingdom
GO
-- B
BEGIN TRAN
SELECT COUNT(*)
FROM HumanResources.Employee WITH (TABLOCK, HOLDLOCK) ;
SELECT request_mode, request_status FROM sys.dm_tran_locks
WHERE resource_type = 'OBJECT' AND resource_associated_entity_id = OBJECT_ID('HumanResources.Employee') AND request_session_id = @@SPID;
COMMIT;
GO
-- C
SELECT e.BusinessEntityID, d.Name AS Department
FROM HumanResources.Employee AS e
CROSS JOIN HumanResources.Department AS d
ORDER BY e.BusinessEntityID, d.Name ;
GO
-- D
SELECT p.Name, sod.SalesOrderID
FROM Production.Product AS p
FULL OUTER JOIN Sales.SalesOrderDetail AS sod
ON p.ProductID = sod.ProductID
ORDER BY p.Name, sod.SalesOrderID ;
GO
-- E
SELECT p.Name, sod.SalesOrderID
FROM Production.Product AS p
LEFT OUTER JOIN Sales.SalesOrderDetail AS sod
ON p.ProductID = sod.ProductID
ORDER BY p.Name, sod.SalesOrderID ;
GO
-- F
SELECT p.Name, sod.SalesOrderID
FROM Production.Product AS p
INNER JOIN Sales.SalesOrderDetail AS sod
ON p.ProductID = sod.ProductID
ORDER BY p.Name, sod.SalesOrderID ;
GO
-- G
SELECT st.Name AS Territory, sp.BusinessEntityID
FROM Sales.SalesTerritory AS st
RIGHT OUTER JOIN Sales.SalesPerson AS sp
ON st.TerritoryID = sp.TerritoryID
ORDER BY sp.BusinessEntityID;
GO
-- H
SELECT p.Name AS ProductName, v.Name AS VendorName
FROM Production.Product AS p
INNER MERGE JOIN Purchasing.ProductVendor AS pv
ON p.ProductID = pv.ProductID
INNER HASH JOIN Purchasing.Vendor AS v
ON pv.BusinessEntityID = v.BusinessEntityID
ORDER BY p.Name, v.Name ;
GO
-- I
SELECT RTRIM(p.FirstName) + ' ' + LTRIM(p.LastName) AS Name, d.City
FROM Person.Person AS p
INNER JOIN HumanResources.Employee e ON p.BusinessEntityID = e.BusinessEntityID
INNER JOIN
   (SELECT bea.BusinessEntityID, a.City
    FROM Person.Address AS a
    INNER JOIN Person.BusinessEntityAddress AS bea
    ON a.AddressID = bea.AddressID) AS d
ON p.BusinessEntityID = d.BusinessEntityID
ORDER BY p.LastName, p.FirstName;
GO
-- K: the employees that report directly or indirectly to a manager
CREATE TABLE Departments (DeptID int, DivisionID int, DeptName varchar(25), DeptMgrID int);
CREATE TABLE EmpMgr (MgrID int, EmpID int);
CREATE TABLE Employees (EmpID int, EmpLastName varchar(20), EmpFirstName varchar(20), EmpSalary money);
INSERT Departments VALUES (1, 1, 'HR', 1), (2, 1, 'Marketing', 5), (3, 1, 'Gardening', NULL);
INSERT EmpMgr VALUES (1, 2), (2, 3), (3, 4);
INSERT Employees VALUES (2, 'Davolio', 'Nancy', 10), (3, 'Fuller', 'Andrew', 20), (4, 'Leverling', 'Janet', 30);
GO
CREATE FUNCTION dbo.GetReports (@MgrID int) RETURNS TABLE AS RETURN
WITH Reports (EmpID) AS (
    SELECT EmpID FROM EmpMgr WHERE MgrID = @MgrID
    UNION ALL
    SELECT m.EmpID FROM EmpMgr AS m INNER JOIN Reports AS r ON m.MgrID = r.EmpID)
SELECT e.EmpID, e.EmpLastName, e.EmpSalary FROM Reports AS r INNER JOIN Employees AS e ON e.EmpID = r.EmpID;
GO
SELECT DeptID, DeptName, DeptMgrID, EmpID, EmpLastName, EmpSalary
FROM Departments d
CROSS APPLY dbo.GetReports(d.DeptMgrID)
ORDER BY DeptID, EmpID;
GO
SELECT DeptID, DeptName, DeptMgrID, EmpID, EmpLastName, EmpSalary
FROM Departments d
OUTER APPLY dbo.GetReports(d.DeptMgrID)
ORDER BY DeptID, EmpID;
GO
