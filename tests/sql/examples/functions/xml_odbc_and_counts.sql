-- The examples of pages of docs/t-sql/functions. A line after --> is a row that the page shows.
-- docs/t-sql/functions/openxml-transact-sql.md: C has no result there.
DECLARE @idoc INT, @doc VARCHAR(1000);
SET @doc = '
<ROOT>
<Customer CustomerID="VINET" ContactName="Paul Henriot">
   <Order CustomerID="VINET" EmployeeID="5" OrderDate="1996-07-04T00:00:00">
      <OrderDetail OrderID="10248" ProductID="11" Quantity="12"/>
      <OrderDetail OrderID="10248" ProductID="42" Quantity="10"/>
   </Order>
</Customer>
<Customer CustomerID="LILAS" ContactName="Carlos Gonzlez">
   <Order CustomerID="LILAS" EmployeeID="3" OrderDate="1996-08-16T00:00:00">
      <OrderDetail OrderID="10283" ProductID="72" Quantity="3"/>
   </Order>
</Customer>
</ROOT>';
EXEC sp_xml_preparedocument @idoc OUTPUT, @doc;
SELECT *
FROM OPENXML(@idoc, '/ROOT/Customer', 1) WITH (
    CustomerID VARCHAR(10),
    ContactName VARCHAR(20)
);
--> VINET | Paul Henriot
--> LILAS | Carlos Gonzlez
SELECT *
FROM OPENXML(@idoc, '/ROOT/Customer', 2) WITH (
    CustomerID VARCHAR(10),
    ContactName VARCHAR(20)
);
--> NULL | NULL
--> NULL | NULL
EXEC sp_xml_removedocument @idoc;
GO
DECLARE @idoc INT, @doc VARCHAR(1000);
SET @doc = '
<ROOT>
<Customer CustomerID="VINET" ContactName="Paul Henriot">
   <Order OrderID="10248" CustomerID="VINET" EmployeeID="5"
           OrderDate="1996-07-04T00:00:00">
      <OrderDetail ProductID="11" Quantity="12"/>
      <OrderDetail ProductID="42" Quantity="10"/>
   </Order>
</Customer>
<Customer CustomerID="LILAS" ContactName="Carlos Gonzlez">v
   <Order OrderID="10283" CustomerID="LILAS" EmployeeID="3"
           OrderDate="1996-08-16T00:00:00">
      <OrderDetail ProductID="72" Quantity="3"/>
   </Order>
</Customer>
</ROOT>';
EXEC sp_xml_preparedocument @idoc OUTPUT, @doc;
SELECT *
FROM OPENXML(@idoc, '/ROOT/Customer/Order/OrderDetail', 2) WITH (
    OrderID INT '../@OrderID',
    CustomerID VARCHAR(10) '../@CustomerID',
    OrderDate DATETIME '../@OrderDate',
    ProdID INT '@ProductID',
    Qty INT '@Quantity'
);
--> 10248 | VINET | 1996-07-04 00:00:00.000 | 11 | 12
--> 10248 | VINET | 1996-07-04 00:00:00.000 | 42 | 10
--> 10283 | LILAS | 1996-08-16 00:00:00.000 | 72 | 3
EXEC sp_xml_removedocument @idoc;
GO
-- docs/t-sql/functions/odbc-scalar-functions-transact-sql.md
CREATE PROCEDURE dbo.ODBCprocedure
(
    @string_exp NVARCHAR(4000)
)
AS
SELECT {fn OCTET_LENGTH( @string_exp )};
GO
CREATE FUNCTION dbo.ODBCudf
(
    @string_exp NVARCHAR(4000)
)
RETURNS INT
AS
BEGIN
DECLARE @len INT
SET @len = (SELECT {fn OCTET_LENGTH( @string_exp )})
RETURN(@len)
END ;
GO
SELECT dbo.ODBCudf('Returns the length.');
--> 38
EXEC dbo.ODBCprocedure 'Returns the length.';
DROP PROCEDURE dbo.ODBCprocedure;
DROP FUNCTION dbo.ODBCudf;
GO
CREATE FUNCTION dbo.ODBCudf
(
    @string_exp NVARCHAR(4000)
)
RETURNS INT
AS
BEGIN
DECLARE @len INT
SET @len = (SELECT {fn BIT_LENGTH( @string_exp )})
RETURN(@len)
END ;
GO
SELECT dbo.ODBCudf('Returns the length in bits.');
--> 432
DROP FUNCTION dbo.ODBCudf;
GO
DECLARE @string_exp NVARCHAR(4000) = 'Returns the length.';
SELECT {fn BIT_LENGTH( @string_exp )};
--> 304
SELECT {fn OCTET_LENGTH( @string_exp )};
--> 38
SELECT {fn CONCAT( 'CONCAT ','returns a character string')};
--> CONCAT returns a character string
SELECT {fn TRUNCATE( 100.123456, 4)};
--> 100.123400
DECLARE @date_exp NVARCHAR(30) = '2007-04-21 01:01:01.1234567';
SELECT {fn DAYNAME( @date_exp )};
--> Saturday
SELECT {fn DAYOFMONTH( @date_exp )};
--> 21
SELECT {fn DAYOFWEEK( @date_exp )};
--> 7
SELECT {fn HOUR( @date_exp)};
--> 1
SELECT {fn MINUTE( @date_exp )};
--> 1
SELECT {fn SECOND( @date_exp )};
--> 1
SELECT {fn MONTHNAME( @date_exp )};
--> April
SELECT {fn QUARTER( @date_exp )};
--> 2
SELECT {fn WEEK( @date_exp )};
--> 16
GO
-- docs/t-sql/functions/scope-identity-transact-sql.md
USE tempdb;
GO
CREATE TABLE TZ (
   Z_id  INT IDENTITY(1,1)PRIMARY KEY,
   Z_name VARCHAR(20) NOT NULL);
INSERT TZ
   VALUES ('Lisa'),('Mike'),('Carla');
SELECT * FROM TZ;
--> 1 | Lisa
--> 2 | Mike
--> 3 | Carla
CREATE TABLE TY (
   Y_id  INT IDENTITY(100,5)PRIMARY KEY,
   Y_name VARCHAR(20) NULL);
INSERT TY (Y_name)
   VALUES ('boathouse'), ('rocks'), ('elevator');
SELECT * FROM TY;
--> 100 | boathouse
--> 105 | rocks
--> 110 | elevator
GO
CREATE TRIGGER Ztrig
ON TZ
FOR INSERT AS
   BEGIN
   INSERT TY VALUES ('')
   END;
GO
INSERT TZ VALUES ('Rosalie');
SELECT SCOPE_IDENTITY() AS [SCOPE_IDENTITY];
--> 4
GO
SELECT @@IDENTITY AS [@@IDENTITY];
--> 115
GO
DROP TABLE TZ, TY;
USE master;
GO
-- docs/t-sql/functions/trancount-transact-sql.md
PRINT @@TRANCOUNT
--  The BEGIN TRAN statement will increment the
--  transaction count by 1.
BEGIN TRAN
    PRINT @@TRANCOUNT
    BEGIN TRAN
        PRINT @@TRANCOUNT
--  The COMMIT statement will decrement the transaction count by 1.
    COMMIT
    PRINT @@TRANCOUNT
COMMIT
PRINT @@TRANCOUNT
--> 0
--> 1
--> 2
--> 1
--> 0
GO
PRINT @@TRANCOUNT
BEGIN TRAN
    PRINT @@TRANCOUNT
    BEGIN TRAN
        PRINT @@TRANCOUNT
--  The ROLLBACK statement will clear the @@TRANCOUNT variable
--  to 0 because all active transactions will be rolled back.
ROLLBACK
PRINT @@TRANCOUNT
--> 0
--> 1
--> 2
--> 0
GO
-- docs/t-sql/functions/newid-transact-sql.md: C, a text that is too long is cut (data-types/uniqueidentifier-transact-sql.md).
DECLARE @myid uniqueidentifier ;
SET @myid = 'A972C577-DFB0-064E-1189-0154C99310DAAC12';
SELECT @myid;
GO
DECLARE @myid uniqueidentifier
SET @myid = NEWID()
PRINT LEFT('Value of @myid is: '+ CONVERT(varchar(255), @myid), 19) + CAST(LEN(@myid) AS varchar(2))
--> Value of @myid is: 36
GO
-- docs/t-sql/functions/rand-transact-sql.md: the same seed gives the same numbers.
SELECT CASE WHEN RAND(100) = RAND(100) THEN 1 ELSE 0 END AS same, CASE WHEN RAND() < 1 AND RAND() >= 0 THEN 1 ELSE 0 END AS inside;
--> 1 | 1
DECLARE @a float, @b float, @c float, @d float;
SELECT @a = RAND(100); SELECT @b = RAND(); SELECT @c = RAND(100); SELECT @d = RAND();
SELECT CASE WHEN @a = @c AND @b = @d AND @a <> @b THEN 1 ELSE 0 END AS repeated;
--> 1
GO
-- docs/t-sql/functions/grouping-transact-sql.md: over sums that the page shows.
SELECT SalesQuota, SUM(SalesYTD) 'TotalSalesYTD', GROUPING(SalesQuota) AS 'Grouping'
FROM (VALUES (CAST(NULL AS money), CAST(1533087.5999 AS money)), (250000, 33461260.59), (300000, 9299677.9445)) AS SalesPerson(SalesQuota, SalesYTD)
GROUP BY SalesQuota WITH ROLLUP ORDER BY GROUPING(SalesQuota), SalesQuota;
--> NULL | 1533087.5999 | 0
--> 250000.0000 | 33461260.5900 | 0
--> 300000.0000 | 9299677.9445 | 0
--> NULL | 44294026.1344 | 1
GO
-- docs/t-sql/functions/isnumeric-transact-sql.md: the second example, for the system's databases.
SELECT name, ISNUMERIC(name) AS IsNameANumber, database_id, ISNUMERIC(database_id) AS IsIdANumber
FROM sys.databases WHERE database_id <= 4;
SELECT ISNUMERIC('+') AS a, ISNUMERIC('-') AS b, ISNUMERIC('$') AS c, ISNUMERIC('abc') AS d, ISNUMERIC('12.5') AS e, ISNUMERIC('1e4') AS f, ISNUMERIC(NULL) AS g;
GO
-- docs/t-sql/functions/sysdatetime-transact-sql.md, docs/t-sql/functions/sysdatetimeoffset-transact-sql.md,
-- docs/t-sql/functions/sysutcdatetime-transact-sql.md and docs/t-sql/functions/getutcdate-transact-sql.md: the functions agree.
SELECT COUNT(DISTINCT d) AS dates FROM (VALUES (CONVERT (date, SYSDATETIME())), (CONVERT (date, SYSDATETIMEOFFSET())), (CONVERT (date, SYSUTCDATETIME())),
    (CONVERT (date, CURRENT_TIMESTAMP)), (CONVERT (date, GETDATE())), (CONVERT (date, GETUTCDATE()))) AS v(d);
--> 1
GO
-- docs/t-sql/functions/xact-state-transact-sql.md: the example with a foreign key of its own.
CREATE TABLE dbo.Product (ProductID int PRIMARY KEY);
CREATE TABLE dbo.Line (ProductID int REFERENCES dbo.Product);
INSERT dbo.Product VALUES (980);
INSERT dbo.Line VALUES (980);
GO
SET XACT_ABORT ON;
BEGIN TRY
    BEGIN TRANSACTION;
        DELETE FROM dbo.Product
            WHERE ProductID = 980;
    COMMIT TRANSACTION;
END TRY
BEGIN CATCH
    IF (XACT_STATE()) = -1
    BEGIN
        PRINT 'The transaction is in an uncommittable state.' +
              ' Rolling back transaction.'
        ROLLBACK TRANSACTION;
    END;
    IF (XACT_STATE()) = 1
    BEGIN
        PRINT 'The transaction is committable.' +
              ' Committing transaction.'
        COMMIT TRANSACTION;
    END;
END CATCH;
--> The transaction is in an uncommittable state. Rolling back transaction.
SET XACT_ABORT OFF;
SELECT XACT_STATE() AS state, COUNT(*) AS n FROM dbo.Product;
DROP TABLE dbo.Line, dbo.Product;
GO
-- docs/t-sql/functions/update-trigger-functions-transact-sql.md: the example's trigger, with a message of its own.
EXEC sp_addmessage 50009, 16, N'Notify Customer Relations';
CREATE TABLE dbo.Address (City nvarchar(30), StateProvinceID int, PostalCode nvarchar(15));
INSERT dbo.Address VALUES ('a', 1, '12345');
GO
CREATE TRIGGER reminder
ON dbo.Address
AFTER UPDATE
AS
IF ( UPDATE (StateProvinceID) OR UPDATE (PostalCode) )
BEGIN
RAISERROR (50009, 16, 10)
END;
GO
UPDATE dbo.Address
SET PostalCode = 99999
WHERE PostalCode = '12345';
GO
UPDATE dbo.Address SET City = 'b';
GO
DROP TABLE dbo.Address;
EXEC sp_dropmessage 50009;
GO
