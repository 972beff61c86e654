-- Examples of docs/t-sql/statements/alter-function-transact-sql.md, alter-procedure-transact-sql.md, alter-view-transact-sql.md,
-- alter-trigger-transact-sql.md, disable-trigger-transact-sql.md, enable-trigger-transact-sql.md, drop-trigger-transact-sql.md,
-- drop-function-transact-sql.md, drop-sequence-transact-sql.md and drop-synonym-transact-sql.md, with small stand-ins for
-- AdventureWorks.
CREATE DATABASE D;
GO
USE D;
SET NOCOUNT ON;
GO
CREATE SCHEMA Purchasing;
GO
CREATE SCHEMA HumanResources;
GO
CREATE SCHEMA Person;
GO
CREATE SCHEMA Sales;
GO
CREATE TABLE Purchasing.Vendor (BusinessEntityID int PRIMARY KEY, Name nvarchar(50), CreditRating tinyint, ActiveFlag bit);
INSERT Purchasing.Vendor VALUES (1, 'LL Bikes', 1, 1), (2, 'Trail Bikes', 4, 0);
CREATE TABLE HumanResources.Employee (BusinessEntityID int PRIMARY KEY, HireDate date);
INSERT HumanResources.Employee VALUES (1, '20090114'), (2, '20010131');
CREATE TABLE Person.Person (BusinessEntityID int PRIMARY KEY, FirstName nvarchar(50), LastName nvarchar(50));
INSERT Person.Person VALUES (1, 'Ken', 'Sánchez'), (2, 'Terri', 'Duffy');
CREATE TABLE Person.Address (AddressID int PRIMARY KEY);
CREATE TABLE Sales.SalesPersonQuotaHistory (BusinessEntityID int PRIMARY KEY);
GO
-- alter-procedure-transact-sql.md
CREATE PROCEDURE Purchasing.uspVendorAllInfo
AS
    SET NOCOUNT ON;
    SELECT v.Name AS Vendor FROM Purchasing.Vendor AS v;
GO
ALTER PROCEDURE Purchasing.uspVendorAllInfo
    @Product VARCHAR(25)
AS
    SET NOCOUNT ON;
    SELECT LEFT(v.Name, 25) AS Vendor, @Product AS 'Product name',
    'Rating' = CASE v.CreditRating
        WHEN 1 THEN 'Superior'
        WHEN 2 THEN 'Excellent'
        WHEN 3 THEN 'Above average'
        WHEN 4 THEN 'Average'
        WHEN 5 THEN 'Below average'
        ELSE 'No rating'
    END
    , Availability = CASE v.ActiveFlag
        WHEN 1 THEN 'Yes'
        ELSE 'No'
    END
    FROM Purchasing.Vendor AS v
    ORDER BY v.Name ASC;
GO
EXEC Purchasing.uspVendorAllInfo N'LL Crankarm';
GO
ALTER PROCEDURE Purchasing.nothing AS PRINT 1;
GO
ALTER PROCEDURE Purchasing.uspVendorAllInfo WITH ENCRYPTION, RECOMPILE, EXECUTE AS OWNER FOR REPLICATION AS PRINT 1;
GO
ALTER PROCEDURE Purchasing.uspVendorAllInfo WITH ENCRYPTION, EXECUTE AS OWNER AS PRINT 1;
EXEC Purchasing.uspVendorAllInfo;
GO
SELECT definition FROM sys.sql_modules WHERE object_id = OBJECT_ID('Purchasing.uspVendorAllInfo');
GO
ALTER VIEW Purchasing.uspVendorAllInfo AS SELECT 1 AS one;
GO
-- alter-view-transact-sql.md
CREATE VIEW HumanResources.EmployeeHireDate
AS
SELECT p.FirstName, p.LastName, e.HireDate
FROM HumanResources.Employee AS e JOIN Person.Person AS  p
ON e.BusinessEntityID = p.BusinessEntityID ;
GO
ALTER VIEW HumanResources.EmployeeHireDate
AS
SELECT p.FirstName, p.LastName, e.HireDate
FROM HumanResources.Employee AS e JOIN Person.Person AS  p
ON e.BusinessEntityID = p.BusinessEntityID
WHERE HireDate < CONVERT(DATETIME,'20020101',101) ;
GO
SELECT * FROM HumanResources.EmployeeHireDate;
GO
ALTER VIEW dbo.nothing AS SELECT 1 AS one;
GO
-- alter-function-transact-sql.md, drop-function-transact-sql.md
CREATE FUNCTION Sales.fn_SalesByStore (@storeid int) RETURNS TABLE AS RETURN (SELECT @storeid AS id);
GO
ALTER FUNCTION Sales.fn_SalesByStore (@storeid int) RETURNS TABLE WITH SCHEMABINDING AS RETURN (SELECT @storeid + 1 AS id);
GO
SELECT id FROM Sales.fn_SalesByStore (1);
GO
ALTER FUNCTION Sales.fn_SalesByStore (@storeid int) RETURNS int AS BEGIN RETURN 1; END;
GO
ALTER FUNCTION Sales.fn_SalesByStore (@storeid int) RETURNS @t TABLE (id int) AS BEGIN RETURN; END;
GO
ALTER FUNCTION dbo.nothing () RETURNS int AS BEGIN RETURN 1; END;
GO
IF OBJECT_ID (N'Sales.fn_SalesByStore', N'IF') IS NOT NULL
    DROP FUNCTION Sales.fn_SalesByStore;
GO
DROP FUNCTION IF EXISTS Sales.fn_SalesByStore, dbo.other;
GO
DROP FUNCTION Sales.fn_SalesByStore;
GO
-- alter-trigger-transact-sql.md
CREATE TRIGGER Sales.bonus_reminder
ON Sales.SalesPersonQuotaHistory
WITH ENCRYPTION
AFTER INSERT, UPDATE
AS RAISERROR ('Notify Compensation', 16, 10);
GO
INSERT Sales.SalesPersonQuotaHistory VALUES (1);
GO
ALTER TRIGGER Sales.bonus_reminder
ON Sales.SalesPersonQuotaHistory
AFTER INSERT
AS RAISERROR ('Notify Compensation', 16, 10);
GO
UPDATE Sales.SalesPersonQuotaHistory SET BusinessEntityID = 2;
INSERT Sales.SalesPersonQuotaHistory VALUES (3);
GO
ALTER TRIGGER Sales.nothing ON Sales.SalesPersonQuotaHistory AFTER INSERT AS PRINT 1;
GO
ALTER TRIGGER Sales.bonus_reminder ON Person.Address AFTER INSERT AS PRINT 1;
GO
-- disable-trigger-transact-sql.md, enable-trigger-transact-sql.md
CREATE TRIGGER Person.uAddress ON Person.Address AFTER INSERT AS PRINT 'uAddress';
GO
DISABLE TRIGGER Person.uAddress ON Person.Address;
GO
INSERT Person.Address VALUES (1);
ENABLE TRIGGER Person.uAddress ON Person.Address;
INSERT Person.Address VALUES (2);
GO
CREATE TRIGGER safety ON DATABASE
FOR DROP_TABLE, ALTER_TABLE
AS
   PRINT 'You must disable Trigger "safety" to drop or alter tables!'
   ROLLBACK;
GO
CREATE TABLE dbo.t (a int);
GO
DROP TABLE dbo.t;
GO
DISABLE TRIGGER safety ON DATABASE;
GO
DROP TABLE dbo.t;
GO
ENABLE TRIGGER safety ON DATABASE;
SELECT name, is_disabled FROM sys.triggers ORDER BY name;
GO
DISABLE TRIGGER ALL ON DATABASE;
DISABLE TRIGGER ALL ON Person.Address;
SELECT name, is_disabled FROM sys.triggers ORDER BY name;
GO
DISABLE TRIGGER ALL ON ALL SERVER;
ENABLE TRIGGER ALL ON ALL SERVER;
GO
DISABLE TRIGGER nothing ON Person.Address;
GO
DISABLE TRIGGER Person.uAddress ON dbo.nothing;
GO
-- drop-trigger-transact-sql.md
IF OBJECT_ID ('Person.uAddress', 'TR') IS NOT NULL
   DROP TRIGGER Person.uAddress;
GO
IF EXISTS (SELECT * FROM sys.triggers
    WHERE parent_class = 0 AND name = 'safety')
DROP TRIGGER safety
ON DATABASE;
GO
DROP TRIGGER IF EXISTS Person.uAddress;
GO
DROP TRIGGER Person.uAddress;
GO
DROP TRIGGER safety ON DATABASE;
GO
DROP TRIGGER safety ON ALL SERVER;
GO
-- drop-sequence-transact-sql.md
CREATE SEQUENCE dbo.CountBy1 START WITH 1 INCREMENT BY 1;
GO
DROP SEQUENCE CountBy1 ;
GO
DROP SEQUENCE IF EXISTS CountBy1 ;
GO
DROP SEQUENCE CountBy1 ;
GO
CREATE SEQUENCE dbo.s;
CREATE TABLE dbo.uses (a int DEFAULT NEXT VALUE FOR dbo.s);
GO
DROP SEQUENCE dbo.s;
GO
-- drop-synonym-transact-sql.md
CREATE SYNONYM MyProduct FOR Person.Address;
GO
DROP SYNONYM MyProduct;
GO
DROP SYNONYM IF EXISTS MyProduct;
GO
DROP SYNONYM MyProduct;
GO
DROP SYNONYM Person.Address;
GO
