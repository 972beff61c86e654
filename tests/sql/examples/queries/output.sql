-- Examples of docs/t-sql/queries/output-clause-transact-sql.md, over small stand-ins for tables of AdventureWorks, and what its
-- Arguments and Remarks forbid. dml/output and dml/nested_change have more.
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
CREATE TABLE Production.ScrapReason (ScrapReasonID smallint IDENTITY PRIMARY KEY, Name nvarchar(50), ModifiedDate datetime);
INSERT Production.ScrapReason VALUES ('Brake assembly not as ordered', '20080430'), ('Color incorrect', '20080430');
CREATE TABLE Sales.ShoppingCartItem (ShoppingCartItemID int PRIMARY KEY, ShoppingCartID nvarchar(50), Quantity int);
INSERT Sales.ShoppingCartItem VALUES (2, '14951', 3), (4, '20621', 4), (5, '20621', 7);
CREATE TABLE HumanResources.Employee (BusinessEntityID int PRIMARY KEY, VacationHours smallint, ModifiedDate datetime);
INSERT HumanResources.Employee VALUES (1, 99, '20080731'), (2, 1, '20080731');
CREATE TABLE Production.Product (ProductID int PRIMARY KEY, Name nvarchar(50), ProductModelID int);
INSERT Production.Product VALUES (733, 'ML Road Frame - Red, 52', 16), (801, 'HL Headset', 125), (802, 'LL Fork', 104);
CREATE TABLE Production.WorkOrder (WorkOrderID int PRIMARY KEY, ProductID int, ScrapReasonID smallint);
INSERT Production.WorkOrder VALUES (41247, 733, 16), (3889, 733, 16), (1, 733, 2), (2, 801, 16);
CREATE TABLE Production.ProductProductPhoto (ProductID int, ProductPhotoID int, PRIMARY KEY (ProductID, ProductPhotoID));
INSERT Production.ProductProductPhoto VALUES (733, 10), (801, 11), (802, 12);
GO
CREATE TRIGGER Production.uWorkOrder ON Production.WorkOrder AFTER UPDATE AS PRINT 'uWorkOrder';
GO
-- Queues
CREATE TABLE dbo.DatabaseLog (DatabaseLogID int PRIMARY KEY, TSQL nvarchar(20));
INSERT dbo.DatabaseLog VALUES (6, 'six'), (7, 'seven');
DELETE TOP(1) dbo.DatabaseLog WITH (READPAST)
OUTPUT deleted.*
WHERE DatabaseLogID = 7;
GO
CREATE TABLE dbo.table1
(
    id INT,
    employee VARCHAR(32)
);
GO

INSERT INTO dbo.table1 VALUES
      (1, 'Fred')
     ,(2, 'Tom')
     ,(3, 'Sally')
     ,(4, 'Alice');
GO

DECLARE @MyTableVar TABLE
(
    id INT,
    employee VARCHAR(32)
);

PRINT 'table1, before delete'
SELECT * FROM dbo.table1;
--> 1 | Fred
--> 2 | Tom
--> 3 | Sally
--> 4 | Alice

DELETE FROM dbo.table1
OUTPUT DELETED.* INTO @MyTableVar
WHERE id = 4 OR id = 2;

PRINT 'table1, after delete'
SELECT * FROM dbo.table1;
--> 1 | Fred
--> 3 | Sally

PRINT '@MyTableVar, after delete'
SELECT * FROM @MyTableVar;
--> 2 | Tom
--> 4 | Alice

DROP TABLE dbo.table1;
GO
-- A
DECLARE @MyTableVar TABLE (
    NewScrapReasonID SMALLINT,
    Name VARCHAR(50),
    ModifiedDate DATETIME);

INSERT Production.ScrapReason
    OUTPUT INSERTED.ScrapReasonID, INSERTED.Name, INSERTED.ModifiedDate
        INTO @MyTableVar
VALUES (N'Operator error', '20240101');
SELECT NewScrapReasonID, Name, ModifiedDate FROM @MyTableVar;
SELECT ScrapReasonID, Name, ModifiedDate
FROM Production.ScrapReason;
GO
-- B
DELETE Sales.ShoppingCartItem
OUTPUT DELETED.*
WHERE ShoppingCartID = 20621;
SELECT COUNT(*) AS [Rows in Table] FROM Sales.ShoppingCartItem WHERE ShoppingCartID = 20621;
GO
-- C, D
DECLARE @MyTableVar TABLE (
    EmpID INT NOT NULL,
    OldVacationHours INT,
    NewVacationHours INT,
    VacationHoursDifference INT,
    ModifiedDate DATETIME);

UPDATE TOP (10) HumanResources.Employee
SET VacationHours = VacationHours * 1.25,
    ModifiedDate = '20240101'
OUTPUT inserted.BusinessEntityID,
       deleted.VacationHours,
       inserted.VacationHours,
       inserted.VacationHours - deleted.VacationHours,
       inserted.ModifiedDate
INTO @MyTableVar;
SELECT EmpID, OldVacationHours, NewVacationHours,
    VacationHoursDifference, ModifiedDate
FROM @MyTableVar;
GO
-- E
DECLARE @MyTestVar TABLE (
    OldScrapReasonID INT NOT NULL,
    NewScrapReasonID INT NOT NULL,
    WorkOrderID INT NOT NULL,
    ProductID INT NOT NULL,
    ProductName NVARCHAR(50)NOT NULL);

UPDATE Production.WorkOrder
SET ScrapReasonID = 4
OUTPUT deleted.ScrapReasonID,
       inserted.ScrapReasonID,
       inserted.WorkOrderID,
       inserted.ProductID,
       p.Name
    INTO @MyTestVar
FROM Production.WorkOrder AS wo
    INNER JOIN Production.Product AS p
    ON wo.ProductID = p.ProductID
    AND wo.ScrapReasonID= 16
    AND p.ProductID = 733;
SELECT OldScrapReasonID, NewScrapReasonID, WorkOrderID,
    ProductID, ProductName
FROM @MyTestVar ORDER BY WorkOrderID;
GO
UPDATE Production.WorkOrder SET ScrapReasonID = 4 OUTPUT deleted.ScrapReasonID;
GO
-- F
BEGIN TRANSACTION;
DECLARE @MyTableVar TABLE (
    ProductID INT NOT NULL,
    ProductName NVARCHAR(50)NOT NULL,
    ProductModelID INT NOT NULL,
    PhotoID INT NOT NULL);

DELETE Production.ProductProductPhoto
OUTPUT DELETED.ProductID,
       p.Name,
       p.ProductModelID,
       DELETED.ProductPhotoID
    INTO @MyTableVar
FROM Production.ProductProductPhoto AS ph
JOIN Production.Product as p
    ON ph.ProductID = p.ProductID
    WHERE p.ProductModelID BETWEEN 120 and 130;
SELECT ProductID, ProductName, ProductModelID, PhotoID
FROM @MyTableVar
ORDER BY ProductModelID;
ROLLBACK;
GO
-- H
CREATE VIEW dbo.vw_ScrapReason
AS (SELECT ScrapReasonID, Name, ModifiedDate
    FROM Production.ScrapReason);
GO
CREATE TRIGGER dbo.io_ScrapReason
    ON dbo.vw_ScrapReason
INSTEAD OF INSERT
AS
BEGIN
--ScrapReasonID is not specified in the list of columns to be inserted
--because it is an IDENTITY column.
    INSERT INTO Production.ScrapReason (Name, ModifiedDate)
        OUTPUT INSERTED.ScrapReasonID, INSERTED.Name,
               INSERTED.ModifiedDate
    SELECT Name, '20040412 16:23:33.050'
    FROM inserted;
END
GO
INSERT vw_ScrapReason (ScrapReasonID, Name, ModifiedDate)
VALUES (99, N'My scrap reason','20030404');
GO
-- I
CREATE TABLE dbo.SalesPerson (LastName nvarchar(20), FirstName nvarchar(20), SalesYTD money);
INSERT dbo.SalesPerson VALUES ('Carson', 'Jillian', 3189418.3662), ('Blythe', 'Michael', 3763178.1787);
CREATE TABLE dbo.EmployeeSales
( EmployeeID   INT IDENTITY (1,5) NOT NULL,
  LastName     NVARCHAR(20) NOT NULL,
  FirstName    NVARCHAR(20) NOT NULL,
  CurrentSales MONEY NOT NULL,
  ProjectedSales AS CurrentSales * 1.10
);
GO
DECLARE @MyTableVar TABLE (
  EmployeeID   INT NOT NULL,
  LastName     NVARCHAR(20) NOT NULL,
  FirstName    NVARCHAR(20) NOT NULL,
  CurrentSales MONEY NOT NULL,
  ProjectedSales MONEY NOT NULL
  );

INSERT INTO dbo.EmployeeSales (LastName, FirstName, CurrentSales)
  OUTPUT INSERTED.EmployeeID,
         INSERTED.LastName,
         INSERTED.FirstName,
         INSERTED.CurrentSales,
         INSERTED.ProjectedSales
  INTO @MyTableVar
    SELECT LastName, FirstName, SalesYTD
    FROM dbo.SalesPerson
    ORDER BY LastName, FirstName;

SELECT EmployeeID, LastName, FirstName, CurrentSales, ProjectedSales
FROM @MyTableVar;
GO
SELECT EmployeeID, LastName, FirstName, CurrentSales, ProjectedSales
FROM dbo.EmployeeSales;
GO
-- J
DECLARE @MyTableVar TABLE (
    ProductID INT NOT NULL,
    ProductName NVARCHAR(50)NOT NULL,
    ProductModelID INT NOT NULL,
    PhotoID INT NOT NULL);

DELETE Production.ProductProductPhoto
OUTPUT DELETED.ProductID,
       p.Name,
       p.ProductModelID,
       DELETED.ProductPhotoID
    INTO @MyTableVar
OUTPUT DELETED.ProductID, DELETED.ProductPhotoID, CAST('20240101' AS datetime) AS DeletedDate
FROM Production.ProductProductPhoto AS ph
JOIN Production.Product as p
    ON ph.ProductID = p.ProductID
WHERE p.ProductID BETWEEN 800 and 810;
SELECT ProductID, ProductName, PhotoID, ProductModelID
FROM @MyTableVar;
GO
-- K
CREATE TABLE Production.ProductInventory (ProductID int PRIMARY KEY, Quantity smallint);
INSERT Production.ProductInventory VALUES (707, 3), (708, 10), (709, 2);
CREATE TABLE Sales.SalesOrderHeader (SalesOrderID int PRIMARY KEY, OrderDate datetime);
INSERT Sales.SalesOrderHeader VALUES (1, '20070401'), (2, '20070401'), (3, '20070402');
CREATE TABLE Sales.SalesOrderDetail (SalesOrderID int, ProductID int, OrderQty smallint);
INSERT Sales.SalesOrderDetail VALUES (1, 707, 2), (2, 707, 1), (1, 708, 4), (3, 709, 5);
CREATE TABLE Production.ZeroInventory (DeletedProductID int, RemovedOnDate DateTime);
GO

INSERT INTO Production.ZeroInventory (DeletedProductID, RemovedOnDate)
SELECT ProductID, '20240101'
FROM
(   MERGE Production.ProductInventory AS pi
    USING (SELECT ProductID, SUM(OrderQty) FROM Sales.SalesOrderDetail AS sod
           JOIN Sales.SalesOrderHeader AS soh
           ON sod.SalesOrderID = soh.SalesOrderID
           AND soh.OrderDate = '20070401'
           GROUP BY ProductID) AS src (ProductID, OrderQty)
    ON (pi.ProductID = src.ProductID)
    WHEN MATCHED AND pi.Quantity - src.OrderQty <= 0
        THEN DELETE
    WHEN MATCHED
        THEN UPDATE SET pi.Quantity = pi.Quantity - src.OrderQty
    OUTPUT $action, deleted.ProductID) AS Changes (Action, ProductID)
WHERE Action = 'DELETE';
IF @@ROWCOUNT = 0
PRINT 'Warning: No rows were inserted';
GO
SELECT DeletedProductID, RemovedOnDate
FROM Production.ZeroInventory;
SELECT * FROM Production.ProductInventory;
GO
-- Arguments and Remarks: what the clause and its target must not be.
CREATE TABLE dbo.t (a int, b int);
INSERT dbo.t VALUES (1, 2);
CREATE TABLE dbo.parent (a int PRIMARY KEY);
CREATE TABLE dbo.child (a int REFERENCES dbo.parent);
CREATE TABLE dbo.checked (a int CHECK (a > 0));
CREATE TABLE dbo.triggered (a int);
CREATE TABLE dbo.id (i int IDENTITY, a int, c AS a + 1);
GO
CREATE VIEW dbo.v AS SELECT a FROM dbo.id;
GO
CREATE TRIGGER dbo.tr ON dbo.triggered AFTER INSERT AS PRINT 'triggered';
GO
INSERT dbo.t OUTPUT inserted.a INTO dbo.parent VALUES (1, 2);
GO
INSERT dbo.t OUTPUT inserted.a INTO dbo.child VALUES (1, 2);
GO
INSERT dbo.t OUTPUT inserted.a INTO dbo.checked VALUES (1, 2);
GO
INSERT dbo.t OUTPUT inserted.a INTO dbo.triggered VALUES (1, 2);
GO
INSERT dbo.t OUTPUT inserted.a INTO dbo.v VALUES (1, 2);
GO
INSERT dbo.t OUTPUT inserted.a INTO dbo.id VALUES (3, 4);
SELECT * FROM dbo.id;
GO
INSERT dbo.t OUTPUT inserted.a, inserted.b INTO dbo.id VALUES (3, 4);
GO
INSERT dbo.t OUTPUT deleted.a VALUES (1, 2);
GO
DELETE dbo.t OUTPUT inserted.a;
GO
DELETE dbo.t OUTPUT a;
GO
DELETE dbo.t OUTPUT SUM(deleted.a);
GO
DELETE dbo.t OUTPUT (SELECT 1);
GO
DELETE dbo.t OUTPUT $action;
GO
INSERT dbo.t OUTPUT inserted.a EXECUTE ('SELECT 1, 2');
GO
DELETE x OUTPUT x.a FROM dbo.t AS x;
GO
INSERT dbo.t VALUES (1, 2);
DECLARE @v int = 1;
UPDATE dbo.t SET @v = a, a = 9 OUTPUT @v AS before;
SELECT @v AS after;
GO
CREATE FUNCTION dbo.f() RETURNS int AS BEGIN DECLARE @t table (a int); INSERT dbo.t OUTPUT inserted.a INTO dbo.id VALUES (1, 2); RETURN 1; END;
GO
INSERT dbo.parent SELECT a FROM (DELETE dbo.t OUTPUT deleted.a) AS x;
GO
INSERT dbo.triggered SELECT a FROM (DELETE dbo.t OUTPUT deleted.a) AS x;
GO
INSERT dbo.v SELECT a FROM (DELETE dbo.t OUTPUT deleted.a) AS x;
GO
INSERT dbo.id (a) OUTPUT inserted.a INTO dbo.t (a) SELECT a FROM (DELETE dbo.t OUTPUT deleted.a) AS x;
GO
INSERT dbo.id (a) SELECT MAX(a) FROM (DELETE dbo.t OUTPUT deleted.a) AS x;
GO
INSERT dbo.id (a) SELECT a FROM (DELETE dbo.t OUTPUT deleted.a) AS x WHERE a IN (SELECT a FROM dbo.id);
GO
INSERT dbo.t VALUES (3, 4);
DECLARE c CURSOR FOR SELECT a FROM dbo.t FOR UPDATE;
OPEN c;
FETCH c;
UPDATE dbo.t SET b = 5 OUTPUT deleted.b, inserted.b AS new WHERE CURRENT OF c;
CLOSE c;
DEALLOCATE c;
GO
