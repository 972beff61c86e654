-- The examples of pages below docs/relational-databases/xml about xml values. A line after --> is a row that the page shows.
-- docs/relational-databases/xml/define-the-serialization-of-xml-data.md.
select CAST(CAST(N'<Δ/>' as XML) as VARBINARY(MAX))
--> 0xFFFE3C0094032F003E00
select CAST(CAST(N'<Δ/>' as XML) as NVARCHAR(MAX))
--> <Δ/>
GO
select CAST(CAST(N'<Δ/>' as XML) as VARCHAR(MAX))
GO
-- The surrogate pair as one reference; the last white space as one; style 1 keeps it.
declare @u NVARCHAR(50)
set @u = N'<a a="'+NCHAR(9)+N'𐌀>">   '+NCHAR(0xA)+N'</a>'
select CAST(CONVERT(XML,@u,1) as NVARCHAR(50))
select CONVERT(NVARCHAR(50), CONVERT(XML, '<a>   </a>', 1))
--> <a>  &#x20;</a>
select CONVERT(NVARCHAR(50), CONVERT(XML, '<a>   </a>', 1), 1)
--> <a>   </a>
select CONVERT(VARBINARY(50), CONVERT(XML, '<a> </a>', 1)), CONVERT(VARBINARY(50), CONVERT(XML, '<a> </a>', 1), 1)
select CONVERT(XML, '<a>   </a>', 1)
GO
declare @x xml
set @x = N'<a>This example contains an entitized char: &lt;.</a>'
select @x.query('/a/text()')
--> This example contains an entitized char: &lt;.
select @x.value('(/a/text())[1]', 'nvarchar(100)')
--> This example contains an entitized char: <.
set @x = N'<a b="&quot;&#9;&#10;&#13;&amp;">&#13;&#9;&gt;</a>'
select CAST(@x as nvarchar(100))
set @x =''
select CAST(@x.query('1.34e1') as nvarchar(50))
--> 13.4
GO
-- docs/relational-databases/xml/create-instances-of-xml-data.md: the white space of stored data stays if style 1 keeps it.
DECLARE @t TABLE (x xml);
INSERT @t VALUES (CONVERT(xml, N'<Root>      <child/>     </Root>', 1)), (N'<Root>      <child/>     </Root>');
SELECT x, x.value('count(/Root/text())', 'int') AS texts FROM @t;
GO
DECLARE @xmlDoc xml
SET @xmlDoc = N'<?xml version="1.0" encoding="ucs-2"?><doc/>'
SELECT @xmlDoc
GO
-- docs/relational-databases/xml/create-instances-of-xml-data.md and docs/t-sql/functions/cast-and-convert-transact-sql.md: a
-- document type needs style 2, which applies its defaults and entities and drops it.
SELECT CONVERT(xml, '<!DOCTYPE DOC [<!ATTLIST elem1 attr1 CDATA "defVal1">]><elem1>January</elem1>', 2)
--> <elem1 attr1="defVal1">January</elem1>
SELECT CONVERT(xml, '<!DOCTYPE d [<!ENTITY who "W &amp; Co"><!ELEMENT d ANY><!-- c --><!ATTLIST e n (a|b) #IMPLIED m CDATA #FIXED "f">]><d>&who;<e m="f"/></d>', 2)
GO
SELECT CAST('<!DOCTYPE DOC [<!ATTLIST elem1 attr1 CDATA "defVal1">]><elem1>January</elem1>' AS xml)
GO
SELECT CONVERT(xml, '<!DOCTYPE d [<!ENTITY a "b">]><d>&b;</d>', 2)
GO
-- docs/relational-databases/xml/use-xml-in-computed-columns.md: a function wraps the method.
CREATE FUNCTION my_udf(@var xml) RETURNS xml AS BEGIN RETURN @var.query('ProductDescription/Features') END
GO
CREATE TABLE T (Col1 xml, Col2 as dbo.my_udf(Col1) )
INSERT INTO T VALUES('<ProductDescription ProductModelID="1" ><Features><Feature1>description</Feature1></Features></ProductDescription>')
SELECT Col2 FROM T
--> <Features><Feature1>description</Feature1></Features>
GO
CREATE TABLE Tm (Col1 xml, Col2 as Col1.value('(/a)[1]', 'int'))
GO
DECLARE @Tm TABLE (Col1 xml, Col2 as Col1.query('/a'))
GO
ALTER TABLE T ADD Col3 AS Col1.exist('/a')
GO
-- docs/relational-databases/xml/create-xml-data-type-variables-and-columns.md: the same in a constraint.
CREATE TABLE Tc (Col1 xml CHECK (Col1.exist('/a') = 1))
GO
ALTER TABLE T ADD CHECK (Col1.exist('/a') = 1)
GO
CREATE FUNCTION has_id(@var xml) returns bit AS BEGIN RETURN @var.exist('/ProductDescription/@ProductID') END
GO
CREATE TABLE Tf (Col1 int primary key, Col2 xml constraint c check(dbo.has_id(Col2) = 1));
INSERT INTO Tf values(1,'<ProductDescription ProductID="1" />');
INSERT INTO Tf values(2,'<Product />');
GO
-- docs/relational-databases/xml/compare-typed-xml-to-untyped-xml.md: typed xml is refused, wherever a type can stand.
DECLARE @x xml (Sales.StoreSurveySchemaCollection)
GO
CREATE TABLE Tz (Col1 xml (DOCUMENT Production.ProductDescriptionSchemaCollection));
GO
ALTER TABLE T ADD x xml(CONTENT c)
GO
CREATE PROCEDURE p @x xml(c) AS SELECT 1
GO
CREATE FUNCTION f() RETURNS xml(c) AS BEGIN RETURN NULL END
GO
SELECT CAST('<a/>' AS xml(c))
GO
-- docs/relational-databases/xml/xml-data-type-and-columns.md: what xml values can't be used for.
SELECT LEN(CAST('<a/>' AS xml))
GO
SELECT ABS(CAST('<a/>' AS xml)), 1
GO
SELECT DATALENGTH(CAST('<a/>' AS xml)) AS l, ISNULL(CAST('<a/>' AS xml), '<b/>') AS i, COALESCE(CAST(NULL AS xml), '<b/>') AS c
GO
