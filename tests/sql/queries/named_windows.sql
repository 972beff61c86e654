-- docs/t-sql/queries/select-window-transact-sql.md (the page's examples over its rows), and IGNORE NULLS and RESPECT NULLS of
-- docs/t-sql/functions/lag-transact-sql.md, first-value-transact-sql.md and their kin.
CREATE DATABASE G;
GO
USE G;
GO
SET NOCOUNT ON;
CREATE TABLE dbo.SalesOrderDetail(SalesOrderID int NOT NULL, ProductID int NOT NULL, OrderQty smallint NOT NULL);
INSERT INTO dbo.SalesOrderDetail VALUES (43659, 776, 1), (43659, 777, 3), (43659, 778, 1), (43659, 771, 1), (43659, 772, 1), (43659, 773, 2), (43659, 774, 1), (43659, 714, 3), (43659, 716, 1), (43659, 709, 6),
 (43659, 712, 2), (43659, 711, 4), (43664, 772, 1), (43664, 775, 4), (43664, 714, 1), (43664, 716, 1), (43664, 777, 2), (43664, 771, 3), (43664, 773, 1), (43664, 778, 1);
GO
-- B: one window, several functions.
SELECT SalesOrderID, ProductID, OrderQty, SUM(OrderQty) OVER win AS Total, AVG(OrderQty) OVER win AS [Avg], COUNT(OrderQty) OVER win AS [Count], MIN(OrderQty) OVER win AS [Min], MAX(OrderQty) OVER win AS [Max]
FROM dbo.SalesOrderDetail WHERE SalesOrderID IN (43659, 43664) WINDOW win AS (PARTITION BY SalesOrderID) ORDER BY SalesOrderID, ProductID;
GO
-- C: OVER adds to a window.
SELECT SalesOrderID AS OrderNumber, ProductID, OrderQty AS Qty, SUM(OrderQty) OVER win AS Total, AVG(OrderQty) OVER (win PARTITION BY SalesOrderID) AS Avg,
    COUNT(OrderQty) OVER (win ROWS BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING) AS Count
FROM dbo.SalesOrderDetail WHERE SalesOrderID IN (43659, 43664) AND CAST(ProductID AS varchar(10)) LIKE '71%' WINDOW win AS (ORDER BY SalesOrderID, ProductID) ORDER BY 1, 2;
GO
-- D: forward and backward references.
SELECT SalesOrderID AS OrderNumber, ProductID, OrderQty AS Qty, SUM(OrderQty) OVER win2 AS Total, AVG(OrderQty) OVER win1 AS Avg
FROM dbo.SalesOrderDetail WHERE SalesOrderID IN (43659, 43664) AND CAST(ProductID AS varchar(10)) LIKE '71%'
WINDOW win1 AS (win3), win2 AS (ORDER BY SalesOrderID, ProductID), win3 AS (win2 PARTITION BY SalesOrderID) ORDER BY 1, 2;
GO
SELECT ProductID, ROW_NUMBER() OVER w AS n FROM dbo.SalesOrderDetail WHERE SalesOrderID = 43664 WINDOW w AS (ORDER BY OrderQty DESC, ProductID) ORDER BY RANK() OVER w;
GO
SELECT SUM(OrderQty) OVER nobody FROM dbo.SalesOrderDetail WINDOW w AS (PARTITION BY SalesOrderID);
GO
SELECT SUM(OrderQty) OVER w FROM dbo.SalesOrderDetail;
GO
SELECT SUM(OrderQty) OVER w FROM dbo.SalesOrderDetail WINDOW w AS (w ORDER BY ProductID);
GO
SELECT SUM(OrderQty) OVER a FROM dbo.SalesOrderDetail WINDOW a AS (b), b AS (c), c AS (a);
GO
SELECT SUM(OrderQty) OVER a FROM dbo.SalesOrderDetail WINDOW a AS (ORDER BY ProductID), A AS (ORDER BY SalesOrderID);
GO
SELECT SUM(OrderQty) OVER (a ORDER BY SalesOrderID) FROM dbo.SalesOrderDetail WINDOW a AS (ORDER BY ProductID);
GO
SELECT ROW_NUMBER() OVER a FROM dbo.SalesOrderDetail WINDOW a AS (PARTITION BY ProductID);
GO
-- NULLs that are passed over.
CREATE TABLE dbo.log(id int NOT NULL, v int NULL);
INSERT INTO dbo.log VALUES (1, NULL), (2, 20), (3, NULL), (4, NULL), (5, 50), (6, NULL);
SELECT id, LAG(v) IGNORE NULLS OVER (ORDER BY id) AS lag1, LAG(v) RESPECT NULLS OVER (ORDER BY id) AS lag_plain, LAG(v, 2, -1) IGNORE NULLS OVER (ORDER BY id) AS lag2, LEAD(v) IGNORE NULLS OVER (ORDER BY id) AS lead1,
    LEAD(v, 0) IGNORE NULLS OVER (ORDER BY id) AS own
FROM dbo.log ORDER BY id;
SELECT id, FIRST_VALUE(v) IGNORE NULLS OVER (ORDER BY id) AS f, LAST_VALUE(v) IGNORE NULLS OVER (ORDER BY id) AS l, LAST_VALUE(v) OVER (ORDER BY id) AS plain,
    FIRST_VALUE(v) IGNORE NULLS OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS next_, LAST_VALUE(v) IGNORE NULLS OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS near
FROM dbo.log ORDER BY id;
GO
-- Frames from the beginning, to the end, around, behind, and empty ones.
SELECT id, SUM(id) OVER (ORDER BY id ROWS UNBOUNDED PRECEDING) AS up_to, SUM(id) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS from_, SUM(id) OVER (ORDER BY id ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING) AS behind,
    SUM(id) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before, SUM(id) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS around, COUNT(v) OVER (ORDER BY id ROWS BETWEEN 3 PRECEDING AND 2 PRECEDING) AS far,
    MAX(v) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS most, MIN(v) OVER (ORDER BY id) AS least
FROM dbo.log ORDER BY id;
GO
SELECT ROW_NUMBER() IGNORE NULLS OVER (ORDER BY id) FROM dbo.log;
GO
