-- Examples of docs/t-sql/statements/: create-table, create-function, create-index, execute-as-clause, grant-object-permissions, alter-role, and of
-- docs/t-sql/database-console-commands/dbcc-checkident-transact-sql.md.
CREATE DATABASE D;
GO
USE D;
SET NOCOUNT ON;
GO
-- create-table-transact-sql.md, A
CREATE TABLE dbo.Employee (EmployeeID INT PRIMARY KEY CLUSTERED);
GO
SELECT is_system_named, type FROM sys.key_constraints WHERE parent_object_id = OBJECT_ID('dbo.Employee');
GO
-- B and C: the fragments in tables
CREATE TABLE dbo.SalesPerson (SalesPersonID int PRIMARY KEY);
CREATE TABLE dbo.SpecialOfferProduct (ProductID int, SpecialOfferID int, PRIMARY KEY (ProductID, SpecialOfferID));
CREATE TABLE dbo.SalesOrderHeader (SalesPersonID INT NULL REFERENCES SalesPerson(SalesPersonID), Name NVARCHAR(100) NOT NULL
UNIQUE NONCLUSTERED);
CREATE TABLE dbo.SalesOrderDetail (SalesPersonID int, ProductID int, SpecialOfferID int,
FOREIGN KEY (SalesPersonID) REFERENCES SalesPerson(SalesPersonID),
CONSTRAINT FK_SpecialOfferProduct_SalesOrderDetail
    FOREIGN KEY (ProductID, SpecialOfferID)
    REFERENCES SpecialOfferProduct (ProductID, SpecialOfferID));
GO
SELECT OBJECT_NAME(parent_object_id) AS t, COUNT(*) AS n FROM sys.foreign_keys GROUP BY parent_object_id ORDER BY t;
GO
-- D and E
CREATE TABLE dbo.jobs (job_id int, job_desc varchar(50) DEFAULT 'New Position - title not formalized yet', made datetime DEFAULT (GETDATE()), maker sysname DEFAULT USER,
CreditRating tinyint CHECK (CreditRating >= 1 and CreditRating <= 5),
emp_id char(9) CONSTRAINT CK_emp_id CHECK (
    emp_id LIKE '[A-Z][A-Z][A-Z][1-9][0-9][0-9][0-9][0-9][FM]'
    OR emp_id LIKE '[A-Z]-[A-Z][1-9][0-9][0-9][0-9][0-9][FM]'
),
pub_id char(4) CONSTRAINT CK_pub CHECK (
    pub_id IN ('1389', '0736', '0877', '1622', '1756')
    OR pub_id LIKE '99[0-9][0-9]'
));
GO
INSERT dbo.jobs (job_id, CreditRating, emp_id, pub_id) VALUES (1, 5, 'PMA42628M', '9901');
SELECT job_desc, maker, CreditRating, emp_id, pub_id, DATEDIFF(day, made, GETDATE()) AS days FROM dbo.jobs;
GO
INSERT dbo.jobs (emp_id) VALUES ('PMA02628M');
GO
INSERT dbo.jobs (pub_id) VALUES ('9801');
GO
-- F, on the primary filegroup in quotation marks, and I
CREATE TABLE dbo.PurchaseOrderDetail
(
    PurchaseOrderID int NOT NULL REFERENCES dbo.Employee(EmployeeID),
    LineNumber smallint NOT NULL,
    ProductID int NULL REFERENCES dbo.SalesPerson(SalesPersonID),
    UnitPrice money NULL,
    OrderQty smallint NULL,
    ReceivedQty float NULL,
    RejectedQty float NULL,
    DueDate datetime NULL,
    rowguid uniqueidentifier ROWGUIDCOL NOT NULL CONSTRAINT DF_PurchaseOrderDetail_rowguid DEFAULT (NEWID()),
    ModifiedDate datetime NOT NULL CONSTRAINT DF_PurchaseOrderDetail_ModifiedDate DEFAULT (GETDATE()),
    LineTotal AS ((UnitPrice*OrderQty)),
    StockedQty AS ((ReceivedQty-RejectedQty)),
    CONSTRAINT PK_PurchaseOrderDetail_PurchaseOrderID_LineNumber PRIMARY KEY CLUSTERED (PurchaseOrderID, LineNumber) WITH (IGNORE_DUP_KEY = OFF)
)
ON "PRIMARY";
GO
INSERT dbo.Employee VALUES (1);
INSERT dbo.PurchaseOrderDetail (PurchaseOrderID, LineNumber, UnitPrice, OrderQty, ReceivedQty, RejectedQty) VALUES (1, 1, $50.26, 4, 3, 1);
SELECT LineTotal, StockedQty FROM dbo.PurchaseOrderDetail;
GO
CREATE TABLE dbo.Globally_Unique_Data
(
    GUID UNIQUEIDENTIFIER CONSTRAINT Guid_Default DEFAULT NEWSEQUENTIALID() ROWGUIDCOL,
    Employee_Name VARCHAR(60)
    CONSTRAINT Guid_PK PRIMARY KEY (GUID)
);
GO
INSERT dbo.Globally_Unique_Data (Employee_Name) VALUES ('Ken'), ('Terri');
SELECT COUNT(DISTINCT $ROWGUID) AS n FROM dbo.Globally_Unique_Data;
GO
-- J and L
CREATE TABLE dbo.mytable (low INT, high INT, myavg AS (low + high)/2);
GO
INSERT dbo.mytable VALUES (10, 30);
SELECT * FROM dbo.mytable;
GO
CREATE TABLE dbo.mylogintable (date_in DATETIME, user_id INT, myuser_name AS USER_NAME());
GO
INSERT dbo.mylogintable VALUES ('20240101', 1);
SELECT myuser_name FROM dbo.mylogintable;
GO
-- Q, the history table of the second example
CREATE TABLE Department_History (DepartmentNumber CHAR(10) NOT NULL, DepartmentName VARCHAR(50) NOT NULL, ManagerID INT NULL, ParentDepartmentNumber CHAR(10) NULL, ValidFrom DATETIME2 NOT NULL, ValidTo DATETIME2 NOT NULL);
GO
-- create-function-transact-sql.md, A
CREATE FUNCTION dbo.ISOweek (@DATE datetime)
RETURNS int
WITH EXECUTE AS CALLER
AS
BEGIN
    DECLARE @ISOweek int;
    SET @ISOweek= DATEPART(wk,@DATE)+1
        -DATEPART(wk,CAST(DATEPART(yy,@DATE) as CHAR(4))+'0104');
    IF (@ISOweek=0)
        SET @ISOweek=dbo.ISOweek(CAST(DATEPART(yy,@DATE)-1
            AS CHAR(4))+'12'+ CAST(24+DATEPART(DAY,@DATE) AS CHAR(2)))+1;
    IF ((DATEPART(mm,@DATE)=12) AND
        ((DATEPART(dd,@DATE)-DATEPART(dw,@DATE))>= 28))
    SET @ISOweek=1;
    RETURN(@ISOweek);
END;
GO
SET DATEFIRST 1;
SELECT dbo.ISOweek(CONVERT(DATETIME,'12/26/2004',101)) AS 'ISO Week';
GO
SET DATEFIRST 7;
GO
-- E
SELECT type, SIGN(CHARINDEX('CREATE FUNCTION dbo.ISOweek', definition)) AS has_text
FROM sys.sql_modules AS m
JOIN sys.objects AS o ON m.object_id = o.object_id
    AND type IN ('FN', 'IF', 'TF');
GO
-- create-index-transact-sql.md, I and K
CREATE TABLE dbo.Address (AddressID int PRIMARY KEY, AddressLine1 nvarchar(60), AddressLine2 nvarchar(60), City nvarchar(30), StateProvinceID int, PostalCode nvarchar(15));
INSERT dbo.Address VALUES (1, N'1970 Napa Ct.', NULL, N'Bothell', 79, N'98011'), (2, N'9833 Mt. Dias Blv.', NULL, N'Berlin', 20, N'10501');
GO
CREATE NONCLUSTERED INDEX IX_Address_PostalCode ON dbo.Address (PostalCode) INCLUDE (AddressLine1, AddressLine2, City, StateProvinceID);
GO
SELECT AddressLine1, AddressLine2, City, StateProvinceID, PostalCode FROM dbo.Address WHERE PostalCode BETWEEN N'98000' and N'99999';
GO
CREATE NONCLUSTERED INDEX "FIBillOfMaterialsWithEndDate" ON dbo.Address (AddressID, City) WHERE AddressLine2 IS NOT NULL;
GO
SELECT name, has_filter, filter_definition FROM sys.indexes WHERE object_id = OBJECT_ID('dbo.Address') AND type = 2 ORDER BY index_id;
GO
-- execute-as-clause-transact-sql.md
CREATE PROCEDURE dbo.uspCity @City nvarchar(30)
WITH EXECUTE AS OWNER
AS
    SET NOCOUNT ON;
    SELECT AddressID FROM dbo.Address WHERE City = @City;
GO
EXECUTE dbo.uspCity N'Berlin';
GO
-- grant-object-permissions-transact-sql.md, A to D and F; a database role takes the place of the application role
CREATE USER RosaQdM WITHOUT LOGIN;
CREATE USER Wanida WITHOUT LOGIN;
CREATE ROLE Recruiting11;
GO
CREATE VIEW dbo.vEmployee AS SELECT EmployeeID AS BusinessEntityID FROM dbo.Employee;
GO
GRANT SELECT ON OBJECT::dbo.Address TO RosaQdM;
GO
GRANT EXECUTE ON OBJECT::dbo.uspCity TO Recruiting11;
GO
GRANT REFERENCES (BusinessEntityID) ON OBJECT::dbo.vEmployee TO Wanida WITH GRANT OPTION;
GO
GRANT SELECT ON dbo.Address TO RosaQdM;
GO
CREATE ROLE newrole;
GRANT EXECUTE ON dbo.ISOweek TO newrole;
GO
SELECT USER_NAME(grantee_principal_id) AS grantee, OBJECT_NAME(major_id) AS o, minor_id, permission_name, state_desc FROM sys.database_permissions WHERE class = 1 AND major_id > 0 ORDER BY grantee;
GO
-- alter-role-transact-sql.md, A and B
CREATE ROLE buyers;
GO
ALTER ROLE buyers WITH NAME = purchasing;
GO
CREATE USER Barry WITHOUT LOGIN;
CREATE ROLE Sales;
ALTER ROLE Sales ADD MEMBER Barry;
SELECT USER_NAME(role_principal_id) AS r, USER_NAME(member_principal_id) AS m FROM sys.database_role_members WHERE USER_NAME(member_principal_id) = 'Barry';
ALTER ROLE Sales DROP MEMBER Barry;
SELECT name FROM sys.database_principals WHERE type = 'R' AND name IN ('buyers', 'purchasing');
GO
-- dbcc-checkident-transact-sql.md, A to D
CREATE TABLE dbo.AddressType (AddressTypeID int IDENTITY PRIMARY KEY, Name nvarchar(50));
INSERT dbo.AddressType VALUES (N'Billing'), (N'Home'), (N'Main Office');
GO
DBCC CHECKIDENT ('dbo.AddressType');
GO
DBCC CHECKIDENT ('dbo.AddressType', NORESEED);
GO
DBCC CHECKIDENT ('dbo.AddressType', RESEED, 10);
GO
INSERT dbo.AddressType VALUES (N'Primary');
SELECT AddressTypeID FROM dbo.AddressType WHERE Name = N'Primary';
GO
TRUNCATE TABLE dbo.AddressType
GO
DBCC CHECKIDENT ('dbo.AddressType', RESEED, 1);
GO
INSERT dbo.AddressType VALUES (N'Archive');
SELECT AddressTypeID FROM dbo.AddressType;
GO
