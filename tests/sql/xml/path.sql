-- docs/relational-databases/xml/examples-using-path-mode.md, columns-with-a-name.md, columns-without-a-name.md: the examples, over small tables.
CREATE TABLE ProductModel (ProductModelID int, Name nvarchar(50));
INSERT ProductModel VALUES (122, N'All-Purpose Bike Stand'), (119, N'Bike Wash');
CREATE TABLE Product (ProductID int, Name nvarchar(50), ProductModelID int);
INSERT Product VALUES (879, N'All-Purpose Bike Stand', 122), (877, N'Bike Wash - Dissolver', 119), (878, N'Bike Wash - Large', 119);
CREATE TABLE Employee (EmployeeID int, FirstName nvarchar(20), MiddleName nvarchar(20), LastName nvarchar(20), AddressLine1 nvarchar(50), AddressLine2 nvarchar(50), City nvarchar(20));
INSERT Employee VALUES (1, N'Gustavo', NULL, N'Achong', N'7726 Driftwood Drive', NULL, N'Monroe');
GO
SELECT ProductModelID, Name FROM ProductModel FOR XML PATH; --> <row><ProductModelID>122</ProductModelID><Name>All-Purpose Bike Stand</Name></row><row><ProductModelID>119</ProductModelID><Name>Bike Wash</Name></row>
GO
SELECT ProductModelID, Name FROM ProductModel FOR XML RAW, ELEMENTS; --> <row><ProductModelID>122</ProductModelID><Name>All-Purpose Bike Stand</Name></row><row><ProductModelID>119</ProductModelID><Name>Bike Wash</Name></row>
GO
SELECT ProductModelID, Name FROM ProductModel FOR XML PATH ('ProductModel'); --> <ProductModel><ProductModelID>122</ProductModelID><Name>All-Purpose Bike Stand</Name></ProductModel><ProductModel><ProductModelID>119</ProductModelID><Name>Bike Wash</Name></ProductModel>
GO
SELECT ProductModelID, Name FROM ProductModel FOR XML PATH (''); --> <ProductModelID>122</ProductModelID><Name>All-Purpose Bike Stand</Name><ProductModelID>119</ProductModelID><Name>Bike Wash</Name>
GO
SELECT ProductModelID AS "@id", Name FROM ProductModel FOR XML PATH ('ProductModelData'); --> <ProductModelData id="122"><Name>All-Purpose Bike Stand</Name></ProductModelData><ProductModelData id="119"><Name>Bike Wash</Name></ProductModelData>
GO
SELECT ProductModelID AS "@id", Name AS "SomeChild/ModelName" FROM ProductModel FOR XML PATH ('ProductModelData'), ROOT ('Root'); --> <Root><ProductModelData id="122"><SomeChild><ModelName>All-Purpose Bike Stand</ModelName></SomeChild></ProductModelData><ProductModelData id="119"><SomeChild><ModelName>Bike Wash</ModelName></SomeChild></ProductModelData></Root>
GO
-- A value list, and nested rows as a text and as XML.
SELECT ProductModelID AS "@ProductModelID", (SELECT ProductID AS "data()" FROM Product WHERE Product.ProductModelID = ProductModel.ProductModelID FOR XML PATH ('')) AS "@ProductIDs" FROM ProductModel FOR XML PATH('ProductModelData'); --> <ProductModelData ProductModelID="122" ProductIDs="879"/><ProductModelData ProductModelID="119" ProductIDs="877 878"/>
GO
SELECT ProductModelID AS "@id", (SELECT Name AS "ProductName" FROM Product WHERE Product.ProductModelID = ProductModel.ProductModelID FOR XML PATH ('')) AS "ProductNames" FROM ProductModel WHERE ProductModelID = 119 FOR XML PATH('Model'); --> <Model id="119"><ProductNames>&lt;ProductName&gt;Bike Wash - Dissolver&lt;/ProductName&gt;&lt;ProductName&gt;Bike Wash - Large&lt;/ProductName&gt;</ProductNames></Model>
GO
SELECT ProductModelID AS "@id", (SELECT Name AS "ProductName" FROM Product WHERE Product.ProductModelID = ProductModel.ProductModelID FOR XML PATH (''), TYPE) AS "ProductNames" FROM ProductModel WHERE ProductModelID = 119 FOR XML PATH('Model'); --> <Model id="119"><ProductNames><ProductName>Bike Wash - Dissolver</ProductName><ProductName>Bike Wash - Large</ProductName></ProductNames></Model>
GO
SELECT 'en' AS "English/@xml:lang", 'food' AS "English", 'ger' AS "German/@xml:lang", 'Essen' AS "German" FOR XML PATH ('Translation'); --> <Translation><English xml:lang="en">food</English><German xml:lang="ger">Essen</German></Translation>
GO
SELECT 2+2 AS result FOR XML PATH; --> <row><result>4</result></row>
GO
-- columns-without-a-name.md: the value itself.
SELECT 2+2 FOR XML PATH; --> <row>4</row>
GO
SELECT EmployeeID "@EmpID", FirstName "EmpName/First", MiddleName "EmpName/Middle", LastName "EmpName/Last" FROM Employee FOR XML PATH; --> <row EmpID="1"><EmpName><First>Gustavo</First><Last>Achong</Last></EmpName></row>
GO
SELECT EmployeeID "@EmpID", FirstName "EmpName/First", MiddleName "EmpName/Middle", LastName "EmpName/Last" FROM Employee FOR XML PATH, ELEMENTS XSINIL; --> <row xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" EmpID="1"><EmpName><First>Gustavo</First><Middle xsi:nil="true"/><Last>Achong</Last></EmpName></row>
GO
SELECT EmployeeID "@EmpID", FirstName "EmpName/First", MiddleName "EmpName/Middle", LastName "EmpName/Last", AddressLine1 "Address/AddrLine1", AddressLine2 "Address/AddrLIne2", City "Address/City" FROM Employee FOR XML PATH; --> <row EmpID="1"><EmpName><First>Gustavo</First><Last>Achong</Last></EmpName><Address><AddrLine1>7726 Driftwood Drive</AddrLine1><City>Monroe</City></Address></row>
GO
-- One column with a different name breaks the grouping.
SELECT EmployeeID "@EmpID", FirstName "EmpName/First", AddressLine1 "Address/AddrLine1", AddressLine2 "Address/AddrLIne2", City "Address/City", MiddleName "EmpName/Middle", LastName "EmpName/Last" FROM Employee FOR XML PATH; --> <row EmpID="1"><EmpName><First>Gustavo</First></EmpName><Address><AddrLine1>7726 Driftwood Drive</AddrLine1><City>Monroe</City></Address><EmpName><Last>Achong</Last></EmpName></row>
GO
-- Attributes come before all else in their element.
SELECT Name, ProductModelID AS "@PmId" FROM ProductModel FOR XML PATH;
--> Msg 6852, Level 16, State 1, Line 2
--> Attribute-centric column '@PmId' must not come after a non-attribute-centric sibling in XML hierarchy in FOR XML PATH.
GO
SELECT ProductModelID AS "@PmId" FROM ProductModel FOR XML PATH ('');
--> Msg 6864, Level 16, State 1, Line 1
--> Row tag omission (empty row tag name) cannot be used with attribute-centric FOR XML serialization.
GO
-- columns-with-the-name-of-an-xpath-node-test.md: text(), comment(), node(), processing-instruction(name); a name that is none is refused.
SELECT EmployeeID AS "@EmpID", 'Text' AS "text()", 'Note' AS "comment()", City AS "processing-instruction(PI)" FROM Employee FOR XML PATH; --> <row EmpID="1">Text<!--Note--><?PI Monroe?></row>
GO
SELECT EmployeeID "@EmpID", FirstName "*", ' ' "*", LastName "*" FROM Employee FOR XML PATH; --> <row EmpID="1">Gustavo Achong</row>
GO
SELECT 1 AS "a b" FOR XML PATH;
--> Msg 6850, Level 16, State 1, Line 1
--> Column name 'a b' contains an invalid XML identifier as required by FOR XML; ' '(0x0020) is the first character at fault.
GO
-- column-names-with-the-path-specified-as-data.md: a blank between atomic values; text() sets none.
SELECT 1 AS "data()", 2 AS "data()", 3 AS "data()" FOR XML PATH(''); --> 1 2 3
GO
SELECT 1 AS "text()", 2 AS "text()" FOR XML PATH(''); --> 12
GO
SELECT ',' + Name FROM Product ORDER BY ProductID FOR XML PATH(''); --> ,Bike Wash - Dissolver,Bike Wash - Large,All-Purpose Bike Stand
GO
-- No rows: no row of text; NULL as a value.
SELECT Name FROM Product WHERE 1 = 0 FOR XML PATH;
GO
SELECT (SELECT Name FROM Product WHERE 1 = 0 FOR XML PATH) AS n, (SELECT Name FROM Product WHERE 1 = 0 FOR XML PATH, TYPE) AS t; --> NULL | NULL
GO
SELECT Name FROM Product FOR XML PATH, ROOT('');
--> Msg 6861, Level 16, State 1, Line 1
--> Empty root tag name can't be specified with FOR XML.
GO
SELECT Name FROM Product WHERE ProductID = 879 FOR XML PATH, ROOT; --> <root><row><Name>All-Purpose Bike Stand</Name></row></root>
GO
DECLARE @t nvarchar(max);
SELECT @t = Name FROM Product FOR XML PATH;
--> Msg 6819, Level 16, State 3, Line 2
--> The FOR XML and FOR JSON clauses are not allowed in a ASSIGNMENT statement.
GO
-- Into a derived table, and by way of the article's clean-up script: lines put together, and taken out of the XML again.
SELECT d.x.value('(/row/ProductID)[1]', 'int') AS id FROM (SELECT ProductID FROM Product WHERE ProductID = 879 FOR XML PATH, TYPE) AS d(x); --> 879
GO
DECLARE @SQL NVARCHAR(MAX) = '';
SELECT @SQL = (SELECT CASE WHEN ProductID > 877 THEN N'TRUNCATE TABLE ' ELSE N'DELETE FROM ' END + QUOTENAME(Name) + CHAR(13) + CHAR(10) FROM Product WHERE ProductID < 879 ORDER BY ProductID FOR XML PATH(''), TYPE).value('.', 'NVARCHAR(MAX)');
SELECT REPLACE(@SQL, CHAR(13) + CHAR(10), '|') AS script; --> DELETE FROM [Bike Wash - Dissolver]|TRUNCATE TABLE [Bike Wash - Large]|
