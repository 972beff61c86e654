-- An indexed view: docs/relational-databases/views/create-indexed-views.md, with its example (Revenue by day and product), reading with NOEXPAND as in
-- docs/t-sql/queries/hints-transact-sql-table.md (Using NOEXPAND), and dropping of its indexes as in docs/t-sql/statements/drop-index-transact-sql.md.
CREATE DATABASE G;
GO
USE G;
SET NUMERIC_ROUNDABORT OFF;
SET ANSI_PADDING, ANSI_WARNINGS, CONCAT_NULL_YIELDS_NULL, ARITHABORT, QUOTED_IDENTIFIER, ANSI_NULLS ON;
GO
CREATE SCHEMA Sales;
GO
CREATE TABLE Sales.SalesOrderHeader(SalesOrderID int NOT NULL PRIMARY KEY, OrderDate datetime NOT NULL);
CREATE TABLE Sales.SalesOrderDetail(SalesOrderID int NOT NULL REFERENCES Sales.SalesOrderHeader(SalesOrderID), LineID int NOT NULL, ProductID int NOT NULL, OrderQty smallint NOT NULL, UnitPrice money NOT NULL, UnitPriceDiscount money NOT NULL, CONSTRAINT DetailKey PRIMARY KEY (SalesOrderID, LineID));
INSERT Sales.SalesOrderHeader VALUES (1, '20120301'), (2, '20120301'), (3, '20120302');
INSERT Sales.SalesOrderDetail VALUES (1, 1, 700, 2, 10, 0), (1, 2, 701, 1, 5, 0), (2, 1, 700, 1, 10, 0.5), (3, 1, 700, 4, 10, 0);
GO
CREATE VIEW Sales.vOrders
   WITH SCHEMABINDING
   AS
      SELECT SUM(UnitPrice * OrderQty * (1.00 - UnitPriceDiscount)) AS Revenue,
         OrderDate, ProductID, COUNT_BIG(*) AS COUNT
      FROM Sales.SalesOrderDetail AS od, Sales.SalesOrderHeader AS o
      WHERE od.SalesOrderID = o.SalesOrderID
      GROUP BY OrderDate, ProductID;
GO
-- Without an index the hint is invalid.
SELECT ProductID FROM Sales.vOrders WITH (NOEXPAND);
GO
CREATE UNIQUE CLUSTERED INDEX IDX_V1 ON Sales.vOrders (OrderDate, ProductID);
GO
SELECT CONVERT(date, OrderDate) AS day, ProductID, CONVERT(decimal(9, 2), Revenue) AS revenue, COUNT FROM Sales.vOrders WITH (NOEXPAND) ORDER BY OrderDate, ProductID;
-- A new line of an order, a new order with its first line, a line that goes, a line that moves to another product.
INSERT Sales.SalesOrderDetail VALUES (1, 3, 700, 1, 1, 0);
INSERT Sales.SalesOrderHeader VALUES (4, '20120303');
INSERT Sales.SalesOrderDetail VALUES (4, 1, 702, 3, 2, 0);
DELETE Sales.SalesOrderDetail WHERE SalesOrderID = 1 AND LineID = 2;
UPDATE Sales.SalesOrderDetail SET ProductID = 703 WHERE SalesOrderID = 2;
SELECT CONVERT(date, OrderDate) AS day, ProductID, CONVERT(decimal(9, 2), Revenue) AS revenue, COUNT FROM Sales.vOrders WITH (NOEXPAND) ORDER BY OrderDate, ProductID;
-- A change of the other table moves whole orders.
UPDATE Sales.SalesOrderHeader SET OrderDate = '20120305' WHERE SalesOrderID IN (1, 3);
SELECT CONVERT(date, OrderDate) AS day, ProductID, CONVERT(decimal(9, 2), Revenue) AS revenue, COUNT FROM Sales.vOrders WITH (NOEXPAND) ORDER BY OrderDate, ProductID;
-- The page's last query reads the view with the hint.
SELECT CONVERT(date, OrderDate) AS day, CONVERT(decimal(9, 2), Revenue) AS revenue
FROM Sales.vOrders WITH (NOEXPAND)
WHERE OrderDate >= CONVERT(datetime,'03/01/2012', 101)
    AND OrderDate < CONVERT(datetime,'03/04/2012', 101)
ORDER BY OrderDate ASC;
-- The definition gives the same rows.
SELECT COUNT(*) AS differing FROM (SELECT * FROM Sales.vOrders EXCEPT SELECT * FROM Sales.vOrders WITH (NOEXPAND)) AS x;
SELECT COUNT(*) AS differing FROM (SELECT * FROM Sales.vOrders WITH (NOEXPAND) EXCEPT SELECT * FROM Sales.vOrders) AS x OPTION (EXPAND VIEWS);
-- After the clustered index further indexes; the name of each is in the view.
CREATE INDEX by_revenue ON Sales.vOrders (Revenue) INCLUDE (COUNT);
CREATE UNIQUE CLUSTERED INDEX second ON Sales.vOrders (ProductID, OrderDate);
GO
SELECT ProductID, COUNT FROM Sales.vOrders WITH (NOEXPAND, INDEX (by_revenue)) WHERE Revenue > 20 ORDER BY Revenue;
SELECT name, index_id, type_desc, is_unique FROM sys.indexes WHERE object_id = OBJECT_ID('Sales.vOrders') ORDER BY index_id;
SELECT index_id, rows FROM sys.partitions WHERE object_id = OBJECT_ID('Sales.vOrders') ORDER BY index_id;
SELECT name, auto_created FROM sys.stats WHERE object_id = OBJECT_ID('Sales.vOrders') ORDER BY stats_id;
SELECT OBJECTPROPERTY(OBJECT_ID('Sales.vOrders'), 'IsIndexed') AS indexed, OBJECTPROPERTY(OBJECT_ID('Sales.vOrders'), 'IsView') AS is_view, OBJECTPROPERTY(OBJECT_ID('Sales.vOrders'), 'IsTable') AS is_table,
    INDEXPROPERTY(OBJECT_ID('Sales.vOrders'), 'IDX_V1', 'IsClustered') AS is_clustered, (SELECT COUNT(*) FROM sys.tables WHERE name = 'vOrders') AS tables, (SELECT COUNT(*) FROM sys.views WHERE name = 'vOrders') AS views;
EXEC sp_rename 'Sales.vOrders.by_revenue', 'by_money', 'INDEX';
ALTER INDEX by_money ON Sales.vOrders REBUILD;
SELECT name FROM sys.indexes WHERE object_id = OBJECT_ID('Sales.vOrders') ORDER BY index_id;
GO
-- A table of an indexed view can't be truncated or dropped (truncate-table-transact-sql.md, Restrictions), nor can a column of it be altered.
TRUNCATE TABLE Sales.SalesOrderDetail;
GO
DROP TABLE Sales.SalesOrderDetail;
GO
-- Disabling the clustered index drops the view's data; changes of the tables go on, and a rebuild computes it anew.
ALTER INDEX IDX_V1 ON Sales.vOrders DISABLE;
DELETE Sales.SalesOrderDetail WHERE ProductID = 703;
GO
SELECT COUNT(*) AS n FROM Sales.vOrders WITH (NOEXPAND);
GO
ALTER INDEX ALL ON Sales.vOrders REBUILD;
SELECT CONVERT(date, OrderDate) AS day, ProductID, CONVERT(decimal(9, 2), Revenue) AS revenue, COUNT FROM Sales.vOrders WITH (NOEXPAND) ORDER BY OrderDate, ProductID;
-- Disabling the clustered index of a table disables the indexes of its views (disable-indexes-and-constraints.md).
ALTER INDEX DetailKey ON Sales.SalesOrderDetail DISABLE;
SELECT name, is_disabled FROM sys.indexes WHERE object_id = OBJECT_ID('Sales.vOrders') ORDER BY index_id;
ALTER INDEX DetailKey ON Sales.SalesOrderDetail REBUILD;
ALTER INDEX ALL ON Sales.vOrders REBUILD;
SELECT COUNT(*) AS n FROM Sales.vOrders WITH (NOEXPAND);
-- DROP INDEX of the clustered index drops all indexes; the view is virtual again.
DROP INDEX IDX_V1 ON Sales.vOrders;
SELECT COUNT(*) AS indexes FROM sys.indexes WHERE object_id = OBJECT_ID('Sales.vOrders');
SELECT COUNT(*) AS n FROM Sales.vOrders;
INSERT Sales.SalesOrderDetail VALUES (4, 2, 702, 1, 1, 0);
GO
SELECT COUNT(*) AS n FROM Sales.vOrders WITH (NOEXPAND);
GO
-- ALTER VIEW and DROP VIEW drop the indexes (alter-view-transact-sql.md, drop-view-transact-sql.md).
CREATE UNIQUE CLUSTERED INDEX again ON Sales.vOrders (OrderDate, ProductID);
GO
ALTER VIEW Sales.vOrders WITH SCHEMABINDING AS SELECT SalesOrderID, LineID FROM Sales.SalesOrderDetail;
GO
SELECT COUNT(*) AS indexes FROM sys.indexes WHERE object_id = OBJECT_ID('Sales.vOrders');
CREATE UNIQUE CLUSTERED INDEX again ON Sales.vOrders (SalesOrderID, LineID);
DROP VIEW Sales.vOrders;
DROP TABLE Sales.SalesOrderDetail;
DBCC CHECKDB WITH NO_INFOMSGS;
