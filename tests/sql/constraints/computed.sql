-- docs/relational-databases/tables/specify-computed-columns-in-a-table.md; docs/t-sql/statements/create-table-transact-sql.md,
-- computed_column_expression: "A computed column is a virtual column that isn't physically stored in the table, unless the column is marked PERSISTED."
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.Products (
    ProductID int IDENTITY (1,1) NOT NULL, QtyAvailable smallint, UnitPrice money,
    InventoryValue AS QtyAvailable * UnitPrice);
GO
INSERT INTO dbo.Products (QtyAvailable, UnitPrice) VALUES (25, 2.00), (10, 1.5);
SELECT ProductID, QtyAvailable, UnitPrice, InventoryValue FROM dbo.Products;
GO
-- Without a list of columns it is left out; in SELECT * it is there.
INSERT INTO dbo.Products VALUES (3, NULL);
SELECT * FROM dbo.Products WHERE InventoryValue IS NULL OR InventoryValue > 20;
GO
-- 271: it cannot be given a value.
INSERT INTO dbo.Products (QtyAvailable, InventoryValue) VALUES (1, 1);
GO
UPDATE dbo.Products SET InventoryValue = 1;
GO
UPDATE dbo.Products SET InventoryValue = DEFAULT;
GO
-- It may be used wherever a column may.
UPDATE dbo.Products SET UnitPrice = InventoryValue WHERE InventoryValue = 50;
SELECT p.InventoryValue, COUNT(*) AS n FROM dbo.Products AS p GROUP BY p.InventoryValue ORDER BY InventoryValue DESC;
SELECT a.ProductID, b.ProductID, b.InventoryValue FROM dbo.Products AS a LEFT JOIN dbo.Products AS b ON a.InventoryValue = b.InventoryValue AND b.ProductID = 2 ORDER BY a.ProductID;
SELECT ProductID, (SELECT MAX(x.InventoryValue) FROM dbo.Products AS x WHERE x.InventoryValue <= p.InventoryValue) FROM dbo.Products AS p ORDER BY p.ProductID;
DELETE dbo.Products WHERE InventoryValue = 15;
SELECT COUNT(*) FROM dbo.Products;
GO
-- PERSISTED: stored, and computed anew when a column that it uses changes.
CREATE TABLE dbo.P (a int, b int, c AS a + b PERSISTED, d AS a * 10, e AS UPPER(f) PERSISTED, f varchar(10) DEFAULT 'def', g AS ISNULL(a, 0) PERSISTED NOT NULL);
GO
INSERT dbo.P (a, b) VALUES (1, 2);
INSERT dbo.P (a, b, f) VALUES (3, 4, 'x'), (NULL, 4, NULL);
INSERT dbo.P (a, b) SELECT b, a FROM dbo.P WHERE a = 3;
SELECT * FROM dbo.P;
UPDATE dbo.P SET a = 100 WHERE b = 2;
UPDATE dbo.P SET f = e + 'y', b = c WHERE a IS NOT NULL;
SELECT * FROM dbo.P;
GO
SELECT name, column_id, definition, is_persisted, is_nullable FROM sys.computed_columns ORDER BY object_id, column_id;
GO
-- CHECK over a stored one.
CREATE TABLE dbo.Q (a int, b AS a * a PERSISTED CHECK (b < 100), CONSTRAINT CK_ab CHECK (a > 0 OR b = 4));
GO
INSERT dbo.Q VALUES (3), (-2);
INSERT dbo.Q VALUES (10);
GO
INSERT dbo.Q VALUES (-3);
GO
UPDATE dbo.Q SET a = 12;
GO
SELECT * FROM dbo.Q;
GO
-- Conversions, dates, CASE; NULL where its columns are NULL. Its errors come when it is read.
CREATE TABLE dbo.R (a int, d date, q AS 100 / a, y AS YEAR(d), w AS CASE WHEN a > 1 THEN 'many' ELSE 'few' END, t AS CAST(a AS varchar(10)) + '!');
GO
INSERT dbo.R VALUES (2, '20240315'), (NULL, NULL);
SELECT * FROM dbo.R;
INSERT dbo.R VALUES (0, '20240315');
SELECT a, y, w, t FROM dbo.R;
GO
SELECT q FROM dbo.R WHERE a = 0;
GO
-- SELECT INTO makes a plain column of it.
SELECT a, y INTO dbo.S FROM dbo.R;
INSERT dbo.S VALUES (9, 9);
SELECT * FROM dbo.S WHERE a = 9;
GO
-- Of a table variable and a temporary table.
DECLARE @t TABLE (a int, b AS a + 1, c AS a + 2 PERSISTED);
INSERT @t VALUES (1), (2);
SELECT * FROM @t;
UPDATE @t SET a = 5 WHERE b = 2;
SELECT * FROM @t;
GO
-- 1759: over another computed column; 4936: stored, though it may differ from time to time; 1046; 8183.
CREATE TABLE dbo.X (a int, b AS a + 1, c AS b + 1);
GO
CREATE TABLE dbo.X (a int, b AS GETDATE() PERSISTED);
GO
CREATE TABLE dbo.X (a varchar(20), b AS CAST(a AS datetime) PERSISTED);
GO
CREATE TABLE dbo.X (a int, b AS (SELECT 1));
GO
CREATE TABLE dbo.X (a int, b AS a + 1 NOT NULL);
GO
CREATE TABLE dbo.X (a int, b AS a + 1 CHECK (b > 1));
GO
CREATE TABLE dbo.X (a varchar(20), b AS CONVERT(datetime, a, 126) PERSISTED, c AS GETDATE());
GO
