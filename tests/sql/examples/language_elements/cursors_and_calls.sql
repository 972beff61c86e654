-- The examples of pages of docs/t-sql/language-elements. A line after --> is a row that the page shows.
-- docs/t-sql/language-elements/declare-cursor-transact-sql.md: A and B, over a few vendors.
CREATE TABLE dbo.Vendor (VendorID int PRIMARY KEY, Name nvarchar(50), PreferredVendorStatus bit);
CREATE TABLE dbo.ProductVendor (ProductID int, VendorID int);
CREATE TABLE dbo.Product (ProductID int, Name nvarchar(50));
INSERT dbo.Vendor VALUES (1, N'Australia Bike Retailer', 1), (2, N'Unpreferred', 0), (3, N'Without Products', 1);
INSERT dbo.Product VALUES (10, N'Thin-Jam Lock Nut 9'), (11, N'Chain');
INSERT dbo.ProductVendor VALUES (10, 1), (11, 1), (11, 2);
GO
DECLARE vend_cursor CURSOR
    FOR SELECT * FROM dbo.Vendor
OPEN vend_cursor
FETCH NEXT FROM vend_cursor;
CLOSE vend_cursor;
DEALLOCATE vend_cursor;
GO
SET NOCOUNT ON;

DECLARE @vendor_id int, @vendor_name nvarchar(50),
    @message varchar(80), @product nvarchar(50);

PRINT '-------- Vendor Products Report --------';

DECLARE vendor_cursor CURSOR FOR
SELECT VendorID, Name
FROM dbo.Vendor
WHERE PreferredVendorStatus = 1
ORDER BY VendorID;

OPEN vendor_cursor

FETCH NEXT FROM vendor_cursor
INTO @vendor_id, @vendor_name

WHILE @@FETCH_STATUS = 0
BEGIN
    PRINT ' '
    SELECT @message = '----- Products From Vendor: ' +
        @vendor_name

    PRINT @message

    -- Declare an inner cursor based
    -- on vendor_id from the outer cursor.

    DECLARE product_cursor CURSOR FOR
    SELECT v.Name
    FROM dbo.ProductVendor pv, dbo.Product v
    WHERE pv.ProductID = v.ProductID AND
    pv.VendorID = @vendor_id  -- Variable value from the outer cursor

    OPEN product_cursor
    FETCH NEXT FROM product_cursor INTO @product

    IF @@FETCH_STATUS <> 0
        PRINT '         <<None>>'

    WHILE @@FETCH_STATUS = 0
    BEGIN

        SELECT @message = '         ' + @product
        PRINT @message
        FETCH NEXT FROM product_cursor INTO @product
        END

    CLOSE product_cursor
    DEALLOCATE product_cursor
        -- Get the next vendor.
    FETCH NEXT FROM vendor_cursor
    INTO @vendor_id, @vendor_name
END
CLOSE vendor_cursor;
DEALLOCATE vendor_cursor;
SET NOCOUNT OFF;
GO
-- Arguments: the two forms aren't mixed; options that exclude each other; no INTO; hints behind FOR UPDATE OF.
DECLARE c SCROLL CURSOR LOCAL FOR SELECT VendorID FROM dbo.Vendor;
GO
DECLARE c CURSOR SCROLL FAST_FORWARD FOR SELECT VendorID FROM dbo.Vendor;
GO
DECLARE c CURSOR FAST_FORWARD FOR SELECT VendorID FROM dbo.Vendor FOR UPDATE;
GO
DECLARE c CURSOR STATIC SCROLL_LOCKS FOR SELECT VendorID FROM dbo.Vendor;
GO
DECLARE c CURSOR FAST_FORWARD OPTIMISTIC FOR SELECT VendorID FROM dbo.Vendor;
GO
DECLARE c CURSOR FAST_FORWARD SCROLL_LOCKS FOR SELECT VendorID FROM dbo.Vendor;
GO
DECLARE c CURSOR FOR SELECT VendorID INTO #t FROM dbo.Vendor;
GO
DECLARE c CURSOR FAST_FORWARD FORWARD_ONLY FOR SELECT VendorID FROM dbo.Vendor;
OPEN c;
FETCH PRIOR FROM c;
DEALLOCATE c;
GO
DECLARE c CURSOR DYNAMIC FOR SELECT VendorID FROM dbo.Vendor;
OPEN c;
FETCH ABSOLUTE 1 FROM c;
DEALLOCATE c;
GO
DECLARE c INSENSITIVE CURSOR FOR SELECT VendorID FROM dbo.Vendor FOR UPDATE;
GO
DECLARE c CURSOR FOR SELECT VendorID, Name FROM dbo.Vendor FOR UPDATE OF Name;
OPEN c;
FETCH NEXT FROM c;
UPDATE dbo.Vendor SET VendorID = 9 WHERE CURRENT OF c;
GO
UPDATE dbo.Vendor SET Name = N'changed' WHERE CURRENT OF c;
SELECT Name FROM dbo.Vendor WHERE VendorID = 1;
DEALLOCATE c;
DECLARE c CURSOR READ_ONLY FOR SELECT VendorID, Name FROM dbo.Vendor;
OPEN c;
FETCH NEXT FROM c;
UPDATE dbo.Vendor SET Name = N'again' WHERE CURRENT OF c;
GO
DEALLOCATE c;
GO
-- A keyset over a table without a unique index becomes static, with a message if TYPE_WARNING asks for it.
DECLARE c CURSOR KEYSET TYPE_WARNING FOR SELECT ProductID FROM dbo.ProductVendor;
OPEN c;
SELECT @@CURSOR_ROWS AS n, model, concurrency FROM (SELECT 1 AS x) AS one CROSS APPLY (SELECT CASE WHEN properties LIKE 'Snapshot%' THEN 'static' ELSE properties END AS model, CASE WHEN properties LIKE '%Read Only%' THEN 'read only' END AS concurrency FROM sys.dm_exec_cursors(@@SPID)) AS d;
DEALLOCATE c;
GO
DROP TABLE dbo.ProductVendor, dbo.Product;
GO
-- docs/t-sql/language-elements/open-transact-sql.md
DECLARE Employee_Cursor CURSOR FOR
SELECT Name, VendorID
FROM dbo.Vendor
WHERE Name like '%e%' ORDER BY VendorID;

OPEN Employee_Cursor;

FETCH NEXT FROM Employee_Cursor;
WHILE @@FETCH_STATUS = 0
BEGIN
    FETCH NEXT FROM Employee_Cursor
END;

CLOSE Employee_Cursor;
DEALLOCATE Employee_Cursor;
GO
-- A local cursor hides the global one of the same name; GLOBAL names that one.
DECLARE g CURSOR GLOBAL FOR SELECT 'global' AS scope;
DECLARE g CURSOR LOCAL FOR SELECT 'local' AS scope;
OPEN g;
OPEN GLOBAL g;
FETCH NEXT FROM g;
FETCH NEXT FROM GLOBAL g;
DEALLOCATE GLOBAL g;
OPEN GLOBAL g;
OPEN g;
GO
-- docs/t-sql/language-elements/deallocate-transact-sql.md
DECLARE @MyCursor CURSOR;
SET @MyCursor = CURSOR LOCAL SCROLL FOR
    SELECT * FROM dbo.Vendor;

DEALLOCATE @MyCursor;

SET @MyCursor = CURSOR LOCAL SCROLL FOR
    SELECT VendorID FROM dbo.Vendor;
GO
DECLARE abc CURSOR GLOBAL SCROLL FOR
    SELECT VendorID FROM dbo.Vendor;
OPEN abc;
GO
-- Reference the named cursor with a cursor variable.
DECLARE @MyCrsrRef1 CURSOR;
SET @MyCrsrRef1 = abc;
-- Now deallocate the cursor reference.
DEALLOCATE @MyCrsrRef1;
-- Cursor abc still exists.
FETCH NEXT FROM abc;
GO
-- Reference the named cursor again.
DECLARE @MyCrsrRef2 CURSOR;
SET @MyCrsrRef2 = abc;
-- Now deallocate cursor name abc.
DEALLOCATE abc;
-- Cursor still exists, referenced by @MyCrsrRef2.
FETCH NEXT FROM @MyCrsrRef2;
-- Cursor finally is deallocated when last referencing
-- variable goes out of scope at the end of the batch.
GO
FETCH NEXT FROM abc;
GO
DECLARE @MyCursor CURSOR;
SET @MyCursor = CURSOR LOCAL SCROLL FOR
SELECT VendorID FROM dbo.Vendor;
DEALLOCATE @MyCursor;
OPEN @MyCursor;
GO
DROP TABLE dbo.Vendor;
GO
-- docs/t-sql/language-elements/declare-local-variable-transact-sql.md: A and B, over the rows that the page shows.
CREATE TABLE dbo.PersonPhone (LastName nvarchar(50), FirstName nvarchar(50), PhoneNumber nvarchar(25));
INSERT dbo.PersonPhone VALUES (N'Manchepalli', N'Ajay', N'1 (11) 500 555-0174'), (N'Manek', N'Parul', N'1 (11) 500 555-0146'), (N'Manzanares', N'Tomas', N'1 (11) 500 555-0178'), (N'Margheim', N'Diane', N'815-555-0138');
GO
DECLARE @find VARCHAR(30);
/* Also allowed:
DECLARE @find VARCHAR(30) = 'Man%';
*/
SET @find = 'Man%';
SELECT p.LastName, p.FirstName, p.PhoneNumber
FROM dbo.PersonPhone AS p
WHERE LastName LIKE @find;
--> Manchepalli | Ajay | 1 (11) 500 555-0174
--> Manek | Parul | 1 (11) 500 555-0146
--> Manzanares | Tomas | 1 (11) 500 555-0178
DROP TABLE dbo.PersonPhone;
GO
DECLARE @Group nvarchar(50), @Sales MONEY;
SET @Group = N'North America';
SET @Sales = 2000000;
SELECT FirstName, LastName, SalesYTD
FROM (VALUES (N'Linda', N'Mitchell', N'North America', $4251368.5497), (N'Jae', N'Pak', N'Europe', $4116871.2277), (N'Pamela', N'Ansman-Wolfe', N'North America', $1352577.1325)) AS s(FirstName, LastName, TerritoryGroup, SalesYTD)
WHERE TerritoryGroup = @Group and SalesYTD >= @Sales;
GO
-- Inline indexes, a value that refers to a variable declared before, AS, no text types, no second declaration.
DECLARE @MyTableVar table(
    EmpID int NOT NULL,
    PRIMARY KEY CLUSTERED (EmpID),
    UNIQUE NONCLUSTERED (EmpID),
    INDEX CustomNonClusteredIndex NONCLUSTERED (EmpID)
);
INSERT @MyTableVar VALUES (1);
SELECT EmpID FROM @MyTableVar;
GO
DECLARE @a AS int = 1, @b AS int = 2, @t AS TABLE (a int PRIMARY KEY WITH (FILLFACTOR = 90, IGNORE_DUP_KEY = ON), b int INDEX ib);
INSERT @t VALUES (1, 1), (1, 2);
SELECT @a + @b AS sum, (SELECT COUNT(*) FROM @t) AS n;
GO
DECLARE @t ntext;
GO
DECLARE @t image;
GO
DECLARE @a int;
DECLARE @a varchar(5);
GO
DECLARE @c CURSOR;
OPEN @c;
GO
FETCH NEXT FROM @undeclared;
GO
CREATE TYPE dbo.LocationTableType AS TABLE
(LocationName VARCHAR(50)
, CostRate INT );
GO
DECLARE @LocationTVP AS LocationTableType;
INSERT INTO @LocationTVP (LocationName, CostRate) SELECT 'Tool Crib', 0;
SELECT * FROM @LocationTVP;
GO
DROP TYPE dbo.LocationTableType;
GO
-- docs/t-sql/language-elements/execute-transact-sql.md: F.
CREATE PROCEDURE dbo.ProcTestDefaults (
@p1 smallint = 42,
@p2 char(1),
@p3 varchar(8) = 'CAR')
AS
   SET NOCOUNT ON;
   SELECT @p1, @p2, @p3
;
GO
EXECUTE dbo.ProcTestDefaults @p2 = 'A';
EXECUTE dbo.ProcTestDefaults 68, 'B';
EXECUTE dbo.ProcTestDefaults 68, 'C', 'House';
EXECUTE dbo.ProcTestDefaults @p1 = DEFAULT, @p2 = 'D';
EXECUTE dbo.ProcTestDefaults DEFAULT, @p3 = 'Local', @p2 = 'E';
EXECUTE dbo.ProcTestDefaults DEFAULT, 'H', DEFAULT;
EXECUTE dbo.ProcTestDefaults DEFAULT, 'I', @p3 = DEFAULT;
-- H.
EXECUTE dbo.ProcTestDefaults @p2 = 'A' WITH RECOMPILE;
GO
-- A, B, I, O, P and Q.
dbo.ProcTestDefaults 6, 'a';
GO
dbo.ProcTestDefaults @p2 = 'a';
GO
EXEC dbo.ProcTestDefaults;
GO
EXEC dbo.ProcTestDefaults @p1 = DEFAULT, @p2 = DEFAULT;
GO
EXEC dbo.ProcTestDefaults @p1 = 1, 'x';
GO
EXEC dbo.ProcTestDefaults 1, 'x', 'y', 'z';
GO
EXEC dbo.ProcTestDefaults @p2 = 'x', @p9 = 1;
GO
DECLARE @c char(1) = 'x';
EXEC dbo.ProcTestDefaults 1, @c OUTPUT;
GO
EXEC dbo.ProcTestDefaults 1, 'x' OUTPUT;
GO
EXEC dbo.ProcTestDefaults 1, word;
GO
CREATE FUNCTION dbo.ufnGetSalesOrderStatusText (@Status tinyint) RETURNS nvarchar(15) AS
BEGIN RETURN CASE @Status WHEN 1 THEN N'In process' WHEN 2 THEN N'Approved' ELSE N'** Invalid **' END END;
GO
DECLARE @returnstatus nvarchar(15);
SET @returnstatus = NULL;
EXEC @returnstatus = dbo.ufnGetSalesOrderStatusText @Status = 2;
PRINT @returnstatus;
--> Approved
GO
DROP FUNCTION dbo.ufnGetSalesOrderStatusText;
DECLARE @var nvarchar(50) = N'dbo.ProcTestDefaults 7, ''v''';
EXEC ('EXEC ' + @var);
EXEC ('EXEC (''SELECT COUNT(*) AS n FROM sys.types WHERE name = ''''int'''''')');
DECLARE @stringVar nvarchar(100);
SET @stringVar = N'SELECT name FROM' + ' sys.sql_logins WHERE principal_id = 1';
EXEC (@stringVar);
DECLARE @proc_name varchar(30);
SET @proc_name = 'dbo.ProcTestDefaults';
EXEC @proc_name 8, 'w';
SET @proc_name = 'dbo.missing';
EXEC @proc_name;
SELECT 'behind it' AS x;
GO
-- The database context ends with the statement.
EXEC ('USE tempdb; SELECT DB_NAME() AS inside;');
SELECT DB_NAME() AS outside;
GO
-- C.
CREATE TABLE dbo.indexed (a int PRIMARY KEY);
DECLARE tables_cursor CURSOR
   FOR
   SELECT s.name, t.name
   FROM sys.objects AS t
   JOIN sys.schemas AS s ON s.schema_id = t.schema_id
   WHERE t.type = 'U';
OPEN tables_cursor;
DECLARE @schemaname sysname;
DECLARE @tablename sysname;
FETCH NEXT FROM tables_cursor INTO @schemaname, @tablename;
WHILE (@@FETCH_STATUS <> -1)
BEGIN;
   EXECUTE ('ALTER INDEX ALL ON ' + @schemaname + '.' + @tablename + ' REBUILD;');
   FETCH NEXT FROM tables_cursor INTO @schemaname, @tablename;
END;
PRINT 'The indexes on all tables have been rebuilt.';
CLOSE tables_cursor;
DEALLOCATE tables_cursor;
DROP TABLE dbo.indexed;
GO
-- D, G, J and L: other servers.
DECLARE @retstat int;
EXECUTE @retstat = SQLSERVER1.AdventureWorks2012.dbo.uspGetEmployeeManagers @BusinessEntityID = 6;
GO
EXECUTE ( 'CREATE TABLE AdventureWorks2012.dbo.SalesTbl
(SalesID int, SalesName varchar(10)) ; ' ) AT SeattleSales;
GO
EXEC ( 'SELECT * FROM scott.emp WHERE MGR = ?', 7902) AT ORACLE;
GO
-- K.
CREATE USER User1 WITHOUT LOGIN;
GO
CREATE SCHEMA Sales;
GO
EXECUTE ('CREATE TABLE Sales.SalesTable (SalesID int, SalesName varchar(10));')
AS USER = 'User1';
GO
GRANT CREATE TABLE TO User1;
GRANT ALTER ON SCHEMA::Sales TO User1;
GO
EXECUTE ('CREATE TABLE Sales.SalesTable (SalesID int, SalesName varchar(10));')
AS USER = 'User1';
SELECT USER_NAME() AS behind_it, OBJECT_SCHEMA_NAME(OBJECT_ID('Sales.SalesTable')) AS made_in;
GO
EXECUTE ('SELECT 1 AS a') AS USER = 'nobody';
GO
EXECUTE ('SELECT 1 AS a') AS LOGIN = 'nobody';
GO
DROP TABLE Sales.SalesTable;
DROP SCHEMA Sales;
DROP USER User1;
GO
-- M and N, over a procedure with two results.
CREATE TYPE dbo.Name FROM nvarchar(50);
GO
CREATE PROC dbo.ProductList @ProdName nvarchar(50)
AS
SELECT ProductID, Name, ListPrice FROM (VALUES (921, N'Mountain Tire Tube', $4.99), (1, N'Chain', $20.24)) AS p(ProductID, Name, ListPrice)
    WHERE Name LIKE @ProdName;
SELECT Name, COUNT(*) AS NumberOfOrders FROM (VALUES (N'Mountain Tire Tube'), (N'Mountain Tire Tube'), (N'Chain')) AS s(Name)
    WHERE Name LIKE @ProdName
    GROUP BY Name;
GO
EXEC dbo.ProductList '%tire%'
WITH RESULT SETS
(
    (ProductID int,   -- first result set definition starts here
    Name Name,
    ListPrice money)
    ,                 -- comma separates result set definitions
    (Name Name,       -- second result set definition starts here
    NumberOfOrders int)
);
GO
EXEC dbo.ProductList '%tire%' WITH RESULT SETS (([Product ID] bigint NOT NULL, [Product] varchar(8), Price decimal(5, 1)), (N varchar(5) NULL, [Count] char(3)));
GO
EXEC dbo.ProductList '%tire%' WITH RESULT SETS ((a int, b nvarchar(50), c money));
GO
EXEC dbo.ProductList '%tire%' WITH RESULT SETS ((a int, b nvarchar(50)), (a nvarchar(50), b int));
GO
EXEC dbo.ProductList '%tire%' WITH RESULT SETS ((a int, b int, c money), (a nvarchar(50), b int));
GO
EXEC dbo.ProductList '%tire%' WITH RESULT SETS NONE;
GO
EXEC dbo.ProductList '%tire%' WITH RESULT SETS UNDEFINED;
GO
EXEC ('SELECT NULL AS a') WITH RESULT SETS ((a int NOT NULL));
GO
CREATE TYPE dbo.two AS TABLE (first int, second nvarchar(50), third money);
GO
EXEC ('SELECT 1 AS a, N''b'' AS b, $3 AS c') WITH RESULT SETS (AS TYPE dbo.two);
GO
CREATE TABLE dbo.shape (first bigint, second nvarchar(50), third money);
GO
EXEC ('SELECT 1 AS a, N''b'' AS b, $3 AS c') WITH RESULT SETS (AS OBJECT dbo.shape);
GO
EXEC ('SELECT 1 AS a FOR XML RAW') WITH RESULT SETS (AS FOR XML);
GO
DROP TABLE dbo.shape;
DROP TYPE dbo.two;
DROP PROC dbo.ProductList, dbo.ProcTestDefaults;
DROP TYPE dbo.Name;
GO
