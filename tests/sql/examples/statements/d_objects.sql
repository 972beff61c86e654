-- Examples of docs/t-sql/statements/: create-schema, create-trigger, create-statistics, collations, delete, drop-index,
-- drop-table, truncate-table, execute-as and set-transaction-isolation-level.
CREATE DATABASE D;
GO
USE D;
SET NOCOUNT ON;
GO
CREATE TABLE dbo.PersonPhone (ID int);
INSERT dbo.PersonPhone VALUES (1), (2);
GO
-- create-schema-transact-sql.md, A, with the permissions granted by statements of their own
CREATE USER Annik WITHOUT LOGIN;
CREATE USER Mandar WITHOUT LOGIN;
CREATE USER Prasanna WITHOUT LOGIN;
GO
CREATE SCHEMA Sprockets AUTHORIZATION Annik
    CREATE TABLE NineProngs (source int, cost int, partnumber int)
GO
GRANT SELECT ON SCHEMA::Sprockets TO Mandar
DENY SELECT ON SCHEMA::Sprockets TO Prasanna;
GO
SELECT USER_NAME(s.principal_id) AS owner, t.name FROM sys.schemas AS s JOIN sys.tables AS t ON t.schema_id = s.schema_id WHERE s.name = 'Sprockets';
SELECT USER_NAME(grantee_principal_id) AS grantee, state_desc, permission_name FROM sys.database_permissions WHERE class = 3 AND major_id = SCHEMA_ID('Sprockets') ORDER BY grantee;
GO
-- create-trigger-transact-sql.md, A
CREATE TABLE dbo.Customer (CustomerID int);
GO
CREATE TRIGGER reminder1 ON dbo.Customer AFTER INSERT, UPDATE AS RAISERROR ('Notify Customer Relations', 16, 10);
GO
INSERT dbo.Customer VALUES (1);
GO
SELECT * FROM dbo.Customer;
GO
-- C
CREATE SCHEMA Purchasing;
GO
CREATE TABLE Purchasing.Vendor (BusinessEntityID int PRIMARY KEY, CreditRating tinyint);
CREATE TABLE Purchasing.PurchaseOrderHeader (PurchaseOrderID int IDENTITY PRIMARY KEY, VendorID int, SubTotal money);
INSERT Purchasing.Vendor VALUES (1652, 5), (1500, 1);
GO
CREATE TRIGGER Purchasing.LowCredit ON Purchasing.PurchaseOrderHeader
AFTER INSERT
AS
IF (ROWCOUNT_BIG() = 0)
RETURN;
IF EXISTS (SELECT *
           FROM Purchasing.PurchaseOrderHeader AS p
           JOIN inserted AS i ON p.PurchaseOrderID = i.PurchaseOrderID
           JOIN Purchasing.Vendor AS v ON v.BusinessEntityID = p.VendorID
           WHERE v.CreditRating = 5)
BEGIN
RAISERROR ('A vendor''s credit rating is too low to accept new purchase orders.', 16, 1);
ROLLBACK TRANSACTION;
RETURN
END;
GO
INSERT INTO Purchasing.PurchaseOrderHeader (VendorID, SubTotal) VALUES (1652, 44594.55);
GO
INSERT INTO Purchasing.PurchaseOrderHeader (VendorID, SubTotal) VALUES (1500, 1);
SELECT VendorID FROM Purchasing.PurchaseOrderHeader;
GO
-- create-trigger-transact-sql.md, D, E and G
CREATE TRIGGER safety ON DATABASE FOR DROP_SYNONYM
AS
   RAISERROR ('You must disable Trigger "safety" to drop synonyms!', 10, 1)
   ROLLBACK
GO
CREATE SYNONYM dbo.syn FOR dbo.Customer;
GO
DROP SYNONYM dbo.syn;
GO
SELECT TE.type_desc FROM sys.trigger_events AS TE JOIN sys.triggers AS T ON T.object_id = TE.object_id WHERE T.parent_class = 0 AND T.name = 'safety';
GO
DROP TRIGGER safety ON DATABASE;
GO
DROP SYNONYM dbo.syn;
GO
CREATE TRIGGER ddl_trig_database ON ALL SERVER FOR CREATE_DATABASE
AS
    PRINT 'Database Created.'
    SELECT EVENTDATA().value('(/EVENT_INSTANCE/TSQLCommand/CommandText)[1]', 'nvarchar(max)')
GO
CREATE DATABASE E
GO
DROP TRIGGER ddl_trig_database ON ALL SERVER;
GO
-- create-statistics-transact-sql.md, F to H
CREATE TABLE dbo.DimCustomer (CustomerKey int, EmailAddress nvarchar(50));
INSERT dbo.DimCustomer VALUES (1, N'a'), (2, N'b');
GO
CREATE STATISTICS CustomerStats1 ON DimCustomer (CustomerKey, EmailAddress);
CREATE STATISTICS CustomerStatsFullScan ON DimCustomer (CustomerKey, EmailAddress) WITH FULLSCAN;
CREATE STATISTICS CustomerStatsSampleScan ON DimCustomer (CustomerKey, EmailAddress) WITH SAMPLE 50 PERCENT;
GO
SELECT name, user_created FROM sys.stats WHERE object_id = OBJECT_ID('dbo.DimCustomer') AND name LIKE 'Customer%' ORDER BY name;
GO
-- collations.md, A
CREATE TABLE Locations (Place varchar(15) NOT NULL);
GO
INSERT Locations(Place) VALUES ('Chiapas'), ('Colima'), ('Cinco Rios'), ('California');
GO
SELECT Place FROM Locations ORDER BY Place COLLATE Latin1_General_CS_AS_KS_WS ASC;
GO
-- delete-transact-sql.md, I
CREATE TABLE dbo.ShoppingCartItem (ShoppingCartItemID int, ShoppingCartID nvarchar(50), Quantity int, ProductID int);
INSERT dbo.ShoppingCartItem VALUES (2, N'14951', 3, 862), (4, N'20621', 4, 881), (5, N'20621', 7, 874);
GO
DELETE dbo.ShoppingCartItem OUTPUT DELETED.* WHERE ShoppingCartID = 20621;
SELECT COUNT(*) AS [Rows in Table] FROM dbo.ShoppingCartItem WHERE ShoppingCartID = 20621;
GO
-- J
CREATE TABLE dbo.ProductProductPhoto (ProductID int, ProductPhotoID int);
CREATE TABLE dbo.Product (ProductID int, Name nvarchar(50), ProductModelID int);
INSERT dbo.ProductProductPhoto VALUES (997, 76), (998, 77), (1, 1);
INSERT dbo.Product VALUES (997, N'Road-750 Black, 44', 121), (998, N'Road-750 Black, 48', 122), (1, N'Adjustable Race', 1);
GO
DECLARE @MyTableVar table (ProductID int NOT NULL, ProductName nvarchar(50)NOT NULL, ProductModelID int NOT NULL, PhotoID int NOT NULL);
DELETE dbo.ProductProductPhoto
OUTPUT DELETED.ProductID, p.Name, p.ProductModelID, DELETED.ProductPhotoID INTO @MyTableVar
FROM dbo.ProductProductPhoto AS ph JOIN dbo.Product as p ON ph.ProductID = p.ProductID
WHERE p.ProductModelID BETWEEN 120 and 130;
SELECT ProductID, ProductName, ProductModelID, PhotoID FROM @MyTableVar ORDER BY ProductModelID;
GO
-- O and P
CREATE TABLE dbo.Table1 (ColA int NOT NULL, ColB decimal(10,3) NOT NULL);
GO
CREATE TABLE dbo.Table2 (ColA int PRIMARY KEY NOT NULL, ColB decimal(10,3) NOT NULL);
GO
INSERT INTO dbo.Table1 VALUES (1, 10.0), (1, 20.0);
INSERT INTO dbo.Table2 VALUES (1, 0.0);
GO
DELETE dbo.Table2 FROM dbo.Table2 INNER JOIN dbo.Table1 ON (dbo.Table2.ColA = dbo.Table1.ColA) WHERE dbo.Table2.ColA = 1;
SELECT COUNT(*) AS n FROM dbo.Table2;
GO
DELETE Table1 WHERE EXISTS (SELECT TOP 1 1 FROM Table2 tb WHERE tb.ColA = Table1.ColA)
SELECT @@ROWCOUNT AS n;
GO
-- drop-index-transact-sql.md, A to C and E
CREATE INDEX IX_A ON dbo.Table1 (ColA);
CREATE INDEX IX_B ON dbo.Table2 (ColB);
CREATE UNIQUE CLUSTERED INDEX AK_Product ON dbo.Product (ProductID) ON 'PRIMARY';
CREATE INDEX IX_C ON dbo.Product (Name);
GO
DROP INDEX IX_C ON dbo.Product;
GO
DROP INDEX IX_A ON dbo.Table1, IX_B ON dbo.Table2;
GO
DROP INDEX AK_Product ON dbo.Product WITH (ONLINE = ON, MAXDOP = 2);
GO
SELECT OBJECT_NAME(object_id) AS t, name, type_desc FROM sys.indexes WHERE object_id IN (OBJECT_ID('Table1'), OBJECT_ID('Product')) ORDER BY t DESC;
GO
ALTER TABLE Purchasing.PurchaseOrderHeader ADD CONSTRAINT U_Vendor UNIQUE (VendorID);
ALTER TABLE Purchasing.PurchaseOrderHeader DROP CONSTRAINT U_Vendor;
GO
-- drop-table-transact-sql.md, A to D
CREATE TABLE ProductVendor1 (a int);
DROP TABLE ProductVendor1;
GO
CREATE TABLE D.dbo.SalesPerson2 (a int);
DROP TABLE D.dbo.SalesPerson2;
GO
CREATE TABLE #temptable (col1 INT);
GO
INSERT INTO #temptable VALUES (10);
GO
SELECT * FROM #temptable;
GO
IF OBJECT_ID(N'tempdb..#temptable', N'U') IS NOT NULL
DROP TABLE #temptable;
GO
SELECT * FROM #temptable;
GO
CREATE TABLE T1 (Col1 INT);
GO
DROP TABLE IF EXISTS T1;
GO
DROP TABLE IF EXISTS T1;
GO
-- truncate-table-transact-sql.md, A
SELECT COUNT(*) AS BeforeTruncateCount FROM dbo.Table1;
GO
TRUNCATE TABLE dbo.Table1;
GO
SELECT COUNT(*) AS AfterTruncateCount FROM dbo.Table1;
GO
-- execute-as-transact-sql.md, A
CREATE LOGIN login1 WITH PASSWORD = 'J345#$)thb';
CREATE LOGIN login2 WITH PASSWORD = 'Uor80$23b';
GO
CREATE USER user1 FOR LOGIN login1;
CREATE USER user2 FOR LOGIN login2;
GO
GRANT IMPERSONATE ON USER:: user2 TO user1;
GO
SELECT USER_NAME() AS u;
EXECUTE AS LOGIN = 'login1';
SELECT SUSER_NAME() AS s, USER_NAME() AS u;
EXECUTE AS USER = 'user2';
SELECT SUSER_NAME() AS s, USER_NAME() AS u;
REVERT;
SELECT SUSER_NAME() AS s, USER_NAME() AS u;
REVERT;
SELECT USER_NAME() AS u;
GO
-- B, in one batch
DECLARE @cookie VARBINARY(8000);
EXECUTE AS USER = 'user1' WITH COOKIE INTO @cookie;
SELECT SUSER_NAME() AS s, USER_NAME() AS u;
REVERT WITH COOKIE = @cookie;
SELECT USER_NAME() AS u;
GO
DROP LOGIN login1;
DROP LOGIN login2;
DROP USER user1;
DROP USER user2;
GO
-- set-transaction-isolation-level-transact-sql.md
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
GO
BEGIN TRANSACTION;
GO
SELECT ID FROM dbo.PersonPhone;
GO
COMMIT TRANSACTION;
GO
SELECT transaction_isolation_level FROM sys.dm_exec_sessions WHERE session_id = @@SPID;
GO
