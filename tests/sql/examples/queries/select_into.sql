-- Examples of docs/t-sql/queries/select-into-clause-transact-sql.md, over small stand-ins for tables of AdventureWorks, and what its
-- Remarks say. dml/select_into and dml/select_into_identity have more.
CREATE DATABASE D;
GO
USE D;
SET NOCOUNT ON;
GO
CREATE SCHEMA Person;
GO
CREATE SCHEMA Production;
GO
CREATE TABLE Person.Address (AddressID int IDENTITY PRIMARY KEY, AddressLine1 nvarchar(60) NOT NULL, City nvarchar(30), StateProvinceID int, PostalCode nvarchar(15));
INSERT Person.Address VALUES ('1970 Napa Ct.', 'Bothell', 79, '98011'), ('9833 Mt. Dias Blv.', 'Calgary', 1, 'T2P 2G8');
CREATE TABLE Person.StateProvince (StateProvinceID int PRIMARY KEY, Name nvarchar(50), CountryRegionCode nvarchar(3));
INSERT Person.StateProvince VALUES (1, 'Alberta', 'CA'), (79, 'Washington', 'US');
CREATE TABLE Production.Product (ProductID int IDENTITY (1, 3) PRIMARY KEY, Name nvarchar(50) NOT NULL, ListPrice money CHECK (ListPrice >= 0), Doubled AS ListPrice * 2, Rare int SPARSE NULL, INDEX i (Name));
INSERT Production.Product (Name, ListPrice) VALUES ('Helmet', 34.99), ('Frame', 594.83);
GO
-- A
SELECT a.AddressLine1, a.City,
    sp.Name AS [State/Province], a.PostalCode
INTO dbo.EmployeeAddresses
FROM Person.Address AS a
    JOIN Person.StateProvince as sp
    ON sp.StateProvinceID = a.StateProvinceID;
GO
SELECT * FROM dbo.EmployeeAddresses ORDER BY City;
GO
-- B
ALTER DATABASE D SET RECOVERY BULK_LOGGED;
GO
SELECT * INTO dbo.NewProducts
FROM Production.Product
WHERE ListPrice > $25
AND ListPrice < $100;
GO
ALTER DATABASE D SET RECOVERY FULL;
GO
SELECT c.name, TYPE_NAME(c.user_type_id) AS type, c.is_nullable, c.is_identity, c.is_computed, c.is_sparse FROM sys.columns AS c WHERE object_id = OBJECT_ID('dbo.NewProducts') ORDER BY column_id;
SELECT COUNT(*) AS keys_and_checks FROM sys.objects WHERE parent_object_id = OBJECT_ID('dbo.NewProducts');
SELECT seed_value, increment_value, last_value FROM sys.identity_columns WHERE object_id = OBJECT_ID('dbo.NewProducts');
GO
-- C
SELECT OBJECT_NAME(object_id) AS TableName, name AS column_name,
  is_identity, seed_value, increment_value
FROM sys.identity_columns
WHERE name = 'AddressID';

SELECT IDENTITY (int, 100, 5) AS AddressID,
       a.AddressLine1, a.City, b.Name AS State, a.PostalCode
INTO Person.USAddress
FROM Person.Address AS a
INNER JOIN Person.StateProvince AS b
  ON a.StateProvinceID = b.StateProvinceID
WHERE b.CountryRegionCode = N'US';

SELECT OBJECT_NAME(object_id) AS TableName, name AS column_name,
  is_identity, seed_value, increment_value
FROM sys.identity_columns
WHERE name = 'AddressID' ORDER BY 1;
SELECT * FROM Person.USAddress;
GO
-- F
ALTER DATABASE D ADD FILEGROUP FG2;
ALTER DATABASE D
ADD FILE
(
NAME='FG2_Data',
FILENAME = 'FG2_Data.ndf'
)
TO FILEGROUP FG2;
GO
SELECT * INTO dbo.ProductXL ON FG2 FROM Production.Product;
SELECT g.name FROM sys.indexes AS i JOIN sys.filegroups AS g ON i.data_space_id = g.data_space_id WHERE i.object_id = OBJECT_ID('dbo.ProductXL');
GO
SELECT * INTO dbo.ProductXXL ON nothing FROM Production.Product;
GO
-- Remarks: where IDENTITY isn't inherited.
SELECT p.ProductID INTO dbo.of_join FROM Production.Product AS p JOIN Person.Address AS a ON p.ProductID = a.AddressID;
SELECT ProductID INTO dbo.of_union FROM Production.Product UNION ALL SELECT AddressID FROM Person.Address;
SELECT ProductID, ProductID AS again INTO dbo.of_twice FROM Production.Product;
SELECT ProductID + 0 AS ProductID INTO dbo.of_expression FROM Production.Product;
SELECT ProductID INTO dbo.of_plain FROM Production.Product ORDER BY Name;
SELECT OBJECT_NAME(object_id) AS TableName, name, is_identity, is_nullable FROM sys.columns WHERE OBJECT_NAME(object_id) LIKE 'of[_]%' ORDER BY 1, 2;
GO
SELECT ProductID, ProductID AS again INTO dbo.two FROM Production.Product;
SELECT 1 AS one INTO tempdb.dbo.elsewhere;
SELECT one FROM tempdb.dbo.elsewhere;
DROP TABLE tempdb.dbo.elsewhere;
GO
SELECT 1 AS one INTO dbo.of_plain;
GO
DECLARE @t table (a int);
SELECT 1 AS a INTO @t;
GO
SELECT 1 AS a, 2 AS A INTO dbo.named_twice;
GO
SELECT NULL AS a INTO dbo.of_null;
SELECT TYPE_NAME(system_type_id) AS type, is_nullable FROM sys.columns WHERE object_id = OBJECT_ID('dbo.of_null');
GO
SELECT * INTO dbo.of_remote FROM OPENQUERY(MyLinkServer, 'SELECT 1');
GO
