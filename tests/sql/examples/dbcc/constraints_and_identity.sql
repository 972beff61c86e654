-- Examples of docs/t-sql/database-console-commands/: dbcc-checkconstraints-transact-sql.md and dbcc-checkident-transact-sql.md.
CREATE DATABASE D;
GO
USE D;
SET NOCOUNT ON;
GO
-- DBCC CHECKCONSTRAINTS, A
CREATE TABLE Table1 (Col1 int, Col2 char (30));
GO
INSERT INTO Table1 VALUES (100, 'Hello');
GO
ALTER TABLE Table1 WITH NOCHECK ADD CONSTRAINT chkTab1 CHECK (Col1 > 100);
GO
DBCC CHECKCONSTRAINTS(Table1);
GO
-- B: a constraint by its name
CREATE SCHEMA Production;
GO
CREATE TABLE Production.ProductCostHistory (StartDate date, EndDate date, CONSTRAINT CK_ProductCostHistory_EndDate CHECK (EndDate >= StartDate OR EndDate IS NULL));
GO
DBCC CHECKCONSTRAINTS ('Production.CK_ProductCostHistory_EndDate');
GO
-- C: disabled constraints as well
ALTER TABLE Production.ProductCostHistory NOCHECK CONSTRAINT ALL;
INSERT Production.ProductCostHistory VALUES ('20200102', '20200101');
DBCC CHECKCONSTRAINTS ('Production.ProductCostHistory');
GO
DBCC CHECKCONSTRAINTS WITH ALL_CONSTRAINTS;
GO
-- DBCC CHECKIDENT, A: corrected if needed
CREATE SCHEMA Person;
GO
CREATE TABLE Person.AddressType (AddressTypeID int IDENTITY PRIMARY KEY, Name nvarchar(50));
INSERT Person.AddressType VALUES ('Billing'), ('Home'), ('Main Office'), ('Primary'), ('Shipping'), ('Archive');
GO
DBCC CHECKIDENT ('Person.AddressType');
--> Checking identity information: current identity value '6', current column value '6'.
--> DBCC execution completed. If DBCC printed error messages, contact your system administrator.
GO
-- B: reported only
DBCC CHECKIDENT ('Person.AddressType', RESEED, 3) WITH NO_INFOMSGS;
DBCC CHECKIDENT ('Person.AddressType', NORESEED);
--> Checking identity information: current identity value '3', current column value '6'.
DBCC CHECKIDENT ('Person.AddressType', NORESEED);
--> Checking identity information: current identity value '3', current column value '6'.
DBCC CHECKIDENT ('Person.AddressType', RESEED);
DBCC CHECKIDENT ('Person.AddressType', NORESEED);
--> Checking identity information: current identity value '6', current column value '6'.
GO
-- C: "the next row inserted will use 11 as the value"
DBCC CHECKIDENT ('Person.AddressType', RESEED, 10);
--> Checking identity information: current identity value '6'.
--> DBCC execution completed. If DBCC printed error messages, contact your system administrator.
INSERT Person.AddressType VALUES ('Extra');
SELECT MAX(AddressTypeID) AS id FROM Person.AddressType;
--> 11
GO
-- D: "the next row inserted will use 1 as the value"
CREATE TABLE dbo.ErrorLog (ErrorLogID int IDENTITY, Text varchar(10));
INSERT dbo.ErrorLog VALUES ('a'), ('b');
GO
TRUNCATE TABLE dbo.ErrorLog
GO
DBCC CHECKIDENT ('dbo.ErrorLog', RESEED, 1);
GO
INSERT dbo.ErrorLog VALUES ('c');
SELECT ErrorLogID FROM dbo.ErrorLog;
--> 1
GO
-- Rows deleted rather than truncated: the increment is added.
DELETE dbo.ErrorLog;
DBCC CHECKIDENT ('dbo.ErrorLog', RESEED, 1) WITH NO_INFOMSGS;
INSERT dbo.ErrorLog VALUES ('d');
SELECT ErrorLogID FROM dbo.ErrorLog;
--> 2
GO
