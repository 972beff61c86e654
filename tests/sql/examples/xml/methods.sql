-- The examples of pages of docs/t-sql/xml. A line after --> is a row that the page shows.
-- docs/t-sql/xml/query-method-xml-data-type.md: A, without the white space between the tags.
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
-- docs/t-sql/xml/query-method-xml-data-type.md: B, of documents with the namespaces of the page.
CREATE TABLE dbo.ProductModel (ProductModelID int PRIMARY KEY, CatalogDescription xml);
INSERT dbo.ProductModel VALUES
 (19, '<p1:ProductDescription xmlns:p1="http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelDescription" xmlns:wm="http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelWarrAndMain" ProductModelID="19"><p1:Features><wm:Warranty/></p1:Features><p1:Specifications/></p1:ProductDescription>'),
 (20, '<p1:ProductDescription xmlns:p1="http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelDescription" ProductModelID="20"><p1:Specifications/></p1:ProductDescription>'),
 (23, '<ProductDescription xmlns="http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelDescription" xmlns:wm="http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelWarrAndMain" ProductModelID="23"><Features><wm:Warranty/></Features><Specifications/></ProductDescription>'),
 (24, NULL);
GO
SELECT CatalogDescription.query('
declare namespace PD="http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelDescription";
<Product ProductModelID="{ /PD:ProductDescription[1]/@ProductModelID }" />
') as Result
FROM dbo.ProductModel
where CatalogDescription.exist('
declare namespace PD="http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelDescription";
declare namespace wm="http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelWarrAndMain";
     /PD:ProductDescription/PD:Features/wm:Warranty ') = 1
ORDER BY ProductModelID;
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
FROM dbo.ProductModel
WHERE CatalogDescription.exist('/PD:ProductDescription/PD:Features/WM:Warranty ') = 1
ORDER BY ProductModelID;
GO
-- docs/t-sql/xml/value-method-xml-data-type.md: A to D.
DECLARE @myDoc xml
DECLARE @ProdID int
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
SELECT CatalogDescription.value('
    declare namespace PD="http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelDescription";
       (/PD:ProductDescription/@ProductModelID)[1]', 'int') AS Result
FROM dbo.ProductModel
WHERE CatalogDescription IS NOT NULL
ORDER BY Result desc
GO
SELECT CatalogDescription.value('
     declare namespace PD="http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelDescription";
           (/PD:ProductDescription/@ProductModelID)[1] ', 'int') as Result
FROM  dbo.ProductModel
WHERE CatalogDescription.exist('
     declare namespace PD="http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelDescription";
     declare namespace wm="http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelWarrAndMain";

     /PD:ProductDescription/PD:Features/wm:Warranty ') = 1
ORDER BY Result
--> 19
--> 23
GO
CREATE TABLE T (c1 int, c2 varchar(10), c3 xml)
GO
INSERT T VALUES (1, 'one', '<root a="1"/>'), (2, 'two', '<root a="1"/>'), (3, 'three', NULL);
GO
SELECT c1, c2, c3
FROM T
WHERE c3.value( '/root[1]/@a', 'integer') = c1
GO
SELECT c1, c2, c3
FROM T
WHERE c3.exist( '/root[@a=sql:column("c1")]') = 1
GO
-- Arguments: no xml, text, ntext, image and sql_variant; a user-defined type.
SELECT c3.value('(root/@a)[1]', 'xml') FROM T;
GO
-- docs/t-sql/xml/exist-method-xml-data-type.md
declare @x xml;
set @x='';
select @x.exist('true()');
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
SELECT @x.exist('false()') AS f, @x.exist('()') AS e, @x.exist('0') AS zero, CAST(NULL AS xml).exist('/a') AS n;
GO
-- The query returns an empty rowset.
SELECT ProductModelID, CatalogDescription.query('
declare namespace pd="http://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelDescription";
    <Product
        ProductModelID= "{ sql:column("ProductModelID") }"
        />
') AS Result
FROM dbo.ProductModel
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
FROM dbo.ProductModel
WHERE CatalogDescription.exist('
     /pd:ProductDescription[pd:Specifications]'
    ) = 1 ORDER BY ProductModelID;
GO
-- docs/t-sql/xml/binding-relational-data-inside-xml-data.md
INSERT T VALUES (4, 'book', '<book ISBN="0-7356-1588-2"/>'), (5, 'book', '<book ISBN="0-7356-1588-3"/>');
GO
DECLARE @isbn varchar(20)
SET     @isbn = '0-7356-1588-2'
SELECT  c3
FROM    T
WHERE   c3.exist ('/book/@ISBN[. = sql:variable("@isbn")]') = 1
GO
DROP TABLE T;
DROP TABLE dbo.ProductModel;
GO
-- docs/t-sql/xml/nodes-method-xml-data-type.md
CREATE TABLE T (ProductModelID int, Instructions xml);
INSERT T VALUES (1, '<root><Location LocationID="10"><step>a</step><step>b</step></Location><Location LocationID="20"/><Location LocationID="30"/></root>');
GO
SELECT ProductModelID, T2.Loc.query('.')
FROM   T
CROSS APPLY Instructions.nodes('root/Location') as T2(Loc)
--> 1 | <Location LocationID="10"><step>a</step><step>b</step></Location>
--> 1 | <Location LocationID="20"/>
--> 1 | <Location LocationID="30"/>
GO
CREATE FUNCTION XTest()
RETURNS xml
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
DECLARE @x xml
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
SELECT T.c.query('..') AS result
FROM   @x.nodes('/Root/row') T(c)
--> <Root><row id="1"><name>Larry</name><oflw>some text</oflw></row><row id="2"><name>moe</name></row><row id="3"/></Root>
--> <Root><row id="1"><name>Larry</name><oflw>some text</oflw></row><row id="2"><name>moe</name></row><row id="3"/></Root>
--> <Root><row id="1"><name>Larry</name><oflw>some text</oflw></row><row id="2"><name>moe</name></row><row id="3"/></Root>
GO
DECLARE @x xml
SET @x='<Root>
    <row id="1"><name>Larry</name><oflw>some text</oflw></row>
    <row id="2"><name>moe</name></row>
    <row id="3" />
</Root>'
SELECT T.c.value('@id', 'int') AS id, T.c.value('count(../row)', 'int') AS rows, T.c.value('(/Root/row[last()]/@id)[1]', 'int') AS last, T.c.value('(../row/name)[1]', 'varchar(9)') AS first, T.c.query('../row[@id = 2]') AS second
FROM   @x.nodes('/Root/row') T(c)
SELECT n.c.query('..') AS q, n.c.value('count(../..//name)', 'int') AS names, n.c.value('.', 'varchar(9)') AS name
FROM   @x.nodes('/Root/row') T(c) CROSS APPLY T.c.nodes('name') n(c)
SELECT COUNT(*) FROM @x.nodes('/Root/row') T(c) WHERE T.c IS NOT NULL
GO
-- nodes() over the rows of another nodes(), with the namespace declared twice and once.
UPDATE T SET Instructions = '<MI:root xmlns:MI="https://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelManuInstructions"><MI:Location LocationID="10"><MI:step>a</MI:step><MI:step>b</MI:step></MI:Location><MI:Location LocationID="20"><MI:step>c</MI:step></MI:Location></MI:root>';
GO
SELECT ProductModelID, Locations.value('./@LocationID','int') as LocID,
steps.query('.') as Step
FROM T
CROSS APPLY Instructions.nodes('
declare namespace MI="https://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelManuInstructions";
/MI:root/MI:Location') as T1(Locations)
CROSS APPLY T1.Locations.nodes('
declare namespace MI="https://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelManuInstructions";
./MI:step ') as T2(steps)
GO
WITH XMLNAMESPACES (
   'https://schemas.microsoft.com/sqlserver/2004/07/adventure-works/ProductModelManuInstructions'  AS MI)

SELECT ProductModelID, Locations.value('./@LocationID','int') as LocID,
steps.value('.', 'varchar(9)') as Step
FROM T
CROSS APPLY Instructions.nodes('
/MI:root/MI:Location') as T1(Locations)
CROSS APPLY T1.Locations.nodes('
./MI:step ') as T2(steps)
GO
-- Constructed nodes are rows too; atomic values are none.
DECLARE @x xml = '<a><b>1</b><b>2</b></a>';
SELECT T.c.query('.') AS q, T.c.value('.', 'varchar(9)') AS v FROM @x.nodes('for $b in /a/b return <c>{data($b)}</c>') T(c);
SELECT T.c.query('.') AS q FROM @x.nodes('/a/none') T(c);
GO
DROP TABLE T;
GO
-- docs/t-sql/xml/guidelines-for-using-xml-data-type-methods.md
DECLARE @x xml
SET @x = '<root>Hello</root>'
PRINT @x.value('/root[1]', 'varchar(20)') -- will not work because this is treated as a subquery (select top 1 col from table)
GO
DECLARE @x xml
DECLARE @c varchar(max)
SET @x = '<root>Hello</root>'
SET @c = @x.value('/root[1]', 'varchar(11)')
PRINT @c
--> Hello
GO
CREATE TABLE T (xCol xml);
INSERT T VALUES ('<books><book genre="a"><author><last-name>Melville</last-name></author><author><last-name>Second</last-name></author></book><book genre="b"/></books>');
GO
SELECT nref.value('@genre', 'varchar(max)') LastName
FROM   T CROSS APPLY xCol.nodes('//book') AS R(nref)
GO
SELECT xCol.value('//author/last-name', 'nvarchar(50)') LastName
FROM   T
GO
SELECT xCol.value('//author/last-name[1]', 'nvarchar(50)') LastName
FROM   T
GO
SELECT xCol.value('(//author/last-name/text())[1]', 'nvarchar(50)') LastName
FROM   T
GO
DROP TABLE T;
GO
-- docs/t-sql/xml/with-xmlnamespaces.md, Remarks: prefixes are case-sensitive.
WITH XMLNAMESPACES ('u1' AS p, 'u2' AS P) SELECT 1 AS [p:a], 2 AS [P:a] FOR XML RAW;
GO
