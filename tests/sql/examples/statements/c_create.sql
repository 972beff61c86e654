-- Examples of docs/t-sql/statements/create-*.md, insert, merge and alter-schema; tables of AdventureWorks have small stand-ins.
CREATE DATABASE D;
GO
USE D;
SET NOCOUNT ON;
GO
CREATE SCHEMA Production;
GO
CREATE SCHEMA Person;
GO
CREATE SCHEMA Sales;
GO
-- create-synonym-transact-sql.md, A: the stand-in has the five products of the result.
CREATE TABLE Production.Product (ProductID int PRIMARY KEY, Name nvarchar(50));
INSERT Production.Product VALUES (1, N'Adjustable Race'), (2, N'Bearing Ball'), (3, N'BB Ball Bearing'), (4, N'Headset Ball Bearings'), (316, N'Blade');
GO
CREATE SYNONYM MyProduct FOR D.Production.Product;
GO
SELECT ProductID, Name FROM MyProduct WHERE ProductID < 5;
GO
-- C
CREATE FUNCTION dbo.OrderDozen (@OrderAmt int)
RETURNS int
WITH EXECUTE AS CALLER
AS
BEGIN
IF @OrderAmt % 12 <> 0
BEGIN
    SET @OrderAmt += 12 - (@OrderAmt % 12)
END
RETURN(@OrderAmt);
END;
GO
DECLARE @Amt int;
SET @Amt = 15;
SELECT @Amt AS OriginalOrder, dbo.OrderDozen(@Amt) AS ModifiedOrder;
CREATE SYNONYM dbo.CorrectOrder FOR dbo.OrderDozen;
GO
DECLARE @Amt int;
SET @Amt = 15;
SELECT @Amt AS OriginalOrder, dbo.CorrectOrder(@Amt) AS ModifiedOrder;
GO
-- create-type-transact-sql.md, A, C and D
CREATE TYPE SSN FROM varchar(11) NOT NULL;
GO
CREATE TYPE LocationTableType AS TABLE (LocationName VARCHAR(50), CostRate INT);
GO
CREATE TYPE InventoryItem AS TABLE ([Name] NVARCHAR(50) NOT NULL, SupplierId BIGINT NOT NULL, Price DECIMAL (18, 4) NULL, PRIMARY KEY (Name), INDEX IX_InventoryItem_Price (Price))
GO
SELECT name, max_length, is_nullable, is_table_type FROM sys.types WHERE is_user_defined = 1 ORDER BY name;
GO
-- create-procedure-transact-sql.md, F: parameters that return values
CREATE PROCEDURE Production.uspGetList @Product varchar(40), @MaxPrice money, @ComparePrice money OUTPUT, @ListPrice money OUT
AS
    SELECT p.[Name] AS Product, p.ListPrice AS 'List Price'
    FROM (VALUES ('Road-750 Black, 58', $539.99), ('Mountain-500 Silver, 40', $564.99), ('Road-150 Red, 62', $3578.27)) AS p (Name, ListPrice)
    WHERE p.Name LIKE @Product AND p.ListPrice < @MaxPrice;
SET @ListPrice = (SELECT MAX(p.ListPrice) FROM (VALUES ($539.99), ($564.99)) AS p (ListPrice) WHERE p.ListPrice < @MaxPrice);
SET @ComparePrice = @MaxPrice;
GO
DECLARE @ComparePrice money, @Cost money;
EXECUTE Production.uspGetList '%-%', 700, @ComparePrice OUT, @Cost OUTPUT
IF @Cost <= @ComparePrice
BEGIN
    PRINT 'These products can be purchased for less than $'+RTRIM(CAST(@ComparePrice AS varchar(20)))+'.'
END
ELSE
    PRINT 'The prices for all products in this category exceed $'+RTRIM(CAST(@ComparePrice AS varchar(20)))+'.';
GO
-- G
CREATE TABLE Production.Location (Name varchar(50), CostRate int, Availability int, ModifiedDate datetime);
GO
CREATE PROCEDURE usp_InsertProductionLocation @TVP LocationTableType READONLY
AS
SET NOCOUNT ON
INSERT INTO D.[Production].[Location] ([Name], [CostRate], [Availability], [ModifiedDate]) SELECT *, 0, GETDATE() FROM @TVP;
GO
DECLARE @LocationTVP AS LocationTableType;
INSERT INTO @LocationTVP (LocationName, CostRate) SELECT [Name], 0.00 FROM Production.Product;
EXEC usp_InsertProductionLocation @LocationTVP;
SELECT COUNT(*) AS n FROM Production.Location;
GO
-- H
CREATE PROCEDURE dbo.uspCurrencyCursor @CurrencyCursor CURSOR VARYING OUTPUT
AS
    SET NOCOUNT ON;
    SET @CurrencyCursor = CURSOR FORWARD_ONLY STATIC FOR SELECT ProductID, Name FROM Production.Product WHERE ProductID < 3;
    OPEN @CurrencyCursor;
GO
DECLARE @MyCursor CURSOR;
EXEC dbo.uspCurrencyCursor @CurrencyCursor = @MyCursor OUTPUT;
WHILE (@@FETCH_STATUS = 0)
BEGIN;
    FETCH NEXT FROM @MyCursor;
END;
CLOSE @MyCursor;
DEALLOCATE @MyCursor;
GO
-- J: a work order with a row that references it can't be deleted first.
CREATE TABLE Production.WorkOrder (WorkOrderID int CONSTRAINT PK_WorkOrder PRIMARY KEY);
CREATE TABLE Production.WorkOrderRouting (WorkOrderID int CONSTRAINT FK_Routing REFERENCES Production.WorkOrder);
INSERT Production.WorkOrder VALUES (13), (15);
INSERT Production.WorkOrderRouting VALUES (13), (15);
GO
CREATE PROCEDURE Production.uspDeleteWorkOrder (@WorkOrderID int)
AS
SET NOCOUNT ON;
BEGIN TRY
   BEGIN TRANSACTION
   DELETE FROM Production.WorkOrderRouting WHERE WorkOrderID = @WorkOrderID;
   DELETE FROM Production.WorkOrder WHERE WorkOrderID = @WorkOrderID;
   COMMIT
END TRY
BEGIN CATCH
  IF @@TRANCOUNT > 0
     ROLLBACK
  DECLARE @ErrorMessage nvarchar(4000), @ErrorSeverity int;
  SELECT @ErrorMessage = ERROR_MESSAGE(), @ErrorSeverity = ERROR_SEVERITY();
  RAISERROR(@ErrorMessage, @ErrorSeverity, 1);
END CATCH;
GO
EXEC Production.uspDeleteWorkOrder 13;
GO
ALTER PROCEDURE Production.uspDeleteWorkOrder (@WorkOrderID int)
AS
BEGIN TRY
   BEGIN TRANSACTION
   DELETE FROM Production.WorkOrder WHERE WorkOrderID = @WorkOrderID;
   DELETE FROM Production.WorkOrderRouting WHERE WorkOrderID = @WorkOrderID;
   COMMIT TRANSACTION
END TRY
BEGIN CATCH
  IF @@TRANCOUNT > 0
     ROLLBACK TRANSACTION
  DECLARE @ErrorMessage nvarchar(4000), @ErrorSeverity int;
  SELECT @ErrorMessage = ERROR_MESSAGE(), @ErrorSeverity = ERROR_SEVERITY();
  RAISERROR(@ErrorMessage, @ErrorSeverity, 1);
END CATCH;
GO
EXEC Production.uspDeleteWorkOrder 15;
GO
SELECT WorkOrderID FROM Production.WorkOrder;
DROP PROCEDURE Production.uspDeleteWorkOrder;
GO
-- K
CREATE PROCEDURE Production.uspEncryptThis
WITH ENCRYPTION
AS
    SET NOCOUNT ON;
    SELECT ProductID FROM Production.Product;
GO
EXEC sp_helptext 'Production.uspEncryptThis';
GO
SELECT definition FROM sys.sql_modules WHERE object_id = OBJECT_ID('Production.uspEncryptThis');
GO
-- create-view-transact-sql.md, E
CREATE TABLE dbo.SUPPLY1 (supplyID INT PRIMARY KEY CHECK (supplyID BETWEEN 1 and 150), supplier CHAR(50));
CREATE TABLE dbo.SUPPLY2 (supplyID INT PRIMARY KEY CHECK (supplyID BETWEEN 151 and 300), supplier CHAR(50));
CREATE TABLE dbo.SUPPLY3 (supplyID INT PRIMARY KEY CHECK (supplyID BETWEEN 301 and 450), supplier CHAR(50));
CREATE TABLE dbo.SUPPLY4 (supplyID INT PRIMARY KEY CHECK (supplyID BETWEEN 451 and 600), supplier CHAR(50));
GO
CREATE VIEW dbo.all_supplier_view
WITH SCHEMABINDING
AS
SELECT supplyID, supplier FROM dbo.SUPPLY1
UNION ALL
SELECT supplyID, supplier FROM dbo.SUPPLY2
UNION ALL
SELECT supplyID, supplier FROM dbo.SUPPLY3
UNION ALL
SELECT supplyID, supplier FROM dbo.SUPPLY4;
GO
INSERT dbo.all_supplier_view VALUES ('1', 'CaliforniaCorp'), ('5', 'BraziliaLtd')
, ('231', 'FarEast'), ('280', 'NZ')
, ('321', 'EuroGroup'), ('442', 'UKArchip')
, ('475', 'India'), ('521', 'Afrique');
GO
SELECT COUNT(*) AS n FROM dbo.all_supplier_view;
GO
-- create-table-transact-sql.md, Temporary tables: the nested procedure sees its own table.
CREATE PROCEDURE dbo.Test2
AS
    CREATE TABLE #t (x INT PRIMARY KEY);
    INSERT INTO #t VALUES (2);
    SELECT Test2Col = x FROM #t;
GO
CREATE PROCEDURE dbo.Test1
AS
    CREATE TABLE #t (x INT PRIMARY KEY);
    INSERT INTO #t VALUES (1);
    SELECT Test1Col = x FROM #t;
    EXEC Test2;
GO
CREATE TABLE #t (x INT PRIMARY KEY);
INSERT INTO #t VALUES (99);
GO
EXEC Test1;
GO
-- create-table-transact-sql-identity-property.md, A and B
CREATE TABLE new_employees (id_num int IDENTITY(1,1), fname varchar (20), minit char(1), lname varchar(30));
INSERT new_employees (fname, minit, lname) VALUES ('Karin', 'F', 'Josephs');
INSERT new_employees (fname, minit, lname) VALUES ('Pirkko', 'O', 'Koskitalo');
SELECT * FROM new_employees;
GO
CREATE TABLE img (id_num int IDENTITY(1,1), company_name sysname);
INSERT img(company_name) VALUES ('New Moon Books');
INSERT img(company_name) VALUES ('Lucerne Publishing');
SET IDENTITY_INSERT img ON;
DECLARE @minidentval smallint;
DECLARE @nextidentval smallint;
SELECT @minidentval = MIN($IDENTITY) FROM img
IF @minidentval = IDENT_SEED('img')
    SELECT @nextidentval = MIN($IDENTITY) + IDENT_INCR('img')
    FROM img t1
    WHERE $IDENTITY BETWEEN IDENT_SEED('img') AND 32766 AND
      NOT EXISTS (SELECT * FROM img t2 WHERE t2.$IDENTITY = t1.$IDENTITY + IDENT_INCR('img'))
ELSE
    SELECT @nextidentval = IDENT_SEED('img');
SET IDENTITY_INSERT img OFF;
SELECT @nextidentval AS nextidentval;
GO
-- insert-transact-sql.md, D (without the values of rowversion)
CREATE TABLE dbo.T1 (column_1 AS 'Computed column ' + column_2, column_2 varchar(30) CONSTRAINT default_name DEFAULT ('my column default'), column_3 rowversion, column_4 varchar(40) NULL);
GO
INSERT INTO dbo.T1 (column_4) VALUES ('Explicit value');
INSERT INTO dbo.T1 (column_2, column_4) VALUES ('Explicit value', 'Explicit value');
INSERT INTO dbo.T1 (column_2) VALUES ('Explicit value');
INSERT INTO T1 DEFAULT VALUES;
GO
SELECT column_1, column_2, column_4 FROM dbo.T1;
GO
DROP TABLE dbo.T1;
GO
-- E
CREATE TABLE dbo.T1 (column_1 int IDENTITY, column_2 VARCHAR(30));
GO
INSERT T1 VALUES ('Row #1');
INSERT T1 (column_2) VALUES ('Row #2');
GO
SET IDENTITY_INSERT T1 ON;
GO
INSERT INTO T1 (column_1, column_2) VALUES (-99, 'Explicit identity value');
GO
SELECT column_1, column_2 FROM T1;
GO
DROP TABLE dbo.T1;
GO
-- F, whose column list ends with a comma
CREATE TABLE dbo.T1 (column_1 int IDENTITY, column_2 uniqueidentifier,);
GO
INSERT INTO dbo.T1 (column_2) VALUES (NEWID());
INSERT INTO T1 DEFAULT VALUES;
GO
SELECT column_1, IIF(column_2 IS NULL, 'NULL', 'a GUID') AS column_2 FROM dbo.T1;
GO
DROP TABLE dbo.T1;
GO
-- H
CREATE TABLE Sales.SalesPerson (BusinessEntityID int, SalesYTD money);
CREATE TABLE Person.Person (BusinessEntityID int, LastName nvarchar(50), FirstName nvarchar(50));
INSERT Sales.SalesPerson VALUES (275, $3763178.18), (190, $1), (276, $4251368.55);
INSERT Person.Person VALUES (275, N'Blythe', N'Michael'), (190, N'X', N'Y'), (276, N'Mitchell', N'Linda');
CREATE TABLE dbo.EmployeeSales (DataSource varchar(20) NOT NULL, BusinessEntityID varchar(11) NOT NULL, LastName varchar(40) NOT NULL, SalesDollars money NOT NULL);
GO
CREATE PROCEDURE dbo.uspGetEmployeeSales
AS
    SET NOCOUNT ON;
    SELECT 'PROCEDURE', sp.BusinessEntityID, c.LastName, sp.SalesYTD
    FROM Sales.SalesPerson AS sp INNER JOIN Person.Person AS c ON sp.BusinessEntityID = c.BusinessEntityID
    WHERE sp.BusinessEntityID LIKE '2%'
    ORDER BY sp.BusinessEntityID, c.LastName;
GO
INSERT INTO dbo.EmployeeSales
    SELECT 'SELECT', sp.BusinessEntityID, c.LastName, sp.SalesYTD
    FROM Sales.SalesPerson AS sp INNER JOIN Person.Person AS c ON sp.BusinessEntityID = c.BusinessEntityID
    WHERE sp.BusinessEntityID LIKE '2%'
    ORDER BY sp.BusinessEntityID, c.LastName;
GO
INSERT INTO dbo.EmployeeSales EXECUTE dbo.uspGetEmployeeSales;
GO
INSERT INTO dbo.EmployeeSales EXECUTE ('
SELECT ''EXEC STRING'', sp.BusinessEntityID, c.LastName, sp.SalesYTD
FROM Sales.SalesPerson AS sp INNER JOIN Person.Person AS c ON sp.BusinessEntityID = c.BusinessEntityID
WHERE sp.BusinessEntityID LIKE ''2%''
ORDER BY sp.BusinessEntityID, c.LastName
');
GO
SELECT DataSource, BusinessEntityID, LastName, SalesDollars FROM dbo.EmployeeSales;
GO
DROP TABLE dbo.EmployeeSales;
GO
-- J, the second form
CREATE TABLE dbo.EmployeeSales (EmployeeID nvarchar(11) NOT NULL, LastName nvarchar(20) NOT NULL, FirstName nvarchar(20) NOT NULL, YearlySales money NOT NULL);
GO
INSERT INTO dbo.EmployeeSales
    OUTPUT inserted.EmployeeID, inserted.FirstName, inserted.LastName, inserted.YearlySales
    SELECT TOP (5) sp.BusinessEntityID, c.LastName, c.FirstName, sp.SalesYTD
    FROM Sales.SalesPerson AS sp INNER JOIN Person.Person AS c ON sp.BusinessEntityID = c.BusinessEntityID
    WHERE sp.SalesYTD > 250000.00
    ORDER BY sp.SalesYTD DESC;
GO
-- K
CREATE TABLE T1 (column_1 int, column_2 varchar(30));
GO
CREATE VIEW V1 AS SELECT column_2, column_1 FROM T1;
GO
INSERT INTO V1 VALUES ('Row 1', 1);
GO
SELECT column_1, column_2 FROM T1;
GO
SELECT column_1, column_2 FROM V1;
GO
-- L
DECLARE @MyTableVar table (LocationID int NOT NULL, CostRate smallmoney NOT NULL, NewCostRate AS CostRate * 1.5, ModifiedDate datetime);
INSERT INTO @MyTableVar (LocationID, CostRate, ModifiedDate) VALUES (10, 22.5, '20080430');
SELECT LocationID, CostRate, CAST(NewCostRate AS decimal(10,4)) AS NewCostRate, ModifiedDate FROM @MyTableVar;
GO
-- merge-transact-sql.md, A
CREATE TABLE Production.UnitMeasure (UnitMeasureCode nchar(3) PRIMARY KEY, Name nvarchar(50), ModifiedDate datetime DEFAULT '20230101');
CREATE TABLE #MyTempTable (ExistingCode nchar(3), ExistingName nvarchar(50), ExistingDate datetime, ActionTaken nvarchar(10), NewCode nchar(3), NewName nvarchar(50), NewDate datetime);
GO
CREATE PROCEDURE dbo.InsertUnitMeasure @UnitMeasureCode nchar(3), @Name nvarchar(25)
AS
BEGIN
    SET NOCOUNT ON;
    UPDATE Production.UnitMeasure SET Name = @Name WHERE UnitMeasureCode = @UnitMeasureCode
    IF (@@ROWCOUNT = 0)
    BEGIN
        INSERT INTO Production.UnitMeasure (UnitMeasureCode, Name) VALUES (@UnitMeasureCode, @Name)
    END
END;
GO
EXEC InsertUnitMeasure @UnitMeasureCode = 'ABC', @Name = 'Test Value';
SELECT UnitMeasureCode, Name FROM Production.UnitMeasure WHERE UnitMeasureCode = 'ABC';
GO
ALTER PROCEDURE dbo.InsertUnitMeasure @UnitMeasureCode nchar(3), @Name nvarchar(25)
AS
BEGIN
    SET NOCOUNT ON;
    MERGE Production.UnitMeasure AS target
    USING (SELECT @UnitMeasureCode, @Name) AS source (UnitMeasureCode, Name)
    ON (target.UnitMeasureCode = source.UnitMeasureCode)
    WHEN MATCHED THEN
        UPDATE SET Name = source.Name
    WHEN NOT MATCHED THEN
        INSERT (UnitMeasureCode, Name) VALUES (source.UnitMeasureCode, source.Name)
    OUTPUT deleted.*, $action, inserted.* INTO #MyTempTable;
END;
GO
EXEC InsertUnitMeasure @UnitMeasureCode = 'ABC', @Name = 'New Test Value';
EXEC InsertUnitMeasure @UnitMeasureCode = 'XYZ', @Name = 'Test Value';
EXEC InsertUnitMeasure @UnitMeasureCode = 'ABC', @Name = 'Another Test Value';
SELECT ExistingCode, ExistingName, ActionTaken, NewCode, NewName FROM #MyTempTable;
DELETE FROM Production.UnitMeasure WHERE UnitMeasureCode IN ('ABC', 'XYZ');
GO
-- C
CREATE TABLE Sales.SalesReason (Name nvarchar(50), ReasonType nvarchar(50));
INSERT Sales.SalesReason VALUES (N'Review', N'Other');
GO
DECLARE @SummaryOfChanges TABLE (Change VARCHAR(20));
MERGE INTO Sales.SalesReason AS Target
USING (VALUES ('Recommendation', 'Other'), ('Review', 'Marketing'), ('Internet', 'Promotion')) AS Source (NewName, NewReasonType)
ON Target.Name = Source.NewName
WHEN MATCHED THEN
UPDATE SET ReasonType = Source.NewReasonType
WHEN NOT MATCHED BY TARGET THEN
INSERT (Name, ReasonType) VALUES (NewName, NewReasonType)
OUTPUT $action INTO @SummaryOfChanges;
SELECT Change, COUNT(*) AS CountPerChange FROM @SummaryOfChanges GROUP BY Change ORDER BY Change;
GO
-- alter-schema-transact-sql.md, A and B
ALTER SCHEMA Sales TRANSFER Person.Person;
GO
CREATE TYPE Production.TestType FROM [varchar](10) NOT NULL;
GO
SELECT sys.types.name, sys.schemas.name FROM sys.types JOIN sys.schemas ON sys.types.schema_id = sys.schemas.schema_id WHERE sys.types.name = 'TestType';
GO
ALTER SCHEMA Person TRANSFER type::Production.TestType;
GO
SELECT sys.types.name, sys.schemas.name FROM sys.types JOIN sys.schemas ON sys.types.schema_id = sys.schemas.schema_id WHERE sys.types.name = 'TestType';
GO
