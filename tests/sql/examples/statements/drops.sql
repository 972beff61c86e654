-- Examples and remarks of docs/t-sql/statements/: drop-view-transact-sql.md, drop-procedure-transact-sql.md,
-- drop-statistics-transact-sql.md, drop-role-transact-sql.md, drop-database-transact-sql.md and drop-type-transact-sql.md.
CREATE DATABASE D;
GO
USE D;
SET NOCOUNT ON;
GO
-- DROP VIEW, A: with and without the view; its permissions go with it
CREATE USER Reader WITHOUT LOGIN;
GO
CREATE VIEW dbo.Reorder AS SELECT 1 AS a;
GO
GRANT SELECT ON dbo.Reorder TO Reader;
SELECT COUNT(*) AS permissions FROM sys.database_permissions WHERE class = 1 AND major_id = OBJECT_ID('dbo.Reorder');
GO
DROP VIEW IF EXISTS dbo.Reorder ;
GO
DROP VIEW IF EXISTS dbo.Reorder ;
GO
SELECT COUNT(*) AS permissions FROM sys.database_permissions WHERE grantee_principal_id = USER_ID('Reader') AND class = 1;
GO
-- "Any view on a table that is dropped by using DROP TABLE must be dropped explicitly": the view stays.
CREATE TABLE Base (a int);
GO
CREATE VIEW OnBase AS SELECT a FROM Base;
GO
DROP TABLE Base;
SELECT OBJECT_NAME(OBJECT_ID('OnBase', 'V')) AS [view];
GO
DROP VIEW OnBase;
GO
-- DROP PROCEDURE: one, several, a group, one that may be absent
CREATE PROCEDURE dbo.uspMyProc AS SELECT 1;
GO
CREATE PROCEDURE dbo.uspGetSalesbyMonth AS SELECT 1;
GO
CREATE PROCEDURE dbo.uspUpdateSalesQuotes AS SELECT 1;
GO
CREATE PROCEDURE dbo.uspGetSalesByYear AS SELECT 1;
GO
CREATE PROCEDURE dbo.uspGetSalesByYear;2 AS SELECT 2;
GO
DROP PROCEDURE dbo.uspMyProc;
GO
DROP PROCEDURE dbo.uspGetSalesbyMonth, dbo.uspUpdateSalesQuotes, dbo.uspGetSalesByYear;
GO
SELECT COUNT(*) AS procedures FROM sys.objects WHERE type = 'P';
SELECT COUNT(*) AS numbered FROM sys.numbered_procedures;
GO
DROP PROCEDURE IF EXISTS dbo.uspMyProc;
GO
DROP PROCEDURE dbo.uspMyProc;
GO
-- "A server name or database name cannot be specified."
DROP PROCEDURE D.dbo.uspMyProc;
GO
-- DROP STATISTICS, A
CREATE SCHEMA Purchasing;
GO
CREATE SCHEMA Sales;
GO
CREATE TABLE Purchasing.Vendor (Name nvarchar(50), CreditRating tinyint);
CREATE TABLE Sales.SalesOrderHeader (CustomerID int, TotalDue money);
CREATE INDEX Names ON Purchasing.Vendor (Name);
GO
CREATE STATISTICS VendorCredit
    ON Purchasing.Vendor (Name, CreditRating)
    WITH SAMPLE 50 PERCENT
CREATE STATISTICS CustomerTotal
    ON Sales.SalesOrderHeader (CustomerID, TotalDue)
    WITH FULLSCAN;
GO
SELECT OBJECT_NAME(object_id) AS [table], name FROM sys.stats WHERE user_created = 1 ORDER BY name;
GO
DROP STATISTICS Purchasing.Vendor.VendorCredit, Sales.SalesOrderHeader.CustomerTotal;
SELECT COUNT(*) AS created FROM sys.stats WHERE user_created = 1;
GO
-- "Statistics on indexes cannot be dropped by using DROP STATISTICS."
DROP STATISTICS Purchasing.Vendor.Names;
GO
-- DROP ROLE: without members and securables only, and no fixed role
CREATE ROLE purchasing;
ALTER ROLE purchasing ADD MEMBER Reader;
GO
DROP ROLE purchasing;
GO
ALTER ROLE purchasing DROP MEMBER Reader;
ALTER AUTHORIZATION ON SCHEMA::Purchasing TO purchasing;
GO
DROP ROLE purchasing;
GO
ALTER AUTHORIZATION ON SCHEMA::Purchasing TO dbo;
DROP ROLE purchasing;
GO
SELECT DATABASE_PRINCIPAL_ID('purchasing') AS id;
GO
DROP ROLE IF EXISTS purchasing;
GO
DROP ROLE db_datareader;
GO
-- DROP TYPE: not while a column, a procedure or a function uses it
CREATE TYPE ssn FROM varchar(11) NOT NULL;
GO
CREATE TABLE Persons (id ssn);
GO
DROP TYPE ssn ;
GO
DROP TABLE Persons;
GO
CREATE PROCEDURE WithType @id ssn AS RETURN 0;
GO
DROP TYPE ssn ;
GO
DROP PROCEDURE WithType;
GO
DROP TYPE ssn ;
GO
SELECT TYPE_ID('ssn') AS id;
GO
DROP TYPE IF EXISTS ssn;
GO
-- DROP DATABASE, A and B; limitations
USE master;
GO
CREATE DATABASE Sales;
GO
DROP DATABASE Sales;
GO
CREATE DATABASE Sales;
CREATE DATABASE NewSales;
GO
DROP DATABASE Sales, NewSales;
GO
SELECT DB_ID('Sales') AS a, DB_ID('NewSales') AS b;
GO
-- "System databases cannot be dropped."
DROP DATABASE msdb;
GO
-- "not allowed in an explicit or implicit transaction"
BEGIN TRANSACTION;
DROP DATABASE D;
GO
IF @@TRANCOUNT > 0 ROLLBACK;
GO
-- "You cannot drop a database currently being used."
USE D;
GO
DROP DATABASE D;
GO
-- A database can be dropped regardless of its state.
USE master;
ALTER DATABASE D SET OFFLINE;
DROP DATABASE D;
SELECT DB_ID('D') AS d;
GO
