-- The examples of docs/t-sql/statements/create-procedure-transact-sql.md, docs/t-sql/language-elements/execute-transact-sql.md, return-transact-sql.md,
-- docs/t-sql/functions/nestlevel-transact-sql.md and docs/relational-databases/stored-procedures/*, over small tables of their own.
CREATE DATABASE AdventureWorks;
GO
USE AdventureWorks;
CREATE TABLE dbo.vEmployeeDepartment(LastName nvarchar(50), FirstName nvarchar(50), Department nvarchar(50), EndDate date);
INSERT INTO dbo.vEmployeeDepartment VALUES (N'Ackerman', N'Pilar', N'Engineering', NULL), (N'Dickson', N'Diane', N'Sales', NULL), (N'Dole', N'Dan', N'Sales', '2012-01-01'), (N'Adams', N'Ben', N'Sales', NULL);
CREATE TABLE dbo.Product(Name nvarchar(50), ListPrice money);
INSERT INTO dbo.Product VALUES (N'Road Bike', 700), (N'Touring Bike', 650), (N'Tire', 30), (N'Best Bike', 2000);
GO
-- Create procedure, A.
CREATE PROCEDURE HumanResources_uspGetAllEmployees
AS
    SET NOCOUNT ON;
    SELECT LastName, FirstName, Department
    FROM dbo.vEmployeeDepartment;
GO
EXECUTE HumanResources_uspGetAllEmployees;
GO
EXEC HumanResources_uspGetAllEmployees;
GO
HumanResources_uspGetAllEmployees;
GO
-- B. More than one result set.
CREATE PROCEDURE dbo.uspMultipleResults
AS
SELECT TOP(1) LastName, Department FROM dbo.vEmployeeDepartment ORDER BY LastName;
SELECT TOP(2) Name, ListPrice FROM dbo.Product ORDER BY ListPrice;
GO
EXEC dbo.uspMultipleResults;
GO
-- D. Input parameters.
CREATE PROCEDURE dbo.uspGetEmployees
    @LastName nvarchar(50),
    @FirstName nvarchar(50)
AS
    SET NOCOUNT ON;
    SELECT FirstName, LastName, Department
    FROM dbo.vEmployeeDepartment
    WHERE FirstName = @FirstName AND LastName = @LastName
    AND EndDate IS NULL;
GO
EXECUTE dbo.uspGetEmployees N'Ackerman', N'Pilar';
EXEC dbo.uspGetEmployees @LastName = N'Ackerman', @FirstName = N'Pilar';
EXECUTE dbo.uspGetEmployees @FirstName = N'Pilar', @LastName = N'Ackerman';
GO
dbo.uspGetEmployees N'Ackerman', N'Pilar';
GO
-- E. Wildcard parameters.
CREATE PROCEDURE dbo.uspGetEmployees2
    @LastName nvarchar(50) = N'D%',
    @FirstName nvarchar(50) = N'%'
AS
    SET NOCOUNT ON;
    SELECT FirstName, LastName, Department
    FROM dbo.vEmployeeDepartment
    WHERE FirstName LIKE @FirstName AND LastName LIKE @LastName
    ORDER BY LastName;
GO
EXECUTE dbo.uspGetEmployees2;
EXECUTE dbo.uspGetEmployees2 N'Wi%';
EXECUTE dbo.uspGetEmployees2 @FirstName = N'%';
EXECUTE dbo.uspGetEmployees2 N'[CK]ars[OE]n';
EXECUTE dbo.uspGetEmployees2 N'A%', N'%e%';
GO
-- F. OUTPUT parameters.
CREATE PROCEDURE dbo.uspGetList @Product varchar(40)
    , @MaxPrice money
    , @ComparePrice money OUTPUT
    , @ListPrice money OUT
AS
    SET NOCOUNT ON;
    SELECT p.[Name] AS Product, p.ListPrice AS 'List Price'
    FROM dbo.Product AS p
    WHERE p.[Name] LIKE @Product AND p.ListPrice < @MaxPrice;
-- Populate the output variable @ListPprice.
SET @ListPrice = (SELECT MAX(p.ListPrice)
    FROM dbo.Product AS p
    WHERE p.[Name] LIKE @Product AND p.ListPrice < @MaxPrice);
-- Populate the output variable @compareprice.
SET @ComparePrice = @MaxPrice;
GO
DECLARE @ComparePrice money, @Cost money;
EXECUTE dbo.uspGetList '%Bike%', 700,
    @ComparePrice OUT,
    @Cost OUTPUT
IF @Cost <= @ComparePrice
BEGIN
    PRINT 'These products can be purchased for less than
    $'+RTRIM(CAST(@ComparePrice AS varchar(20)))+'.'
END
ELSE
    PRINT 'The prices for all products in this category exceed
    $'+ RTRIM(CAST(@ComparePrice AS varchar(20)))+'.';
GO
-- I. TRY...CATCH: one within the procedure.
CREATE TABLE dbo.WorkOrder(WorkOrderID int CHECK (WorkOrderID > 0));
GO
CREATE PROCEDURE dbo.uspDeleteWorkOrder ( @WorkOrderID int )
AS
SET NOCOUNT ON;
BEGIN TRY
  BEGIN TRANSACTION
    INSERT INTO dbo.WorkOrder VALUES (@WorkOrderID);
  COMMIT
END TRY
BEGIN CATCH
  -- Determine if an error occurred.
  IF @@TRANCOUNT > 0
     ROLLBACK
  -- Return the error information.
  DECLARE @ErrorNumber int = ERROR_NUMBER(), @ErrorSeverity int;
  SELECT @ErrorSeverity = ERROR_SEVERITY();
  RAISERROR('failed with %d', @ErrorSeverity, 1, @ErrorNumber);
END CATCH;
GO
EXEC dbo.uspDeleteWorkOrder 13;
EXEC dbo.uspDeleteWorkOrder -13;
SELECT WorkOrderID, @@TRANCOUNT AS count FROM dbo.WorkOrder;
GO
-- Altering: docs/relational-databases/stored-procedures/modify-a-stored-procedure.md.
ALTER PROCEDURE dbo.uspMultipleResults @upto int AS SELECT Name FROM dbo.Product WHERE ListPrice <= @upto ORDER BY Name;
GO
EXEC dbo.uspMultipleResults 650;
GO
-- RETURN, A and B: docs/t-sql/language-elements/return-transact-sql.md.
CREATE PROCEDURE findjobs @nm sysname = NULL
AS
IF @nm IS NULL
    BEGIN
        PRINT 'You must give a user name'
        RETURN
    END
ELSE
    BEGIN
        SELECT @nm AS name
    END;
GO
EXEC findjobs;
EXEC findjobs 'sa';
GO
CREATE TABLE dbo.Address(ContactID varchar(11), State char(2));
INSERT INTO dbo.Address VALUES ('2', 'WA'), ('12345678901', 'CA');
GO
CREATE PROCEDURE checkstate @param varchar(11)
AS
IF (SELECT State FROM dbo.Address WHERE ContactID = @param) = 'WA'
    RETURN 1
ELSE
    RETURN 2;
GO
DECLARE @return_status int;
EXEC @return_status = checkstate '2';
SELECT 'Return Status' = @return_status;
EXEC @return_status = checkstate '6';
SELECT 'Return Status' = @return_status;
GO
-- Nest levels, A and B.
CREATE PROCEDURE usp_NestLevelValues AS SELECT @@NESTLEVEL AS 'Current Nest Level';
EXEC ('SELECT @@NESTLEVEL AS OneGreater');
EXEC sp_executesql N'SELECT @@NESTLEVEL as TwoGreater';
GO
EXEC usp_NestLevelValues;
GO
CREATE PROCEDURE dbo.usp_InnerProc AS SELECT @@NESTLEVEL AS 'Inner Level';
GO
CREATE PROCEDURE dbo.usp_OuterProc AS SELECT @@NESTLEVEL AS 'Outer Level'; EXEC dbo.usp_InnerProc;
GO
EXECUTE dbo.usp_OuterProc;
GO
-- Execute, F: DEFAULT.
CREATE PROCEDURE dbo.ProcTestDefaults (
    @p1 smallint = 42,
    @p2 char(1),
    @p3 varchar(8) = 'CAR')
AS
   SET NOCOUNT ON;
   SELECT @p1 AS p1, @p2 AS p2, @p3 AS p3;
GO
-- Specifying a value only for one parameter (@p2).
EXECUTE dbo.ProcTestDefaults @p2 = 'A';
-- Specifying a value for two parameters.
EXECUTE dbo.ProcTestDefaults 68, 'B';
-- Specifying a value for all three parameters.
EXECUTE dbo.ProcTestDefaults 68, 'C', 'House';
-- Using the DEFAULT keyword for the first parameter.
EXECUTE dbo.ProcTestDefaults @p1 = DEFAULT, @p2 = 'D';
-- Specifying the parameters in an order different from the order defined in the procedure.
EXECUTE dbo.ProcTestDefaults DEFAULT, @p3 = 'Local', @p2 = 'E';
-- Using the DEFAULT keyword for the first and third parameters.
EXECUTE dbo.ProcTestDefaults DEFAULT, 'H', DEFAULT;
EXECUTE dbo.ProcTestDefaults DEFAULT, 'I', @p3 = DEFAULT;
GO
-- D. A procedure's name in a variable.
DECLARE @proc_name varchar(30);
SET @proc_name = 'dbo.usp_InnerProc';
EXEC @proc_name;
GO
-- A constant expression is no argument; it goes by a variable.
EXEC dbo.usp_InnerProc 1 + 1;
GO
-- Dropping: docs/t-sql/statements/drop-procedure-transact-sql.md.
DROP PROCEDURE dbo.usp_InnerProc, dbo.usp_OuterProc;
GO
EXEC dbo.usp_OuterProc;
GO
