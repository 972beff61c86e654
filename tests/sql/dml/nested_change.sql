-- docs/t-sql/queries/output-clause-transact-sql.md, "Inserting Data Returned From an OUTPUT Clause Into a Table" (example K, smaller), and
-- docs/t-sql/statements/merge-transact-sql.md (example D): a change whose rows are the source of an INSERT.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.ProductInventory(ProductID int NOT NULL, Quantity int NOT NULL);
CREATE TABLE dbo.SalesOrderDetail(ProductID int NOT NULL, OrderQty int NOT NULL);
CREATE TABLE dbo.ZeroInventory(DeletedProductID int, RemovedOnDate varchar(10) NOT NULL DEFAULT 'today');
INSERT INTO dbo.ProductInventory VALUES (1, 10), (2, 5), (3, 8);
INSERT INTO dbo.SalesOrderDetail VALUES (1, 3), (2, 5), (3, 1);
GO
INSERT INTO dbo.ZeroInventory (DeletedProductID)
SELECT ProductID FROM (
    MERGE dbo.ProductInventory AS pi USING (SELECT ProductID, SUM(OrderQty) FROM dbo.SalesOrderDetail GROUP BY ProductID) AS src (ProductID, OrderQty) ON (pi.ProductID = src.ProductID)
    WHEN MATCHED AND pi.Quantity - src.OrderQty <= 0 THEN DELETE
    WHEN MATCHED THEN UPDATE SET pi.Quantity = pi.Quantity - src.OrderQty
    OUTPUT $action, deleted.ProductID) AS Changes (Action, ProductID)
WHERE Action = 'DELETE';
IF @@ROWCOUNT = 0 PRINT 'Warning: No rows were inserted';
GO
SELECT DeletedProductID, RemovedOnDate FROM dbo.ZeroInventory;
SELECT ProductID, Quantity FROM dbo.ProductInventory ORDER BY ProductID;
GO
-- UPDATE, DELETE and INSERT inside; names of the change's own; expressions; an identity column; OUTPUT of the outer INSERT.
CREATE TABLE dbo.log(n int IDENTITY(1, 1), what varchar(10), id int, old int, new int);
INSERT INTO dbo.log (what, id, old, new)
SELECT 'update', u.id, u.was, u.is_ FROM (UPDATE dbo.ProductInventory SET Quantity += 100 OUTPUT deleted.ProductID AS id, deleted.Quantity AS was, inserted.Quantity AS is_ WHERE ProductID = 1) AS u;
INSERT INTO dbo.log (what, id) OUTPUT inserted.n, inserted.id SELECT 'delete', d.ProductID FROM (DELETE dbo.ProductInventory OUTPUT deleted.* WHERE ProductID >= 3) AS d;
INSERT INTO dbo.log (what, id, new) SELECT 'insert', i.a, i.b * 2 FROM (INSERT INTO dbo.ProductInventory OUTPUT inserted.ProductID, inserted.Quantity VALUES (7, 70), (8, 80)) AS i(a, b) WHERE i.a > 7;
INSERT INTO dbo.log (what, id) SELECT 'none', d.ProductID FROM (DELETE dbo.ProductInventory OUTPUT deleted.ProductID WHERE ProductID = 999) AS d;
SELECT n, what, id, old, new FROM dbo.log ORDER BY n;
SELECT ProductID, Quantity FROM dbo.ProductInventory ORDER BY ProductID;
GO
-- Both happen, or none.
CREATE TABLE dbo.strict(id int NOT NULL CONSTRAINT CK_strict CHECK (id < 8));
INSERT INTO dbo.strict SELECT d.ProductID FROM (DELETE dbo.ProductInventory OUTPUT deleted.ProductID) AS d;
GO
SELECT COUNT(*) AS n FROM dbo.strict;
SELECT COUNT(*) AS n FROM dbo.ProductInventory;
GO
-- The table that is changed may be the one that takes the rows.
INSERT INTO dbo.ProductInventory SELECT d.ProductID + 100, d.Quantity FROM (DELETE dbo.ProductInventory OUTPUT deleted.ProductID, deleted.Quantity WHERE ProductID > 1) AS d;
SELECT ProductID, Quantity FROM dbo.ProductInventory ORDER BY ProductID;
GO
-- 10716: no OUTPUT; 10729: no source of an INSERT; 8155, 207.
INSERT INTO dbo.log (id) SELECT d.id FROM (DELETE dbo.ProductInventory) AS d(id);
GO
SELECT d.ProductID FROM (DELETE dbo.ProductInventory OUTPUT deleted.ProductID) AS d;
GO
INSERT INTO dbo.log (id) SELECT d.ProductID FROM (DELETE dbo.ProductInventory OUTPUT deleted.ProductID + 1) AS d;
GO
INSERT INTO dbo.log (id) SELECT d.nobody FROM (DELETE dbo.ProductInventory OUTPUT deleted.ProductID) AS d;
GO
SELECT COUNT(*) AS n FROM dbo.ProductInventory;
GO
