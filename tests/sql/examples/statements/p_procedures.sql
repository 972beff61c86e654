-- Examples of docs/relational-databases/system-stored-procedures/: sp-executesql-transact-sql.md, sp-rename-transact-sql.md,
-- sp-addextendedproperty-transact-sql.md and sp-sequence-get-range-transact-sql.md. Tables of AdventureWorks have small stand-ins.
CREATE DATABASE D;
GO
USE D;
SET NOCOUNT ON;
GO
CREATE SCHEMA Test;
GO
CREATE SCHEMA HumanResources;
GO
-- sp_sequence_get_range, A and B
CREATE SEQUENCE Test.RangeSeq AS int START WITH 1 INCREMENT BY 1 MINVALUE 1 MAXVALUE 25 CYCLE CACHE 10;
GO
DECLARE @range_first_value_output sql_variant;
EXEC sys.sp_sequence_get_range @sequence_name = N'Test.RangeSeq', @range_size = 4, @range_first_value = @range_first_value_output OUTPUT;
SELECT @range_first_value_output AS FirstNumber;
GO
DECLARE @FirstSeqNum sql_variant, @LastSeqNum sql_variant, @CycleCount int, @SeqIncr sql_variant, @SeqMinVal sql_variant, @SeqMaxVal sql_variant;
EXEC sys.sp_sequence_get_range @sequence_name = N'Test.RangeSeq', @range_size = 5, @range_first_value = @FirstSeqNum OUTPUT, @range_last_value = @LastSeqNum OUTPUT, @range_cycle_count = @CycleCount OUTPUT, @sequence_increment = @SeqIncr OUTPUT, @sequence_min_value = @SeqMinVal OUTPUT, @sequence_max_value = @SeqMaxVal OUTPUT;
SELECT @FirstSeqNum AS FirstVal, @LastSeqNum AS LastVal, @CycleCount AS CycleCount, @SeqIncr AS SeqIncrement, @SeqMinVal AS MinSeq, @SeqMaxVal AS MaxSeq;
GO
-- sp_executesql, an output parameter, and A to C
CREATE TABLE HumanResources.Employee (BusinessEntityID int CONSTRAINT PK_Employee_BusinessEntityID PRIMARY KEY, JobTitle nvarchar(50), BirthDate date CONSTRAINT CK_Employee_BirthDate CHECK (BirthDate > '19300101'), ManagerID int CONSTRAINT FK_Employee_Person_BusinessEntityID REFERENCES HumanResources.Employee);
INSERT HumanResources.Employee VALUES (109, N'Chief Executive Officer', '19690129', NULL), (197, N'Production Technician - WC10', '19700101', 109);
GO
DECLARE @IntVariable int;
DECLARE @SQLString nvarchar(500);
DECLARE @ParmDefinition nvarchar(500);
DECLARE @max_title varchar(30);
SET @IntVariable = 197;
SET @SQLString = N'SELECT @max_titleOUT = max(JobTitle) FROM D.HumanResources.Employee WHERE BusinessEntityID = @level';
SET @ParmDefinition = N'@level tinyint, @max_titleOUT varchar(30) OUTPUT';
EXECUTE sp_executesql @SQLString, @ParmDefinition, @level = @IntVariable, @max_titleOUT=@max_title OUTPUT;
SELECT @max_title AS max_title;
GO
EXECUTE sp_executesql N'SELECT JobTitle FROM D.HumanResources.Employee WHERE BusinessEntityID = @level', N'@level tinyint', @level = 109;
GO
CREATE TABLE May1998Sales (OrderID int PRIMARY KEY, CustomerID int NOT NULL, OrderDate datetime NULL CHECK (DATEPART(yy, OrderDate) = 1998), OrderMonth int CHECK (OrderMonth = 5), DeliveryDate datetime NULL, CHECK (DATEPART(mm, OrderDate) = OrderMonth))
GO
CREATE PROCEDURE InsertSales @PrmOrderID INT, @PrmCustomerID INT, @PrmOrderDate DATETIME, @PrmDeliveryDate DATETIME
AS
DECLARE @InsertString NVARCHAR(500)
DECLARE @OrderMonth INT
SET @InsertString = 'INSERT INTO ' + SUBSTRING( DATENAME(mm, @PrmOrderDate), 1, 3) + CAST(DATEPART(yy, @PrmOrderDate) AS CHAR(4) ) + 'Sales' +
       ' VALUES (@InsOrderID, @InsCustID, @InsOrdDate,' + ' @InsOrdMonth, @InsDelDate)'
SET @OrderMonth = DATEPART(mm, @PrmOrderDate)
EXEC sp_executesql @InsertString,
     N'@InsOrderID INT, @InsCustID INT, @InsOrdDate DATETIME,
       @InsOrdMonth INT, @InsDelDate DATETIME',
     @PrmOrderID, @PrmCustomerID, @PrmOrderDate, @OrderMonth, @PrmDeliveryDate
GO
EXEC InsertSales 1, 22276, '19980504', '19980506';
SELECT * FROM May1998Sales;
GO
-- sp_rename, A to E
CREATE TABLE Test.SalesTerritory (TerritoryID int, Name nvarchar(50));
CREATE INDEX IX_ProductVendor_VendorID ON Test.SalesTerritory (Name);
CREATE TYPE Phone FROM nvarchar(25);
GO
EXEC sp_rename 'Test.SalesTerritory.TerritoryID', 'TerrID', 'COLUMN';
GO
EXEC sp_rename N'Test.SalesTerritory.IX_ProductVendor_VendorID', N'IX_VendorID', N'INDEX';
GO
EXEC sp_rename 'Test.SalesTerritory', 'SalesTerr';
GO
EXEC sp_rename N'Phone', N'Telephone', N'USERDATATYPE';
GO
SELECT c.name, (SELECT name FROM sys.indexes AS i WHERE i.object_id = c.object_id AND index_id > 0) AS i, (SELECT name FROM sys.types WHERE is_user_defined = 1) AS t FROM sys.columns AS c WHERE object_id = OBJECT_ID('Test.SalesTerr') AND column_id = 1;
GO
sp_rename 'HumanResources.PK_Employee_BusinessEntityID', 'PK_EmployeeID';
GO
sp_rename 'HumanResources.CK_Employee_BirthDate', 'CK_BirthDate';
GO
sp_rename 'HumanResources.FK_Employee_Person_BusinessEntityID', 'FK_EmployeeID';
GO
SELECT name, SCHEMA_NAME(schema_id) AS schema_name, type_desc FROM sys.objects WHERE parent_object_id = (OBJECT_ID('HumanResources.Employee')) AND type IN ('C', 'F', 'PK') ORDER BY name;
GO
-- sp_addextendedproperty, A to F, H and I
CREATE TYPE dbo.OrderNumber FROM nvarchar(25);
CREATE USER CustomApp WITHOUT LOGIN;
GO
EXEC sp_addextendedproperty @name = N'Caption', @value = 'AdventureWorks2012 Sample OLTP Database';
EXEC sp_addextendedproperty @name = N'Caption', @value = 'Postal code is a required column.', @level0type = N'Schema', @level0name = 'Test', @level1type = N'Table', @level1name = 'SalesTerr', @level2type = N'Column', @level2name = 'Name';
EXEC sp_addextendedproperty @name = N'Input Mask ', @value = '99999 or 99999-9999 or #### ###', @level0type = N'Schema', @level0name = 'Test', @level1type = N'Table', @level1name = 'SalesTerr', @level2type = N'Column', @level2name = 'Name';
EXECUTE sys.sp_addextendedproperty @name = N'MS_DescriptionExample', @value = N'Contains objects related to employees and departments.', @level0type = N'SCHEMA', @level0name = 'HumanResources';
EXEC sys.sp_addextendedproperty @name = N'MS_DescriptionExample', @value = N'Street address information.', @level0type = N'SCHEMA', @level0name = 'Test', @level1type = N'TABLE', @level1name = 'SalesTerr';
EXEC sys.sp_addextendedproperty @name = N'MS_Description', @value = N'Data type (alias) of an order number.', @level0type = N'SCHEMA', @level0name = N'dbo', @level1type = N'TYPE', @level1name = N'OrderNumber';
EXEC sys.sp_addextendedproperty @name = N'MS_Description', @value = N'User for an application.', @level0type = N'USER', @level0name = N'CustomApp';
GO
SELECT class_desc, name, CAST(value AS nvarchar(60)) AS value FROM sys.extended_properties ORDER BY class, minor_id, name;
GO
