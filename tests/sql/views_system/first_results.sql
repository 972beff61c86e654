-- docs/relational-databases/system-dynamic-management-views/sys-dm-exec-describe-first-result-set-transact-sql.md and
-- sys-dm-exec-describe-first-result-set-for-object-transact-sql.md: their tables and examples.
CREATE DATABASE D;
GO
USE D;
GO
CREATE SCHEMA Production;
GO
CREATE TABLE Production.Product (ProductID int NOT NULL PRIMARY KEY, Name nvarchar(50) NOT NULL, Color nvarchar(15) NULL, SafetyStockLevel smallint NOT NULL,
    SellStartDate datetime NOT NULL);
CREATE TABLE dbo.Customer (CustomerID int NOT NULL PRIMARY KEY, TerritoryID int NULL, AccountNumber varchar(10) NOT NULL);
GO
-- A. A single statement.
SELECT is_hidden, column_ordinal, name, is_nullable, system_type_id, system_type_name, max_length, precision, scale, error_number
FROM sys.dm_exec_describe_first_result_set(N'SELECT object_id, name, type_desc FROM sys.indexes', null, 0);
GO
-- B. The first of a procedure's two results, here called by its name.
CREATE PROC Production.TestProc
AS
SELECT Name, ProductID, Color FROM Production.Product;
SELECT Name, SafetyStockLevel, SellStartDate FROM Production.Product;
GO
SELECT column_ordinal, name, system_type_name, is_nullable, is_updateable, error_message
FROM sys.dm_exec_describe_first_result_set('Production.TestProc', NULL, 0);
GO
-- C. A batch of several statements, with a parameter.
SELECT a.column_ordinal, a.name, a.system_type_name FROM sys.dm_exec_describe_first_result_set(
N'SELECT CustomerID, TerritoryID, AccountNumber FROM dbo.Customer WHERE CustomerID = @CustomerID;
SELECT * FROM Production.Product;',
N'@CustomerID int', 0) AS a;
-- No result: no rows.
SELECT COUNT(*) AS rows FROM sys.dm_exec_describe_first_result_set(N'DECLARE @x int = 1;', NULL, NULL);
GO
-- The kinds of errors: each a row, where all else is NULL.
CREATE PROCEDURE dbo.once AS EXEC dbo.again;
GO
CREATE PROCEDURE dbo.again AS EXEC dbo.once;
GO
SELECT t.n, d.column_ordinal, d.name, d.error_number, d.error_severity, d.error_state, d.error_message, d.error_type, d.error_type_desc
FROM (VALUES (1, N'SELECT * FROM dbo.nothing_of_this_name'), (2, N'SELECT FROM'), (3, N'IF 1 = 1 SELECT 1 AS a ELSE SELECT 1 AS a, 2 AS b'),
    (4, N'DECLARE @s nvarchar(10) = N''SELECT 1''; EXEC (@s)'), (8, N'SELECT @p'), (9, N'EXEC dbo.once'),
    (10, N'CREATE TABLE #t (a int); SELECT * FROM #t'), (11, N'DBCC TRACESTATUS(-1)')) AS t(n, batch)
CROSS APPLY sys.dm_exec_describe_first_result_set(t.batch, NULL, 0) AS d ORDER BY t.n;
GO
-- Of an object: a procedure, a trigger; what is neither, and what is not there.
CREATE PROC dbo.TestProc2
AS
SELECT object_id, name FROM sys.objects;
SELECT name, schema_id, create_date FROM sys.objects;
GO
CREATE TRIGGER dbo.watch ON dbo.Customer AFTER INSERT AS SELECT CustomerID AS added FROM inserted;
GO
CREATE VIEW dbo.names AS SELECT Name FROM Production.Product;
GO
SELECT column_ordinal, name, system_type_name FROM sys.dm_exec_describe_first_result_set_for_object(OBJECT_ID('dbo.TestProc2'), 0);
SELECT column_ordinal, name, system_type_name FROM sys.dm_exec_describe_first_result_set_for_object(OBJECT_ID('dbo.watch'), 0);
SELECT name, error_number, REPLACE(error_message, CAST(OBJECT_ID('dbo.names') AS nvarchar(12)), N'#') AS message, error_type, error_type_desc
FROM sys.dm_exec_describe_first_result_set_for_object(OBJECT_ID('dbo.names'), 0);
SELECT name, error_number, error_message, error_type, error_type_desc FROM sys.dm_exec_describe_first_result_set_for_object(12, 0);
GO
-- B of the second page: all procedures of the database.
SELECT p.name, r.column_ordinal, r.name AS result_column, r.error_type_desc
FROM sys.procedures AS p
CROSS APPLY sys.dm_exec_describe_first_result_set_for_object(p.object_id, 0) AS r
WHERE p.name IN (N'TestProc', N'TestProc2') ORDER BY p.name, r.column_ordinal;
GO
-- A of the second page, and B of docs/relational-databases/system-stored-procedures/sp-describe-first-result-set-transact-sql.md: without and with the browse information.
CREATE PROC dbo.TestProc3 AS SELECT Name, Color FROM Production.Product ORDER BY Color DESC;
GO
SELECT is_hidden, name, source_database, source_schema, source_table, source_column, is_part_of_unique_key AS in_key, ordinal_in_order_by_list AS place, order_by_list_length AS length,
    order_by_is_descending AS descending FROM sys.dm_exec_describe_first_result_set_for_object(OBJECT_ID('dbo.TestProc3'), 0);
SELECT is_hidden, name, source_database, source_schema, source_table, source_column, is_part_of_unique_key AS in_key, ordinal_in_order_by_list AS place, order_by_list_length AS length,
    order_by_is_descending AS descending FROM sys.dm_exec_describe_first_result_set_for_object(OBJECT_ID('dbo.TestProc3'), 1);
SELECT is_hidden, column_ordinal, name, source_table, source_column, is_part_of_unique_key FROM sys.dm_exec_describe_first_result_set(N'SELECT Name FROM dbo.names', NULL, 1);
GO
-- In a transaction that has changed names: it sees them.
BEGIN TRANSACTION;
CREATE TABLE dbo.made (a date NOT NULL);
SELECT name, system_type_name FROM sys.dm_exec_describe_first_result_set(N'SELECT a FROM dbo.made', NULL, 0);
ROLLBACK;
SELECT error_number FROM sys.dm_exec_describe_first_result_set(N'SELECT a FROM dbo.made', NULL, 0);
GO
-- Permissions: those that it takes to run the batch. Nobody learns of what he may not read or execute.
CREATE USER reader WITHOUT LOGIN;
GRANT SELECT ON dbo.Customer TO reader;
GO
EXECUTE AS USER = 'reader';
SELECT name, error_number FROM sys.dm_exec_describe_first_result_set(N'SELECT CustomerID FROM dbo.Customer', NULL, 0);
SELECT name, error_number, error_severity, error_message, error_type_desc
FROM sys.dm_exec_describe_first_result_set(N'SELECT ProductID FROM Production.Product', NULL, 0);
SELECT name, error_number, error_message FROM sys.dm_exec_describe_first_result_set(N'EXEC dbo.TestProc2', NULL, 0);
SELECT name, error_number, error_type_desc FROM sys.dm_exec_describe_first_result_set_for_object(OBJECT_ID('dbo.TestProc2'), 0);
REVERT;
GRANT EXECUTE ON dbo.TestProc2 TO reader;
EXECUTE AS USER = 'reader';
SELECT column_ordinal, name FROM sys.dm_exec_describe_first_result_set_for_object(OBJECT_ID('dbo.TestProc2'), 0);
REVERT;
GO
