//! Queries and DML statements.

use super::reads;

#[test]
fn merge() {
    reads(
        "statements/merge-transact-sql",
        &[
            "CREATE PROCEDURE dbo.InsertUnitMeasure @UnitMeasureCode nchar(3), @Name nvarchar(25)
AS
BEGIN
    SET NOCOUNT ON;

    MERGE Production.UnitMeasure AS target
    USING (SELECT @UnitMeasureCode, @Name) AS source (UnitMeasureCode, Name)
    ON (target.UnitMeasureCode = source.UnitMeasureCode)
    WHEN MATCHED THEN
        UPDATE SET Name = source.Name
    WHEN NOT MATCHED THEN
        INSERT (UnitMeasureCode, Name)
        VALUES (source.UnitMeasureCode, source.Name)
    OUTPUT deleted.*, $action, inserted.* INTO #MyTempTable;
END;",
            "CREATE PROCEDURE Production.usp_UpdateInventory
    @OrderDate datetime
AS
MERGE Production.ProductInventory AS target
USING (SELECT ProductID, SUM(OrderQty) FROM Sales.SalesOrderDetail AS sod
    JOIN Sales.SalesOrderHeader AS soh
    ON sod.SalesOrderID = soh.SalesOrderID
    AND soh.OrderDate = @OrderDate
    GROUP BY ProductID) AS source (ProductID, OrderQty)
ON (target.ProductID = source.ProductID)
WHEN MATCHED AND target.Quantity - source.OrderQty <= 0
    THEN DELETE
WHEN MATCHED
    THEN UPDATE SET target.Quantity = target.Quantity - source.OrderQty,
                    target.ModifiedDate = GETDATE()
OUTPUT $action, Inserted.ProductID, Inserted.Quantity,
    Inserted.ModifiedDate, Deleted.ProductID,
    Deleted.Quantity, Deleted.ModifiedDate;",
            "INSERT INTO Production.UpdatedInventory
SELECT ProductID, LocationID, NewQty, PreviousQty
FROM
( MERGE Production.ProductInventory AS pi
 USING (SELECT ProductID, SUM(OrderQty)
 FROM Sales.SalesOrderDetail AS sod
 JOIN Sales.SalesOrderHeader AS soh
 ON sod.SalesOrderID = soh.SalesOrderID
 AND soh.OrderDate BETWEEN '20030701' AND '20030731'
 GROUP BY ProductID) AS src (ProductID, OrderQty)
 ON pi.ProductID = src.ProductID
 WHEN MATCHED AND pi.Quantity - src.OrderQty >= 0
 THEN UPDATE SET pi.Quantity = pi.Quantity - src.OrderQty
 WHEN MATCHED AND pi.Quantity - src.OrderQty <= 0
 THEN DELETE
 OUTPUT $action, Inserted.ProductID, Inserted.LocationID,
 Inserted.Quantity AS NewQty, Deleted.Quantity AS PreviousQty)
 AS Changes (Action, ProductID, LocationID, NewQty, PreviousQty)
 WHERE Action = 'UPDATE';",
        ],
    );
}

#[test]
fn group_by() {
    reads(
        "queries/select-group-by-transact-sql",
        &[
            "SELECT ColumnA + ColumnB FROM T GROUP BY ColumnA + ColumnB;",
            "SELECT Country, Region, SUM(Sales) AS TotalSales FROM Sales GROUP BY ROLLUP (Country, Region);",
            "SELECT Country, Region, SUM(Sales) AS TotalSales FROM Sales GROUP BY CUBE (Country, Region);",
            "SELECT Country, Region, SUM(Sales) AS TotalSales FROM Sales
GROUP BY GROUPING SETS ( ROLLUP (Country, Region), CUBE (Country, Region) );",
            "SELECT Country, SUM(Sales) AS TotalSales FROM Sales GROUP BY GROUPING SETS ( Country, () );",
            "SELECT 1 FROM t GROUP BY C1, GROUPING SETS ((Column2, ColumnN))",
            "SELECT 1 FROM t GROUP BY ALL a; SELECT 1 FROM t GROUP BY a, b WITH CUBE",
            "SELECT SUM (x) FROM T GROUP BY [dbo].[cube](y);",
        ],
    );
}

#[test]
fn pivot_and_unpivot() {
    reads(
        "queries/from-using-pivot-and-unpivot",
        &[
            "SELECT 'AverageCost' AS Cost_Sorted_By_Production_Days, [0], [1], [2], [3], [4]
FROM (SELECT DaysToManufacture, StandardCost FROM Production.Product) AS SourceTable
PIVOT ( AVG(StandardCost) FOR DaysToManufacture IN ([0], [1], [2], [3], [4]) ) AS PivotTable;",
            "SELECT VendorID, [250] AS Emp1, [251] AS Emp2, [256] AS Emp3, [257] AS Emp4, [260] AS Emp5
FROM (SELECT PurchaseOrderID, EmployeeID, VendorID FROM Purchasing.PurchaseOrderHeader) p
PIVOT ( COUNT (PurchaseOrderID) FOR EmployeeID IN ( [250], [251], [256], [257], [260] ) ) AS pvt
ORDER BY pvt.VendorID;",
            "SELECT VendorID, Employee, Orders
FROM (SELECT VendorID, Emp1, Emp2, Emp3, Emp4, Emp5 FROM pvt) p
UNPIVOT (Orders FOR Employee IN (Emp1, Emp2, Emp3, Emp4, Emp5) )AS unpvt;",
        ],
    );
}

#[test]
fn from_and_hints() {
    reads(
        "queries/from-transact-sql",
        &[
            "SELECT * FROM Sales.Customer TABLESAMPLE SYSTEM (10 PERCENT) ;",
            "SELECT * FROM t AS x TABLESAMPLE (100 ROWS) REPEATABLE (7) WITH (NOLOCK)",
            "SELECT pv.ProductID, v.BusinessEntityID, v.Name FROM Purchasing.ProductVendor AS pv
INNER MERGE JOIN Purchasing.Vendor AS v ON (pv.BusinessEntityID = v.BusinessEntityID);",
            "SELECT * FROM (VALUES (1, 2), (3, 4), (5, 6), (7, 8), (9, 10) ) AS MyTable(a, b);",
            "SELECT * FROM Departments d OUTER APPLY dbo.GetReports(d.DeptMgrID) ;",
        ],
    );
    reads(
        "queries/hints-transact-sql-table",
        &[
            "UPDATE Production.Product WITH (TABLOCK) SET ListPrice = ListPrice * 1.10 WHERE ProductNumber LIKE 'BK-%';",
            "SELECT * FROM Sales.SalesOrderHeader AS h
INNER JOIN Sales.SalesOrderDetail AS d WITH (FORCESEEK (PK_SalesOrderDetail_SalesOrderID_SalesOrderDetailID (SalesOrderID)))
ON h.SalesOrderID = d.SalesOrderID WHERE h.TotalDue > 100 AND (d.OrderQty > 5 OR d.LineTotal < 1000.00);",
            "SELECT * FROM t WITH (INDEX(0), NOLOCK), x WITH (INDEX = i), u (NOLOCK), v AS w (UPDLOCK, HOLDLOCK) WHERE 1 = 1",
            "SELECT database_id, name, 0 FROM master.sys.databases (NOLOCK) WHERE is_read_only = 0 AND state = 0;",
            "INSERT INTO t WITH (TABLOCK) (a) SELECT 1",
        ],
    );
    reads(
        "queries/hints-transact-sql-query",
        &[
            "SELECT * FROM Sales.Customer AS c INNER JOIN Sales.CustomerAddress AS ca ON c.CustomerID = ca.CustomerID
WHERE TerritoryID = 5 OPTION (MERGE JOIN);",
            "SELECT * FROM Person.Address WHERE City = @city_name AND PostalCode = @postal_code
OPTION ( OPTIMIZE FOR (@city_name = 'Seattle', @postal_code UNKNOWN) );",
            "SELECT CustomerID FROM cte OPTION (MAXRECURSION 2, MAXDOP 2, FAST 10, RECOMPILE, HASH GROUP, FORCE ORDER);",
            "SELECT * FROM t OPTION (USE HINT ('DISABLE_OPTIMIZER_ROWGOAL', 'FORCE_LEGACY_CARDINALITY_ESTIMATION'),
MAX_GRANT_PERCENT = 10, QUERYTRACEON 9481);",
        ],
    );
}

#[test]
fn for_xml_and_json() {
    reads(
        "queries/select-for-clause-transact-sql",
        &[
            "SELECT p.BusinessEntityID, FirstName, LastName, PhoneNumber AS Phone
FROM Person.Person AS p JOIN Person.PersonPhone AS pph ON p.BusinessEntityID = pph.BusinessEntityID
WHERE LastName LIKE 'G%' ORDER BY LastName, FirstName FOR XML AUTO, TYPE, XMLSCHEMA, ELEMENTS XSINIL;",
            "SELECT a FROM t FOR XML RAW ('row'), ROOT('rows'), BINARY BASE64, ELEMENTS ABSENT",
            "SELECT a FROM t FOR JSON PATH, ROOT('x'), INCLUDE_NULL_VALUES, WITHOUT_ARRAY_WRAPPER; SELECT 1 FOR JSON AUTO",
            "SELECT STUFF((SELECT ',' + name FROM t FOR XML PATH(''), TYPE).value('.', 'nvarchar(max)'), 1, 1, '')",
        ],
    );
    reads(
        "functions/openjson-transact-sql",
        &[
            "SELECT * FROM OPENJSON(@json) WITH ( month VARCHAR(3), temp int, month_id tinyint '$.sql:identity()') as months",
            "SELECT SalesOrderID, OrderDate, value AS Reason FROM Sales.SalesOrderHeader
CROSS APPLY OPENJSON (SalesReasons) WITH (value nvarchar(100) '$', o nvarchar(max) '$.o' AS JSON)",
            "SELECT [key], value FROM OPENJSON(@json,'lax $.path.to.\"sub-object\"')",
        ],
    );
    reads(
        "functions/openxml-transact-sql",
        &["SELECT * FROM OPENXML (@idoc, '/ROOT/Customer',1)
WITH (CustomerID varchar(10), ContactName varchar(20) '../@ContactName'); SELECT * FROM OPENXML (@idoc, '/ROOT') AS e"],
    );
    reads(
        "xml/nodes-method-xml-data-type",
        &[
            "SELECT T.c.query('.') AS result FROM @x.nodes('/Root/row') T(c)",
            "SELECT C.query('.') as result FROM Production.ProductModel
CROSS APPLY Instructions.nodes('declare namespace MI=\"x\"; /MI:root/MI:Location') as T(C) WHERE ProductModelID=7",
            "SELECT T2.Loc.value('(./@id)[1]', 'int') FROM T CROSS APPLY T.Instructions.nodes('/rows/Location') AS T2(Loc)
WHERE T2.Loc.exist('a') = 1",
        ],
    );
    reads(
        "xml/modify-method-xml-data-type",
        &["SET @myDoc.modify('delete /Root/a'); UPDATE T SET Instructions.modify('insert <x/> into (/root)[1]') WHERE id = 1;
UPDATE Production.Document SET DocumentSummary .WRITE (N'features', 28, 10) OUTPUT deleted.DocumentSummary INTO @t"],
    );
}

#[test]
fn expressions() {
    reads("queries/at-time-zone-transact-sql", &[
        "SELECT SalesOrderID, OrderDate AT TIME ZONE 'Pacific Standard Time' AT TIME ZONE 'Central European Standard Time'
FROM Sales.SalesOrderHeader;",
    ]);
    reads("functions/string-agg-transact-sql", &[
        "SELECT town, STRING_AGG(CONVERT(NVARCHAR(max), ISNULL(email,'N/A')), ';') WITHIN GROUP (ORDER BY email ASC) AS emails
FROM dbo.Employee GROUP BY town;",
    ]);
    reads(
        "functions/percentile-cont-transact-sql",
        &["SELECT DISTINCT Name AS DepartmentName, PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY ph.Rate)
OVER (PARTITION BY Name) AS MedianCont FROM HumanResources.Department AS d"],
    );
    reads(
        "queries/select-over-clause-transact-sql",
        &["SELECT SUM(SalesYTD) OVER (PARTITION BY TerritoryID ORDER BY DATEPART(yy,ModifiedDate)
ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING), AVG(x) OVER (ORDER BY a RANGE UNBOUNDED PRECEDING) FROM Sales.SalesPerson"],
    );
    reads(
        "queries/select-window-transact-sql",
        &["SELECT SUM(OrderQty) OVER win AS [Total], COUNT(OrderQty) OVER (win ORDER BY a) FROM Sales.SalesOrderDetail
WHERE SalesOrderID IN (43659,43664) WINDOW win AS (PARTITION BY SalesOrderID), w2 AS (win)"],
    );
    reads(
        "functions/trim-transact-sql",
        &[
            "SELECT TRIM( '     test    '), TRIM( '.,! ' FROM '     #     test    .'), TRIM(LEADING '.,! ' FROM  '     .#     test')",
        ],
    );
    reads(
        "functions/parse-transact-sql",
        &["SELECT PARSE('Monday, 13 December 2010' AS datetime2 USING 'en-US') AS Result, TRY_PARSE('x' AS int)"],
    );
    reads(
        "functions/last-value-transact-sql",
        &["SELECT LAST_VALUE(a) IGNORE NULLS OVER (ORDER BY b), LAG(a) RESPECT NULLS OVER (ORDER BY b) FROM t"],
    );
    reads(
        "language-elements/like-transact-sql",
        &["SELECT c1 FROM mytbl2 WHERE c1 NOT LIKE '%10-15!% off%' ESCAPE '!'"],
    );
    reads(
        "language-elements/some-any-transact-sql",
        &["IF 3 < SOME (SELECT ID FROM T1) PRINT 'TRUE' ELSE IF 3 <> ALL (SELECT ID FROM T1) PRINT 'FALSE'"],
    );
    reads(
        "data-types/data-type-synonyms-transact-sql",
        &[
            "DECLARE @a national character varying(10), @b char varying(3), @c binary varying(2), @d double precision, @e national text",
        ],
    );
    reads(
        "data-types/xml-transact-sql",
        &["DECLARE @y XML (Sales.IndividualSurveySchemaCollection), @z xml(DOCUMENT s.c)"],
    );
}

#[test]
fn json_constructors() {
    reads(
        "functions/json-object-transact-sql",
        &[
            "SELECT JSON_OBJECT(), JSON_ARRAY()",
            "SELECT JSON_OBJECT('name':'value', 'type':NULL ABSENT ON NULL)",
            "SELECT JSON_OBJECT('user_name':USER_NAME(), @id_key:@id_value, 'sid':(SELECT @@SPID) NULL ON NULL)",
            "SELECT JSON_ARRAY('a', JSON_OBJECT('name':'value', 'type':1), JSON_ARRAY(1, null, 2 NULL ON NULL))",
            "SELECT [JSON_OBJECT](1), [JSON_OBJECT](1, 2), [JSON_ARRAY](DISTINCT 1), JSON_ARRAY(NULL ON NULL) OVER (ORDER BY a)",
        ],
    );
}

#[test]
fn json_aggregates_pipes_shifts_and_regexp_like() {
    reads(
        "functions/json-arrayagg-transact-sql",
        &[
            "SELECT JSON_ARRAYAGG(c1 ORDER BY c1 NULL ON NULL), JSON_OBJECTAGG('k':c2 ABSENT ON NULL) FROM t",
            "SELECT a || b + 'x' || c, a << 2 | b >> 1 FROM t WHERE REGEXP_LIKE(a, '^x', 'i') AND NOT REGEXP_LIKE(b, 'y')",
            "SET @x ||= 'a'",
            "SELECT CURRENT_DATE, [JSON_ARRAYAGG](1, 2)",
        ],
    );
}

#[test]
fn escapes_of_odbc() {
    reads(
        "functions/odbc-scalar-functions-transact-sql",
        &[
            "SELECT {fn CONCAT( 'CONCAT ','returns a character string')}, {fn CURRENT_DATE( )}, {fn CURRENT_TIME(6)}",
            "SELECT {fn DAYOFWEEK( @date_exp )} * 2, -{fn MOD(a + 1, b)}, {fn TRUNCATE( 100.123456, 4)}, {fn BIT_LENGTH('a')}",
            "SELECT {fn EXTRACT(YEAR FROM {d '2020-02-28'})}, {fn TIMESTAMPADD(SQL_TSI_DAY, 1, {t '13:33:41'})}",
            "SELECT * FROM {oj a LEFT OUTER JOIN b ON a.i = b.i} WHERE a.x LIKE 'a\\_b' {escape '\\'}",
            "{call dbo.p(1, @x OUTPUT, @y = N'z')}",
        ],
    );
}
