-- Examples of docs/t-sql/queries/hints-transact-sql-table.md, hints-transact-sql-query.md, hints-transact-sql-join.md and
-- option-clause-transact-sql.md, over small stand-ins for tables of AdventureWorks, and what their Remarks forbid.
-- queries/hints, indexes/hints, dml/change_path_hints and refused/hints have more.
CREATE DATABASE D;
GO
USE D;
SET NOCOUNT ON;
GO
CREATE SCHEMA Sales;
GO
CREATE SCHEMA Production;
GO
CREATE TABLE Production.Product (ProductID int PRIMARY KEY, Name nvarchar(50), ProductNumber nvarchar(25), ListPrice money);
INSERT Production.Product VALUES (1, 'Road-250', 'BK-R89R-44', 100), (2, 'Helmet', 'HL-U509-R', 35), (3, 'Fork', 'FK-1639', 148);
CREATE TABLE Sales.SalesOrderHeader (SalesOrderID int PRIMARY KEY, TotalDue money);
INSERT Sales.SalesOrderHeader VALUES (43659, 23153), (43660, 50), (43661, 1457);
CREATE TABLE Sales.SalesOrderDetail (SalesOrderID int, SalesOrderDetailID int, ProductID int, OrderQty smallint, UnitPrice money, LineTotal money, CONSTRAINT PK_SalesOrderDetail_SalesOrderID_SalesOrderDetailID PRIMARY KEY (SalesOrderID, SalesOrderDetailID));
INSERT Sales.SalesOrderDetail VALUES (43659, 1, 1, 6, 2, 12), (43659, 2, 2, 1, 4000, 4000), (43660, 3, 1, 9, 2, 18), (43661, 4, 3, 1, 4, 4);
CREATE TABLE Production.BillOfMaterials (BillOfMaterialsID int PRIMARY KEY, ComponentID int, StartDate date, EndDate date);
INSERT Production.BillOfMaterials VALUES (1, 533, '20100101', NULL), (2, 855, '20100202', NULL), (3, 324, '20100303', NULL);
CREATE TABLE Production.ProductReview (ProductReviewID int PRIMARY KEY, ProductID int);
INSERT Production.ProductReview VALUES (1, 1), (2, 3), (3, 3);
GO
-- Filtered index hints
CREATE NONCLUSTERED INDEX "FIBillOfMaterialsWithComponentID"
    ON Production.BillOfMaterials (ComponentID, StartDate, EndDate)
    WHERE ComponentID IN (533, 324, 753);
GO
SELECT StartDate, ComponentID FROM Production.BillOfMaterials
    WITH(INDEX (FIBillOfMaterialsWithComponentID))
    WHERE ComponentID in (533, 324, 753, 855, 924);
GO
SELECT StartDate, ComponentID FROM Production.BillOfMaterials
    WITH(INDEX (FIBillOfMaterialsWithComponentID))
    WHERE ComponentID in (533, 324, 753);
GO
-- A
UPDATE Production.Product
WITH (TABLOCK)
SET ListPrice = ListPrice * 1.10
WHERE ProductNumber LIKE 'BK-%';
SELECT ListPrice FROM Production.Product WHERE ProductID = 1;
GO
-- B
SELECT *
FROM Sales.SalesOrderHeader AS h
INNER JOIN Sales.SalesOrderDetail AS d WITH (FORCESEEK)
    ON h.SalesOrderID = d.SalesOrderID
WHERE h.TotalDue > 100
AND (d.OrderQty > 5 OR d.LineTotal < 1000.00);
GO
SELECT h.SalesOrderID, h.TotalDue, d.OrderQty
FROM Sales.SalesOrderHeader AS h
    INNER JOIN Sales.SalesOrderDetail AS d
    WITH (FORCESEEK (PK_SalesOrderDetail_SalesOrderID_SalesOrderDetailID (SalesOrderID)))
    ON h.SalesOrderID = d.SalesOrderID
WHERE h.TotalDue > 100
AND (d.OrderQty > 5 OR d.LineTotal < 1000.00);
GO
-- C
SELECT h.SalesOrderID, h.TotalDue, d.OrderQty
FROM Sales.SalesOrderHeader AS h
    INNER JOIN Sales.SalesOrderDetail AS d
    WITH (FORCESCAN)
    ON h.SalesOrderID = d.SalesOrderID
WHERE h.TotalDue > 100
AND (d.OrderQty > 5 OR d.LineTotal < 1000.00);
GO
-- FORCESEEK with columns: leading columns of the key in order, by the index's name or number.
CREATE TABLE dbo.k (id int CONSTRAINT PK_k PRIMARY KEY, a int, b int, c int, d int);
CREATE INDEX MyIndex ON dbo.k (a, b, c) INCLUDE (d);
INSERT dbo.k VALUES (1, 1, 1, 1, 1), (2, 1, 2, 1, 1), (3, 2, 1, 1, 1);
GO
SELECT id FROM dbo.k WITH (FORCESEEK (MyIndex (a))) WHERE a = 1 ORDER BY id;
SELECT id FROM dbo.k WITH (FORCESEEK (MyIndex (a, b))) WHERE a = 1 AND b > 1;
SELECT id FROM dbo.k WITH (FORCESEEK (2 (a, b))) WHERE a = 1 AND b = 1;
SELECT id FROM dbo.k WITH (FORCESEEK (PK_k (id)), NOLOCK) WHERE id = 3 AND a = 2;
SELECT id FROM dbo.k AS t WITH (FORCESEEK ([MyIndex] ([A], [B], [C]))) WHERE a = 1 AND b = 1 AND c IN (0, 1);
GO
SELECT id FROM dbo.k WITH (FORCESEEK (MyIndex (a, b))) WHERE a = 1;
GO
SELECT id FROM dbo.k WITH (FORCESEEK (MyIndex (c))) WHERE c = 1;
GO
SELECT id FROM dbo.k WITH (FORCESEEK (MyIndex (a, c))) WHERE a = 1 AND c = 1;
GO
SELECT id FROM dbo.k WITH (FORCESEEK (MyIndex (a, d))) WHERE a = 1;
GO
SELECT id FROM dbo.k WITH (FORCESEEK (MyIndex (a, b, c, id))) WHERE a = 1;
GO
SELECT id FROM dbo.k WITH (FORCESEEK (nothing (a))) WHERE a = 1;
GO
SELECT id FROM dbo.k WITH (FORCESEEK (MyIndex (a)), INDEX (MyIndex)) WHERE a = 1;
GO
SELECT id FROM dbo.k WITH (FORCESEEK, FORCESCAN) WHERE a = 1;
GO
-- Arguments and Remarks of the table hints
SELECT COUNT(*) AS n FROM dbo.k (TABLOCK);
SELECT COUNT(*) AS n FROM dbo.k WITH (TABLOCK, INDEX(MyIndex));
SELECT COUNT(*) AS n FROM dbo.k WITH (TABLOCK HOLDLOCK);
SELECT COUNT(*) AS n FROM dbo.k WITH (INDEX(MyIndex, MyIndex));
GO
SELECT COUNT(*) AS n FROM dbo.k WITH (TABLOCK, PAGLOCK);
GO
SELECT COUNT(*) AS n FROM dbo.k WITH (NOLOCK, HOLDLOCK);
GO
SELECT COUNT(*) AS n FROM dbo.k WITH (NOLOCK, ROWLOCK);
GO
SELECT COUNT(*) AS n FROM dbo.k WITH (UPDLOCK, READCOMMITTED);
SELECT COUNT(*) AS n FROM dbo.k WITH (XLOCK, ROWLOCK, NOWAIT);
GO
INSERT dbo.k WITH (NOLOCK) VALUES (9, 9, 9, 9, 9);
GO
INSERT dbo.k WITH (READPAST) VALUES (9, 9, 9, 9, 9);
GO
INSERT dbo.k WITH (READCOMMITTEDLOCK) VALUES (9, 9, 9, 9, 9);
GO
SELECT COUNT(*) AS n FROM dbo.k WITH (SPATIAL_WINDOW_MAX_CELLS = 512);
GO
SELECT COUNT(*) AS n FROM dbo.k WITH (NOTHING);
GO
SELECT COUNT(*) AS n FROM dbo.k WITH (NOEXPAND);
GO
SELECT COUNT(*) AS n FROM dbo.k WITH (SNAPSHOT);
GO
UPDATE dbo.k WITH (INDEX(MyIndex)) SET d = 1 WHERE a = 1;
GO
UPDATE dbo.k WITH (FORCESEEK) SET d = 1 WHERE a = 1;
GO
-- Query hints A to F
SELECT *
FROM Sales.SalesOrderHeader AS c
INNER JOIN Sales.SalesOrderDetail AS ca ON c.SalesOrderID = ca.SalesOrderID
WHERE ProductID = 1
ORDER BY 1
OPTION (MERGE JOIN);
GO
DECLARE @name nvarchar(50);
DECLARE @number nvarchar(25);
SET @name = 'Fork';
SET @number = 'FK-1639';
SELECT * FROM Production.Product
WHERE Name = @name AND ProductNumber = @number
OPTION ( OPTIMIZE FOR (@name = 'Seattle', @number UNKNOWN) );
GO
DECLARE @name nvarchar(50);
SELECT * FROM Production.Product WHERE Name = @name
OPTION ( OPTIMIZE FOR (@other = 'Seattle') );
GO
WITH cte (CustomerID, PersonID) AS
(
    SELECT ProductReviewID, ProductReviewID
    FROM Production.ProductReview
    WHERE ProductReviewID IS NOT NULL
  UNION ALL
    SELECT cte.CustomerID, cte.PersonID
    FROM cte
    JOIN  Production.ProductReview AS e
        ON cte.PersonID = e.ProductReviewID
)
--Uses MAXRECURSION to limit the recursive levels to 2
SELECT COUNT(*) AS n
FROM cte
OPTION (MAXRECURSION 2);
GO
SELECT 1 OPTION (MAXRECURSION 32768);
GO
SELECT *
FROM Production.ProductReview AS e1
UNION
SELECT *
FROM Production.ProductReview AS e2
OPTION (MERGE UNION);
GO
SELECT ProductID, OrderQty, SUM(LineTotal) AS Total
FROM Sales.SalesOrderDetail
WHERE UnitPrice < $5.00
GROUP BY ProductID, OrderQty
ORDER BY ProductID, OrderQty
OPTION (HASH GROUP, FAST 10);
SELECT ProductID, OrderQty, SUM(LineTotal) AS Total
FROM Sales.SalesOrderDetail
WHERE UnitPrice < $5.00
GROUP BY ProductID, OrderQty
ORDER BY ProductID, OrderQty
OPTION (MAXDOP 2);
GO
-- G to K, without plan guides
SELECT id FROM dbo.k AS e WHERE a = 1 ORDER BY id OPTION (TABLE HINT (e, INDEX (MyIndex)));
GO
-- L
SELECT * FROM Production.Product
WHERE Name = 'Fork' AND ProductNumber = 'FK-1639'
OPTION (RECOMPILE, USE HINT ('ASSUME_MIN_SELECTIVITY_FOR_FILTER_ESTIMATES', 'DISABLE_PARAMETER_SNIFFING'));
GO
SELECT 1 AS one OPTION (USE HINT ('NOTHING'));
GO
SELECT 1 AS one OPTION (HASH GROUP, HASH JOIN, USE HINT ('disable_optimizer_rowgoal'));
GO
SELECT 1 AS one OPTION (NOTHING);
GO
SELECT 1 AS one OPTION (MAX_GRANT_PERCENT = 10.5, MIN_GRANT_PERCENT = 20);
GO
SELECT 1 AS one OPTION (FAST -1);
GO
SELECT 1 AS one OPTION (PARAMETERIZATION SIMPLE);
GO
-- Join hints
SELECT p.Name, pr.ProductReviewID
FROM Production.Product AS p
LEFT OUTER HASH JOIN Production.ProductReview AS pr
ON p.ProductID = pr.ProductID
ORDER BY ProductReviewID DESC;
GO
DELETE FROM Production.ProductReview
FROM Production.ProductReview AS spqh
    INNER LOOP JOIN Production.Product AS sp
    ON spqh.ProductID = sp.ProductID
WHERE sp.ListPrice > 145;
SELECT ProductReviewID FROM Production.ProductReview;
GO
SELECT poh.SalesOrderID, pod.ProductID
FROM Sales.SalesOrderHeader AS poh
INNER MERGE JOIN Sales.SalesOrderDetail AS pod
    ON poh.SalesOrderID = pod.SalesOrderID
ORDER BY 1, 2;
GO
SELECT h.SalesOrderID FROM Sales.SalesOrderHeader AS h RIGHT LOOP JOIN Sales.SalesOrderDetail AS d ON h.SalesOrderID = d.SalesOrderID;
GO
SELECT h.SalesOrderID FROM Sales.SalesOrderHeader AS h LEFT REMOTE JOIN Sales.SalesOrderDetail AS d ON h.SalesOrderID = d.SalesOrderID;
GO
SELECT h.SalesOrderID FROM Sales.SalesOrderHeader AS h INNER REMOTE JOIN Sales.SalesOrderDetail AS d ON h.SalesOrderID = d.SalesOrderID ORDER BY 1;
GO
-- option-clause-transact-sql.md, with a label of another product
SELECT ProductID, SUM(OrderQty) AS n FROM Sales.SalesOrderDetail GROUP BY ProductID ORDER BY ProductID
OPTION (HASH JOIN, MERGE JOIN, FORCE ORDER);
GO
SELECT ProductID FROM Sales.SalesOrderDetail OPTION (LABEL = N'label1');
GO
