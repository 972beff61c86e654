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
-- Refused by name.
EXEC sp_rename 'dbo.Kept.i', 'j', 'INDEX';
GO
