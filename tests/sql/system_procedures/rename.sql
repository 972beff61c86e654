-- docs/relational-databases/system-stored-procedures/sp-rename-transact-sql.md; the examples' names, in dbo.
CREATE DATABASE S;
GO
USE S;
CREATE TABLE dbo.SalesTerritory(TerritoryID int IDENTITY(5, 5), Name varchar(20), Sales money CONSTRAINT few CHECK (Sales < 100));
INSERT INTO dbo.SalesTerritory(Name, Sales) VALUES ('north', 10), ('south', 20);
GO
-- A. A table.
EXEC sp_rename 'dbo.SalesTerritory', 'SalesTerr';
GO
SELECT TerritoryID, Name FROM dbo.SalesTerr;
GO
SELECT TerritoryID FROM dbo.SalesTerritory;
GO
-- B. A column. The values, and the identity, stay.
EXEC sp_rename 'dbo.SalesTerr.TerritoryID', 'TerrID', 'COLUMN';
GO
INSERT INTO dbo.SalesTerr(Name) VALUES ('east');
SELECT TerrID, Name FROM SalesTerr;
GO
EXEC sp_rename 'SalesTerr.[Name]', 'Last Name', 'column';
GO
SELECT [Last Name] FROM dbo.SalesTerr WHERE TerrID = 5;
GO
-- E. A constraint.
EXEC sp_rename 'dbo.few', 'not_many';
GO
INSERT INTO dbo.SalesTerr(Sales) VALUES (100);
GO
-- 15336: the constraint names the column.
EXEC sp_rename 'dbo.SalesTerr.Sales', 'Dollars', 'COLUMN';
GO
-- A procedure: its text stays as it is.
CREATE PROCEDURE dbo.old_name AS PRINT 'runs';
GO
EXEC sp_rename 'old_name', 'new_name', 'OBJECT';
GO
EXEC dbo.new_name;
EXEC dbo.old_name;
SELECT OBJECT_DEFINITION(OBJECT_ID('dbo.new_name')) AS text;
GO
-- Undone with its transaction.
BEGIN TRANSACTION;
EXEC sp_rename 'SalesTerr', 'Territories';
GO
SELECT COUNT(*) AS rows FROM dbo.Territories;
ROLLBACK;
GO
SELECT COUNT(*) AS rows FROM dbo.SalesTerr;
GO
-- Kept.
EXEC sp_rename 'SalesTerr', 'Kept';
GO
-- @restart
USE S;
SELECT TerrID, [Last Name] FROM dbo.Kept;
GO
-- 15225, 15248, 15335, 15249, 15250, 15253, 15223, 201.
EXEC sp_rename 'dbo.nothing', 'something';
EXEC sp_rename 'dbo.Kept.nothing', 'something', 'COLUMN';
EXEC sp_rename 'dbo.nothing.TerrID', 'something', 'COLUMN';
EXEC sp_rename 'dbo.Kept', 'new_name';
EXEC sp_rename 'dbo.Kept.TerrID', 'sales', 'COLUMN';
EXEC sp_rename 'dbo.Kept', 'x', 'TABLE';
EXEC sp_rename 'master.dbo.Kept', 'x';
EXEC sp_rename '[dbo', 'x';
EXEC sp_rename NULL, 'x';
EXEC sp_rename 'dbo.Kept', NULL;
EXEC sp_rename 'dbo.Kept';
SELECT COUNT(*) AS rows FROM dbo.Kept;
GO
-- C. An index; E. a key, whose index is called as it is.
CREATE TABLE dbo.ProductVendor(ProductID int CONSTRAINT PK_ProductVendor PRIMARY KEY, VendorID int CONSTRAINT UQ_Vendor UNIQUE);
INSERT INTO dbo.ProductVendor VALUES (1, 10);
GO
EXEC sp_rename N'dbo.ProductVendor.UQ_Vendor', N'IX_VendorID', N'INDEX';
EXEC sp_rename 'dbo.PK_ProductVendor', 'PK_Product';
GO
INSERT INTO dbo.ProductVendor VALUES (2, 10);
INSERT INTO dbo.ProductVendor VALUES (1, 11);
GO
EXEC sp_rename N'dbo.ProductVendor.UQ_Vendor', N'x', N'INDEX';
EXEC sp_rename N'dbo.ProductVendor.IX_VendorID', N'pk_product', N'INDEX';
EXEC sp_rename 'dbo.PK_Product', 'Kept';
GO
-- @restart
USE S;
INSERT INTO dbo.ProductVendor VALUES (3, 10);
SELECT ProductID, VendorID FROM dbo.ProductVendor;
GO
-- The object type DATABASE.
EXEC sp_rename 'S', 'T', 'DATABASE';
GO
-- Without a type, `table.name` is a column, or else an index; an object of this name comes first. The message of a name in use has the type as it is written.
CREATE SCHEMA sales;
GO
CREATE TABLE dbo.terms(id int CONSTRAINT PK_terms PRIMARY KEY, name varchar(10), kept int);
CREATE INDEX by_name ON dbo.terms(name);
CREATE TABLE sales.terms(id int);
GO
EXEC sp_rename 'terms.name', 'title';
EXEC sp_rename 'dbo.terms.by_name', 'by_title';
EXEC sp_rename 'sales.terms', 'rates';
SELECT COL_NAME(OBJECT_ID('dbo.terms'), 2) AS second, INDEX_COL('dbo.terms', 2, 1) AS indexed, OBJECT_ID('sales.terms') AS gone, name FROM sys.indexes WHERE object_id = OBJECT_ID('dbo.terms') AND index_id = 2;
GO
EXEC sp_rename 'terms.title', 'kept';
EXEC sp_rename 'terms.title', 'kept', 'Column';
EXEC sp_rename 'terms.by_title', 'PK_terms';
EXEC sp_rename 'terms.nothing', 'x';
EXEC sp_rename 'nothing', 'x', 'object';
GO
