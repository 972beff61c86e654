-- docs/t-sql/queries/from-using-pivot-and-unpivot.md: the page's examples (smaller), NULLs, joins beside them, and what is not allowed.
CREATE DATABASE G;
GO
USE G;
GO
SET NOCOUNT ON;
CREATE TABLE dbo.Product(Name varchar(20) NOT NULL, DaysToManufacture int NOT NULL, StandardCost decimal(10, 4) NULL);
INSERT INTO dbo.Product VALUES ('a', 0, 5.0), ('b', 0, 5.177), ('c', 1, 223.88), ('d', 2, 359.1082), ('e', 4, 949.4105), ('f', 4, NULL);
GO
SELECT 'AverageCost' AS Cost_Sorted_By_Production_Days, [0], [1], [2], [3], [4]
FROM (SELECT DaysToManufacture, StandardCost FROM dbo.Product) AS SourceTable
PIVOT (AVG(StandardCost) FOR DaysToManufacture IN ([0], [1], [2], [3], [4])) AS PivotTable;
GO
CREATE TABLE dbo.PurchaseOrderHeader(PurchaseOrderID int NOT NULL, EmployeeID int NOT NULL, VendorID int NOT NULL);
INSERT INTO dbo.PurchaseOrderHeader VALUES (1, 250, 1492), (2, 250, 1492), (3, 251, 1492), (4, 256, 1494), (5, 250, 1494), (6, 257, 1496), (7, 999, 1498);
SELECT VendorID, [250] AS Emp1, [251] AS Emp2, [256] AS Emp3, [257] AS Emp4, [260] AS Emp5
FROM (SELECT PurchaseOrderID, EmployeeID, VendorID FROM dbo.PurchaseOrderHeader) p
PIVOT (COUNT(PurchaseOrderID) FOR EmployeeID IN ([250], [251], [256], [257], [260])) AS pvt
ORDER BY pvt.VendorID;
GO
CREATE TABLE dbo.pvt(VendorID int, Emp1 int, Emp2 int, Emp3 int, Emp4 int, Emp5 int);
INSERT INTO dbo.pvt VALUES (1, 4, 3, 5, 4, 4), (2, 4, 1, 5, 5, 5), (3, 4, 3, 5, 4, NULL);
SELECT VendorID, Employee, Orders
FROM (SELECT VendorID, Emp1, Emp2, Emp3, Emp4, Emp5 FROM dbo.pvt) p
UNPIVOT (Orders FOR Employee IN (Emp1, Emp2, Emp3, Emp4, Emp5)) AS unpvt
ORDER BY VendorID, Employee;
GO
-- There and back; strings; every other aggregate; a join beside it; WHERE over the new columns.
SELECT VendorID, Emp1, Emp5 FROM (SELECT VendorID, Employee, Orders FROM dbo.pvt UNPIVOT (Orders FOR Employee IN (Emp1, Emp5)) AS u) AS s
PIVOT (SUM(Orders) FOR Employee IN (Emp1, Emp5)) AS p ORDER BY VendorID;
SELECT p.Name, p.[low], p.[high] FROM (SELECT Name, CASE WHEN StandardCost < 100 THEN 'low' ELSE 'high' END AS class, StandardCost FROM dbo.Product) AS s
PIVOT (MAX(StandardCost) FOR class IN ([low], [high])) AS p WHERE p.[low] IS NOT NULL ORDER BY p.Name;
SELECT [0] AS least FROM (SELECT DaysToManufacture, StandardCost FROM dbo.Product) AS s PIVOT (MIN(StandardCost) FOR DaysToManufacture IN ([0])) AS p;
SELECT v.name, p.[250] FROM (SELECT PurchaseOrderID, EmployeeID, VendorID FROM dbo.PurchaseOrderHeader) AS s PIVOT (COUNT(PurchaseOrderID) FOR EmployeeID IN ([250])) AS p
JOIN (VALUES (1492, 'x'), (1494, 'y')) AS v(id, name) ON v.id = p.VendorID ORDER BY v.name;
SELECT * FROM (SELECT VendorID, EmployeeID, PurchaseOrderID FROM dbo.PurchaseOrderHeader WHERE VendorID < 1496) AS s PIVOT (COUNT(PurchaseOrderID) FOR EmployeeID IN ([250], [256])) AS p ORDER BY 1;
GO
SELECT * FROM dbo.pvt UNPIVOT (Orders FOR Employee IN (Emp1, VendorID)) AS u WHERE u.Orders > 3 ORDER BY Emp2, Orders;
GO
-- No rows.
SELECT VendorID, [250] FROM (SELECT PurchaseOrderID, EmployeeID, VendorID FROM dbo.PurchaseOrderHeader WHERE 1 = 0) AS s PIVOT (COUNT(PurchaseOrderID) FOR EmployeeID IN ([250])) AS p;
GO
-- 265: a value that is a column's name; 8156: a value twice; 8167: columns of several types; 277: a column twice; 207.
SELECT * FROM dbo.PurchaseOrderHeader PIVOT (COUNT(PurchaseOrderID) FOR EmployeeID IN (VendorID)) AS p;
GO
SELECT * FROM dbo.PurchaseOrderHeader PIVOT (COUNT(PurchaseOrderID) FOR EmployeeID IN ([250], [250])) AS p;
GO
SELECT * FROM dbo.Product UNPIVOT (v FOR c IN (Name, DaysToManufacture)) AS u;
GO
SELECT * FROM dbo.pvt UNPIVOT (v FOR c IN (Emp1, Emp1)) AS u;
GO
SELECT * FROM dbo.pvt UNPIVOT (v FOR c IN (Emp1, nobody)) AS u;
GO
SELECT * FROM dbo.PurchaseOrderHeader PIVOT (COUNT(*) FOR EmployeeID IN ([250])) AS p;
GO
