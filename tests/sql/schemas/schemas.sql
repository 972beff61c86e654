-- t-sql/statements/create-schema-transact-sql.md, drop-schema-transact-sql.md, alter-schema-transact-sql.md;
-- relational-databases/system-catalog-views/schemas-catalog-views-sys-schemas.md;
-- t-sql/functions/schema-id-transact-sql.md, schema-name-transact-sql.md, object-schema-name-transact-sql.md;
-- errors 2714, 2759, 2760, 3729, 15150, 15151, 15347, 15530:
-- relational-databases/errors-events/database-engine-events-and-errors.md
CREATE DATABASE d;
GO
USE d;
GO
CREATE SCHEMA Sales;
GO
CREATE SCHEMA Stock AUTHORIZATION dbo;
GO
-- A name is there once, whatever its case.
CREATE SCHEMA SALES;
GO
CREATE SCHEMA Other AUTHORIZATION nobody;
GO
SELECT 1 AS x; CREATE SCHEMA Third;
GO
-- Two tables of one name, in two schemas and in dbo.
CREATE TABLE Sales.Region(id INT NOT NULL CONSTRAINT PK_Region PRIMARY KEY, name CHAR(5) NOT NULL);
CREATE TABLE Stock.Region(id INT NOT NULL CONSTRAINT PK_Region PRIMARY KEY, place INT);
CREATE TABLE Region(id INT);
INSERT Sales.Region VALUES(1, 'north'), (2, 'south');
INSERT d.Stock.Region VALUES(7, 70);
INSERT Region VALUES(11);
SELECT id FROM Region;
SELECT s.id, s.name, Stock.Region.place FROM d.Sales.Region AS s, Stock.Region;
SELECT Sales.Region.id, r.id AS own FROM Sales.Region, dbo.Region AS r WHERE Sales.Region.id = 1;
GO
CREATE TABLE Nowhere.t(a INT);
GO
CREATE TABLE sys.t(a INT);
GO
SELECT * FROM Sales.Missing;
GO
UPDATE Sales.Region SET name = 'east' WHERE id = 1;
DELETE FROM d.Sales.Region WHERE id = 2;
ALTER TABLE Sales.Region ADD size INT NULL;
CREATE INDEX by_name ON Sales.Region(name);
TRUNCATE TABLE Stock.Region;
SELECT * FROM Sales.Region WITH (TABLOCK);
SELECT COUNT(*) AS n FROM Stock.Region;
SELECT o.name AS object, s.name AS in_schema, o.type FROM sys.objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id
WHERE o.is_ms_shipped = 0 ORDER BY s.name, o.name;
SELECT name, schema_id, principal_id FROM sys.schemas ORDER BY schema_id;
SELECT SCHEMA_ID() AS own, SCHEMA_ID('sales') AS sales, SCHEMA_ID('none') AS none, SCHEMA_NAME() AS name, SCHEMA_NAME(6) AS sixth,
       SCHEMA_NAME(99) AS no_name, OBJECT_SCHEMA_NAME(OBJECT_ID('Stock.Region')) AS of_region;
SELECT CASE WHEN OBJECT_ID('Sales.PK_Region') <> OBJECT_ID('[Stock].PK_Region') THEN 'two' END AS keys, OBJECT_ID('PK_Region') AS none;
SELECT TABLE_SCHEMA, TABLE_NAME FROM INFORMATION_SCHEMA.TABLES ORDER BY TABLE_SCHEMA, TABLE_NAME;
SELECT SCHEMA_NAME, SCHEMA_OWNER FROM INFORMATION_SCHEMA.SCHEMATA ORDER BY SCHEMA_NAME;
GO
-- Views, functions, procedures and sequences.
CREATE VIEW Sales.Names AS SELECT id, name FROM Region;
GO
-- Inside a module a name means its schema's own object first, and dbo's otherwise.
CREATE PROCEDURE Sales.Show AS SELECT COUNT(*) AS of_sales FROM Region; SELECT COUNT(*) AS of_dbo FROM Only; EXEC Inner1;
GO
CREATE PROCEDURE Sales.Inner1 AS PRINT 'inner of Sales';
GO
CREATE PROCEDURE Inner1 AS PRINT 'inner of dbo';
GO
CREATE TABLE Only(a INT);
GO
CREATE FUNCTION Sales.Twice(@x INT) RETURNS INT AS BEGIN RETURN @x + (SELECT COUNT(*) FROM Region) END;
GO
CREATE SEQUENCE Sales.Numbers AS INT START WITH 5;
GO
SELECT * FROM Sales.Names;
EXEC Sales.Show;
EXEC Inner1;
SELECT Sales.Twice(10) AS twice, NEXT VALUE FOR Sales.Numbers AS number;
-- A string is a batch of its own, of nobody's schema.
EXEC('SELECT COUNT(*) AS n FROM Stock.Region; EXEC Inner1');
GO
EXEC Show;
GO
-- Only what is empty can be dropped.
DROP SCHEMA Sales;
GO
DROP SCHEMA dbo;
GO
DROP SCHEMA Missing;
GO
DROP SCHEMA IF EXISTS Missing;
DROP TABLE Stock.Region;
DROP SCHEMA Stock;
SELECT SCHEMA_ID('Stock') AS stock;
GO
-- An object keeps its id, and goes with its keys and rows.
CREATE SCHEMA Archive;
GO
SELECT OBJECT_ID('Sales.Region') AS before INTO dbo.ids;
ALTER SCHEMA Archive TRANSFER Sales.Region;
ALTER SCHEMA Archive TRANSFER OBJECT::Sales.Numbers;
ALTER SCHEMA Archive TRANSFER OBJECT::Sales.Inner1;
SELECT COUNT(*) AS kept FROM dbo.ids WHERE before = OBJECT_ID('Archive.Region');
SELECT * FROM Archive.Region;
SELECT NEXT VALUE FOR Archive.Numbers AS number;
EXEC Archive.Inner1;
SELECT SCHEMA_NAME(schema_id) AS of_key FROM sys.key_constraints;
GO
SELECT * FROM Sales.Region;
GO
-- The text of a module stays as it was, and its names are now looked for in its new schema.
ALTER SCHEMA dbo TRANSFER Sales.Show;
EXEC Show;
GO
ALTER SCHEMA Archive TRANSFER dbo.Region;
GO
ALTER SCHEMA Archive TRANSFER Archive.PK_Region;
GO
ALTER SCHEMA Archive TRANSFER dbo.Nothing;
GO
ALTER SCHEMA Missing TRANSFER dbo.Region;
GO
ALTER SCHEMA sys TRANSFER dbo.Region;
GO
CREATE TABLE dbo.Checked(a INT CHECK (a > Sales.Twice(1)));
ALTER SCHEMA dbo TRANSFER Sales.Twice;
GO
USE master;
DROP DATABASE d;
GO
