-- The examples of pages of docs/t-sql/functions. A line after --> is a row that the page shows.
-- docs/t-sql/functions/columnproperty-transact-sql.md
CREATE DATABASE AdventureWorks2012;
GO
USE AdventureWorks2012;
GO
CREATE SCHEMA Person;
GO
CREATE SCHEMA Production;
GO
CREATE TABLE Person.Person (BusinessEntityID int NOT NULL, LastName nvarchar(50) NOT NULL, FirstName nvarchar(50) NOT NULL);
CREATE TABLE Person.Address (AddressID int IDENTITY(1, 1) PRIMARY KEY, City nvarchar(30));
CREATE TABLE Production.TransactionHistory (TransactionID int IDENTITY(100000, 1) PRIMARY KEY);
CREATE TABLE Production.Location (LocationID smallint PRIMARY KEY);
CREATE TABLE dbo.SalesOrderDetail (SalesOrderID int, SalesOrderDetailID int, Quantity int, CONSTRAINT PK_SalesOrderDetail_SalesOrderID_LineNumber PRIMARY KEY CLUSTERED (SalesOrderID, SalesOrderDetailID));
GO
SELECT COLUMNPROPERTY( OBJECT_ID('Person.Person'),'LastName','PRECISION')AS 'Column Length';
--> 50
SELECT TABLE_NAME, COLUMN_NAME, COLUMNPROPERTY(OBJECT_ID(TABLE_SCHEMA + '.' + TABLE_NAME), COLUMN_NAME, 'ColumnID') AS COLUMN_ID FROM AdventureWorks2012.INFORMATION_SCHEMA.COLUMNS WHERE TABLE_NAME = 'Person';
--> Person | BusinessEntityID | 1
--> Person | LastName | 2
--> Person | FirstName | 3
GO
-- docs/t-sql/functions/ident-incr-transact-sql.md, docs/t-sql/functions/ident-seed-transact-sql.md
SELECT IDENT_INCR('Person.Address') AS Identity_Increment, IDENT_SEED('Person.Address') AS Identity_Seed;
--> 1 | 1
SELECT TABLE_SCHEMA, TABLE_NAME, IDENT_INCR(TABLE_SCHEMA + '.' + TABLE_NAME) AS IDENT_INCR, IDENT_SEED(TABLE_SCHEMA + '.' + TABLE_NAME) AS IDENT_SEED
FROM INFORMATION_SCHEMA.TABLES WHERE IDENT_INCR(TABLE_SCHEMA + '.' + TABLE_NAME) IS NOT NULL AND IDENT_SEED(TABLE_SCHEMA + '.' + TABLE_NAME) IS NOT NULL ORDER BY TABLE_SCHEMA;
--> Person | Address | 1 | 1
--> Production | TransactionHistory | 1 | 100000
GO
-- docs/t-sql/functions/identity-function-transact-sql.md
INSERT INTO Person.Person VALUES (1, N'Sánchez', N'Ken'), (2, N'Duffy', N'Terri');
ALTER DATABASE AdventureWorks2012 SET RECOVERY BULK_LOGGED;
GO
SELECT  IDENTITY(smallint, 100, 1) AS ContactNum, FirstName AS First, LastName AS Last INTO Person.NewContact FROM Person.Person ORDER BY BusinessEntityID;
GO
ALTER DATABASE AdventureWorks2012 SET RECOVERY FULL;
GO
SELECT ContactNum, First, Last FROM Person.NewContact;
--> 100 | Ken | Sánchez
--> 101 | Terri | Duffy
SELECT ID_Num = IDENTITY(int, 1, 1) INTO NewTable FROM Person.Person;
SELECT ID_Num FROM NewTable;
--> 1
--> 2
GO
-- docs/t-sql/functions/index-col-transact-sql.md, docs/t-sql/functions/indexkey-property-transact-sql.md
SELECT INDEX_COL (N'AdventureWorks2012.dbo.SalesOrderDetail', 1,1) AS [Index Column 1], INDEX_COL (N'AdventureWorks2012.dbo.SalesOrderDetail', 1,2) AS [Index Column 2];
--> SalesOrderID | SalesOrderDetailID
SELECT INDEXKEY_PROPERTY(OBJECT_ID('Production.Location', 'U'), 1,1,'ColumnId') AS [Column ID], INDEXKEY_PROPERTY(OBJECT_ID('Production.Location', 'U'), 1,1,'IsDescending') AS [Asc or Desc order];
--> 1 | 0
GO
-- docs/t-sql/functions/file-idex-transact-sql.md, fileproperty-transact-sql.md
SELECT FILE_IDEX('AdventureWorks2012') AS 'File ID';
--> 1
SELECT FILE_IDEX((SELECT TOP (1) name FROM sys.database_files WHERE type = 1)) AS 'File ID';
--> 2
SELECT FILE_IDEX((SELECT name FROM sys.master_files WHERE type = 4)) AS 'File_ID';
--> NULL
SELECT FILEPROPERTY('AdventureWorks2012', 'IsPrimaryFile') AS [Primary File], FILEPROPERTY('AdventureWorks2012', 'IsLogFile') AS l, FILEPROPERTY('AdventureWorks2012_log', 'IsLogFile') AS m, FILEPROPERTY('none', 'IsLogFile') AS n, FILEPROPERTY('AdventureWorks2012', 'none') AS o;
--> 1 | 0 | 1 | NULL | NULL
GO
-- docs/t-sql/functions/filegroup-id-transact-sql.md, filegroup-name-transact-sql.md and filegroupproperty-transact-sql.md
SELECT FILEGROUP_ID('PRIMARY') AS [Filegroup ID], FILEGROUP_NAME(1) AS [Filegroup Name], FILEGROUPPROPERTY('PRIMARY', 'IsDefault') AS 'Default Filegroup';
--> 1 | PRIMARY | 1
SELECT FILEGROUPPROPERTY('PRIMARY', 'IsReadOnly') AS a, FILEGROUPPROPERTY('PRIMARY', 'IsUserDefinedFG') AS b, FILEGROUPPROPERTY('none', 'IsDefault') AS c, FILEGROUPPROPERTY('PRIMARY', 'none') AS d;
--> 0 | 0 | NULL | NULL
GO
-- docs/t-sql/functions/object-name-transact-sql.md, docs/t-sql/functions/object-schema-name-transact-sql.md
DECLARE @MyID INT;
SET @MyID = (SELECT OBJECT_ID('AdventureWorks2012.Person.Person', 'U'));
SELECT name, type_desc FROM sys.objects WHERE name = OBJECT_NAME(@MyID);
--> Person | USER_TABLE
SELECT OBJECT_SCHEMA_NAME(@MyID) AS a, OBJECT_SCHEMA_NAME(@MyID, DB_ID()) AS b, OBJECT_NAME(@MyID, DB_ID('AdventureWorks2012')) AS c, OBJECT_NAME(@MyID, 1) AS d, QUOTENAME(DB_NAME()) + N'.' + QUOTENAME(OBJECT_SCHEMA_NAME(@MyID)) + N'.' + QUOTENAME(OBJECT_NAME(@MyID)) AS e;
--> Person | Person | Person | NULL | [AdventureWorks2012].[Person].[Person]
GO
-- docs/t-sql/functions/schema-name-transact-sql.md
SELECT SCHEMA_NAME() AS a, SCHEMA_NAME(1) AS b, SCHEMA_NAME(4) AS c, SCHEMA_NAME(-5) AS d;
--> dbo | dbo | sys | NULL
GO
-- docs/t-sql/functions/type-name-transact-sql.md, docs/t-sql/functions/typeproperty-transact-sql.md
CREATE TYPE dbo.AccountNumber FROM nvarchar(15);
CREATE TYPE dbo.Flag FROM bit NOT NULL;
CREATE TABLE dbo.Vendor (BusinessEntityID int, AccountNumber dbo.AccountNumber, CreditRating tinyint, PreferredVendorStatus dbo.Flag, PurchasingWebServiceURL nvarchar(1024), ModifiedDate datetime);
SELECT o.name AS obj_name, c.name AS col_name, TYPE_NAME(c.user_type_id) AS type_name FROM sys.objects AS o JOIN sys.columns AS c ON o.object_id = c.object_id WHERE o.name = 'Vendor' ORDER BY col_name;
--> Vendor | AccountNumber | AccountNumber
--> Vendor | BusinessEntityID | int
--> Vendor | CreditRating | tinyint
--> Vendor | ModifiedDate | datetime
--> Vendor | PreferredVendorStatus | Flag
--> Vendor | PurchasingWebServiceURL | nvarchar
SELECT TYPE_NAME(36) AS Type36, TYPE_NAME(239) AS Type239;
--> uniqueidentifier | nchar
SELECT TYPEPROPERTY( 'tinyint', 'PRECISION') AS a, TYPEPROPERTY('xml', 'Precision') AS b, TYPEPROPERTY('decimal', 'Scale') AS c, TYPEPROPERTY('int', 'UsesAnsiTrim') AS d, TYPEPROPERTY('varchar', 'UsesAnsiTrim') AS e, TYPEPROPERTY('none', 'AllowsNull') AS f, TYPEPROPERTY('dbo.Flag', 'AllowsNull') AS g;
--> 3 | -1 | 38 | NULL | 1 | NULL | 0
SELECT TYPEPROPERTY(SCHEMA_NAME(schema_id) + '.' + name, 'OwnerId') AS owner_id, name, system_type_id, schema_id FROM sys.types WHERE name IN ('int', 'Flag') ORDER BY name;
--> 1 | Flag | 104 | 1
--> 4 | int | 56 | 4
GO
-- docs/t-sql/functions/objectpropertyex-transact-sql.md
CREATE SYNONYM dbo.MyEmployees FOR Person.Person;
GO
SELECT OBJECTPROPERTYEX(OBJECT_ID(N'dbo.MyEmployees'), N'BaseType') AS [Base Type], OBJECTPROPERTYEX(OBJECT_ID(N'Person.Person'), N'BaseType') AS t;
--> [U ] | [U ]
GO
-- docs/t-sql/functions/sessionproperty-transact-sql.md
SELECT SESSIONPROPERTY ('CONCAT_NULL_YIELDS_NULL') AS a, SESSIONPROPERTY('ANSI_NULLS') AS b, SESSIONPROPERTY('NUMERIC_ROUNDABORT') AS c, SESSIONPROPERTY('none') AS d;
--> 1 | 1 | 0 | NULL
GO
-- docs/t-sql/functions/max-precision-transact-sql.md
SELECT @@MAX_PRECISION AS 'Max Precision'
--> 38
GO
-- docs/t-sql/functions/eventdata-transact-sql.md
CREATE TRIGGER safety
ON DATABASE
FOR CREATE_TABLE
AS
    PRINT 'CREATE TABLE Issued.'
    SELECT EVENTDATA().value
        ('(/EVENT_INSTANCE/TSQLCommand/CommandText)[1]','nvarchar(max)')
   RAISERROR ('New tables cannot be created in this database.', 16, 1)
   ROLLBACK
;
GO
CREATE TABLE NewTables (Column1 int);
--> CREATE TABLE Issued.
--> CREATE TABLE NewTables (Column1 int)
--> New tables cannot be created in this database.
GO
DROP TRIGGER safety ON DATABASE;
GO
CREATE TABLE ddl_log (PostTime datetime, DB_User nvarchar(100), Event nvarchar(100), TSQL nvarchar(2000));
GO
CREATE TRIGGER log
ON DATABASE
FOR DDL_DATABASE_LEVEL_EVENTS
AS
DECLARE @data XML
SET @data = EVENTDATA()
INSERT ddl_log
   (PostTime, DB_User, Event, TSQL)
   VALUES
   (GETDATE(),
   CONVERT(nvarchar(100), CURRENT_USER),
   @data.value('(/EVENT_INSTANCE/EventType)[1]', 'nvarchar(100)'),
   @data.value('(/EVENT_INSTANCE/TSQLCommand)[1]', 'nvarchar(2000)') ) ;
GO
CREATE TABLE TestTable (a int);
DROP TABLE TestTable ;
GO
SELECT DB_User, Event, TSQL FROM ddl_log ;
--> dbo | CREATE_TABLE | CREATE TABLE TestTable (a int)
--> dbo | DROP_TABLE | DROP TABLE TestTable
DROP TRIGGER log ON DATABASE;
DROP TABLE ddl_log;
GO
USE master;
DROP DATABASE AdventureWorks2012;
GO
