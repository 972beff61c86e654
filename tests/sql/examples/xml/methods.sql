-- Examples of docs/t-sql/xml/: query-method-xml-data-type.md, value-method-xml-data-type.md, exist-method-xml-data-type.md,
-- nodes-method-xml-data-type.md, binding-relational-data-inside-xml-data.md and guidelines-for-using-xml-data-type-methods.md.
CREATE DATABASE D;
GO
USE D;
SET NOCOUNT ON;
GO
-- query(), A
declare @myDoc xml
set @myDoc = '<Root>
<ProductDescription ProductID="1" ProductName="Road Bike">
<Features>
  <Warranty>1 year parts and labor</Warranty>
  <Maintenance>3 year parts and labor extended maintenance is available</Maintenance>
</Features>
</ProductDescription>
</Root>'
SELECT @myDoc.query('/Root/ProductDescription/Features')
--> <Features><Warranty>1 year parts and labor</Warranty><Maintenance>3 year parts and labor extended maintenance is available</Maintenance></Features>
GO
-- value(), A
DECLARE @myDoc XML
DECLARE @ProdID INT
SET @myDoc = '<Root>
<ProductDescription ProductID="1" ProductName="Road Bike">
<Features>
  <Warranty>1 year parts and labor</Warranty>
  <Maintenance>3 year parts and labor extended maintenance is available</Maintenance>
</Features>
</ProductDescription>
</Root>'

SET @ProdID =  @myDoc.value('(/Root/ProductDescription/@ProductID)[1]', 'int' )
SELECT @ProdID
--> 1
GO
-- query() B, value() B and C, exist() of a column: a column of untyped documents, with the page's namespaces
CREATE TABLE ProductModel (ProductModelID int PRIMARY KEY, CatalogDescription xml);
INSERT ProductModel VALUES
(19, '<p1:ProductDescription xmlns:p1="http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelDescription" xmlns:wm="http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelWarrAndMain" ProductModelID="19"><p1:Features><wm:Warranty/></p1:Features><p1:Specifications/></p1:ProductDescription>'),
(23, '<p1:ProductDescription xmlns:p1="http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelDescription" xmlns:wm="http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelWarrAndMain" ProductModelID="23"><p1:Features><wm:Warranty/></p1:Features><p1:Specifications/></p1:ProductDescription>'),
(34, '<p1:ProductDescription xmlns:p1="http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelDescription" ProductModelID="34"><p1:Features/><p1:Specifications/></p1:ProductDescription>'),
(35, '<p1:ProductDescription xmlns:p1="http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelDescription" ProductModelID="35"><p1:Specifications/></p1:ProductDescription>'),
(36, NULL);
SELECT CatalogDescription.query('
declare namespace PD="http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelDescription";
<Product ProductModelID="{ /PD:ProductDescription[1]/@ProductModelID }" />
') as Result
FROM ProductModel
where CatalogDescription.exist('
declare namespace PD="http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelDescription";
declare namespace wm="http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelWarrAndMain";
     /PD:ProductDescription/PD:Features/wm:Warranty ') = 1
--> <Product ProductModelID="19"/>
--> <Product ProductModelID="23"/>
GO
WITH XMLNAMESPACES
(
   'http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelDescription' AS PD,
   'http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelWarrAndMain' AS WM
)
SELECT CatalogDescription.query('<Product ProductModelID="{ /PD:ProductDescription[1]/@ProductModelID }" />')
       AS Result
FROM ProductModel
WHERE CatalogDescription.exist('/PD:ProductDescription/PD:Features/WM:Warranty ') = 1;
GO
SELECT CatalogDescription.value('
    declare namespace PD="http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelDescription";
       (/PD:ProductDescription/@ProductModelID)[1]', 'int') AS Result
FROM ProductModel
WHERE CatalogDescription IS NOT NULL
ORDER BY Result DESC
--> 35
--> 34
GO
SELECT CatalogDescription.value('
     declare namespace PD="http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelDescription";
           (/PD:ProductDescription/@ProductModelID)[1] ', 'int') AS Result
FROM  ProductModel
WHERE CatalogDescription.exist('
     declare namespace PD="http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelDescription";
     declare namespace wm="http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelWarrAndMain";

     /PD:ProductDescription/PD:Features/wm:Warranty ') = 1
--> 19
--> 23
GO
-- "This query returns an empty rowset."
SELECT ProductModelID, CatalogDescription.query('
declare namespace pd="http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelDescription";
    <Product
        ProductModelID= "{ sql:column("ProductModelID") }"
        />
') AS Result
FROM ProductModel
WHERE CatalogDescription.exist('
    declare namespace  pd="http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelDescription";
     /pd:ProductDescription[not(pd:Specifications)]'
    ) = 1;
GO
WITH XMLNAMESPACES ('http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelDescription' AS pd)
SELECT ProductModelID, CatalogDescription.query('
    <Product
        ProductModelID= "{ sql:column("ProductModelID") }"
        />
') AS Result
FROM ProductModel
WHERE CatalogDescription.exist('
     /pd:ProductDescription[not(pd:Specifications)]'
    ) = 1;
GO
-- value(), D
CREATE TABLE T (c1 INT, c2 VARCHAR(10), c3 XML)
GO
INSERT T VALUES (1, 'one', '<root a="1"/>'), (2, 'two', '<root a="3"/>');
SELECT c1, c2, c3
FROM T
WHERE c3.value( '(/root[@a=sql:column("c1")]/@a)[1]', 'integer') = c1
GO
SELECT c1, c2, c3
FROM T
WHERE c3.exist( '/root[@a=sql:column("c1")]') = 1
GO
-- exist(): true() and false() are items
declare @x xml;
set @x='';
select @x.exist('true()');
--> 1
select @x.exist('false()');
--> 1
GO
declare @x xml;
declare @f bit;
set @x = '<root Somedate = "2002-01-01Z"/>';
set @f = @x.exist('/root[(@Somedate cast as xs:date?) eq xs:date("2002-01-01Z")]');
select @f;
--> 1
GO
DECLARE @x xml;
DECLARE @f bit;
SET @x = '<Somedate>2002-01-01Z</Somedate>';
SET @f = @x.exist('/Somedate[(text()[1] cast as xs:date ?) = xs:date("2002-01-01Z") ]')
SELECT @f;
--> 1
GO
-- nodes(): Remarks
DROP TABLE T;
GO
CREATE TABLE T (ProductModelID INT, Instructions XML);
INSERT T VALUES (1, '<root><Location LocationID="10"><step>a</step></Location><Location LocationID="20"/><Location LocationID="30"/></root>');
SELECT ProductModelID, T2.Loc.query('.')
FROM T
CROSS APPLY Instructions.nodes('/root/Location') AS T2(Loc)
--> 1 | <Location LocationID="10"><step>a</step></Location>
--> 1 | <Location LocationID="20"/>
--> 1 | <Location LocationID="30"/>
SELECT COUNT(*) FROM T CROSS APPLY Instructions.nodes('/root/Location') AS T2(Loc) WHERE T2.Loc IS NOT NULL;
GO
CREATE FUNCTION XTest()
RETURNS XML
AS
BEGIN
RETURN '<document/>';
END;
GO
SELECT A2.B.query('.')
FROM
(SELECT dbo.XTest()) AS A1(X)
CROSS APPLY X.nodes('.') A2(B);
GO
DROP FUNCTION XTest;
GO
DECLARE @x XML
SET @x='<Root>
    <row id="1"><name>Larry</name><oflw>some text</oflw></row>
    <row id="2"><name>moe</name></row>
    <row id="3" />
</Root>'
SELECT T.c.query('.') AS result
FROM   @x.nodes('/Root/row') T(c)
--> <row id="1"><name>Larry</name><oflw>some text</oflw></row>
--> <row id="2"><name>moe</name></row>
--> <row id="3"/>
GO
-- The parent's other children are refused (exceptions.txt); its name and attributes are known.
DECLARE @x XML
SET @x='<Root id="7">
    <row id="1"><name>Larry</name></row>
    <row id="2"><name>moe</name></row>
</Root>'
SELECT T.c.value('../@id', 'int') AS id, T.c.value('local-name(..)', 'varchar(9)') AS name, T.c.exist('..') AS has_parent
FROM   @x.nodes('/Root/row') T(c)
SELECT T.c.query('..') AS result
FROM   @x.nodes('/Root/row') T(c)
GO
-- nodes() of the rowset of another nodes(), with the prefix declared in the query and by WITH XMLNAMESPACES
UPDATE T SET ProductModelID = 7, Instructions = '<root xmlns="https://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelManuInstructions">
<Location LocationID="10"><step>one</step><step>two</step></Location><Location LocationID="20"><step>three</step></Location></root>';
SELECT ProductModelID, Locations.value('./@LocationID','int') AS LocID,
steps.query('.') AS Step
FROM T
CROSS APPLY Instructions.nodes('
declare namespace MI="https://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelManuInstructions";
/MI:root/MI:Location') AS T1(Locations)
CROSS APPLY T1.Locations.nodes('
declare namespace MI="https://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelManuInstructions";
./MI:step ') AS T2(steps)
WHERE ProductModelID=7
GO
WITH XMLNAMESPACES (
   'https://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelManuInstructions' AS MI)

SELECT ProductModelID, Locations.value('./@LocationID','int') AS LocID,
steps.value('.', 'varchar(10)') AS Step
FROM T
CROSS APPLY Instructions.nodes('
/MI:root/MI:Location') AS T1(Locations)
CROSS APPLY T1.Locations.nodes('
./MI:step ') as T2(steps)
WHERE ProductModelID=7
--> 7 | 10 | one
--> 7 | 10 | two
--> 7 | 20 | three
GO
-- Binding relational data: sql:variable()
CREATE TABLE Books (xCol xml);
INSERT Books VALUES ('<book ISBN="0-7356-1588-2"/>'), ('<book ISBN="0-7356-1588-3"/>');
DECLARE @isbn varchar(20)
SET     @isbn = '0-7356-1588-2'
SELECT  xCol
FROM    Books
WHERE   xCol.exist ('/book/@ISBN[. = sql:variable("@isbn")]') = 1
--> <book ISBN="0-7356-1588-2"/>
GO
-- Guidelines: PRINT, and the singletons of value()
DECLARE @x XML
SET @x = '<root>Hello</root>'
PRINT @x.value('/root[1]', 'varchar(20)')
GO
DECLARE @x XML
DECLARE @c VARCHAR(max)
SET @x = '<root>Hello</root>'
SET @c = @x.value('/root[1]', 'VARCHAR(11)')
PRINT @c
--> Hello
GO
TRUNCATE TABLE Books;
INSERT Books VALUES ('<book genre="novel"><author><first-name>Ann</first-name><last-name>Bell</last-name></author><author><last-name>Cook</last-name></author></book>');
SELECT nref.value('@genre', 'VARCHAR(max)') LastName
FROM Books CROSS APPLY xCol.nodes('//book') AS R(nref)
GO
SELECT xCol.value('//author/last-name', 'NVARCHAR(50)') LastName
FROM Books
GO
SELECT xCol.value('//author/last-name[1]', 'NVARCHAR(50)') LastName
FROM Books
GO
SELECT xCol.value('(//author/last-name/text())[1]', 'NVARCHAR(50)') LastName
FROM Books
--> Bell
GO
-- The GROUP BY clause: no method, and no subquery (144, select-group-by-transact-sql.md)
SELECT xCol.value('(//last-name)[1]', 'NVARCHAR(50)') AS LastName, COUNT(*) AS books
FROM Books
GROUP BY xCol.value('(//last-name)[1]', 'NVARCHAR(50)')
GO
SELECT LastName, COUNT(*) AS books
FROM (SELECT xCol.value('(//last-name)[1]', 'NVARCHAR(50)') AS LastName FROM Books) AS b
GROUP BY LastName
GO
SELECT COUNT(*) AS books FROM T GROUP BY (SELECT MAX(c1) FROM (SELECT ProductModelID AS c1) AS x)
GO
