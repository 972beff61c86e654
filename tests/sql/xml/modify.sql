-- docs/t-sql/xml/modify-method-xml-data-type.md, insert-xml-dml.md, delete-xml-dml.md, replace-value-of-xml-dml.md (the examples that need no schema).
DECLARE @myDoc xml = '<Root><ProductDescription ProductID="1" ProductName="Road Bike"><Features></Features></ProductDescription></Root>';
SET @myDoc.modify('insert <Maintenance>3 year parts and labor extended maintenance is available</Maintenance> into (/Root/ProductDescription/Features)[1]');
SET @myDoc.modify('insert <Warranty>1 year parts and labor</Warranty> as first into (/Root/ProductDescription/Features)[1]');
SET @myDoc.modify('insert <Material>Aluminium</Material> as last into (/Root/ProductDescription/Features)[1]');
SET @myDoc.modify('insert <BikeFrame>Strong long lasting</BikeFrame> after (/Root/ProductDescription/Features/Material)[1]');
SELECT @myDoc AS doc;
--> <Root><ProductDescription ProductID="1" ProductName="Road Bike"><Features><Warranty>1 year parts and labor</Warranty><Maintenance>3 year parts and labor extended maintenance is available</Maintenance><Material>Aluminium</Material><BikeFrame>Strong long lasting</BikeFrame></Features></ProductDescription></Root>
SET @myDoc.modify('delete /Root/ProductDescription/Features/*[position() < 4]');
SET @myDoc.modify('delete /Root/ProductDescription/@ProductName');
SET @myDoc.modify('replace value of (/Root/ProductDescription/@ProductID)[1] with "2"');
SET @myDoc.modify('replace value of (/Root/ProductDescription/Features/BikeFrame/text())[1] with "new & strong"');
SELECT @myDoc AS doc; --> <Root><ProductDescription ProductID="2"><Features><BikeFrame>new &amp; strong</BikeFrame></Features></ProductDescription></Root>
GO
DECLARE @x xml = '<Root><Location LocationID="10"><step>a</step></Location></Root>', @hrs float = 0.5;
SET @x.modify('insert attribute LaborHours {sql:variable("@hrs")} into (/Root/Location[@LocationID=10])[1]');
SET @x.modify('insert (attribute A {"1"}, text {"t"}, <e/>) into (/Root/Location)[1]');
SELECT @x AS x; --> <Root><Location LocationID="10" LaborHours="0.5" A="1"><step>a</step>t<e/></Location></Root>
GO
CREATE TABLE dbo.t (id int PRIMARY KEY, doc xml);
INSERT dbo.t VALUES (1, '<a><b>1</b></a>'), (2, '<a/>');
UPDATE dbo.t SET doc.modify('replace value of (/a/b/text())[1] with sql:column("id") + 10');
UPDATE dbo.t SET doc.modify('insert <c/> into (/a)[1]') WHERE id = 2;
SELECT id, doc FROM dbo.t ORDER BY id;
--> 1 | <a><b>11</b></a>
--> 2 | <a><c/></a>
GO
DECLARE @x xml;
SET @x.modify('delete /a');
--> Msg 5302, Level 16, State 1, Line 2
--> Mutator 'modify()' on '@x' cannot be called on a null value.
GO
DECLARE @x xml = '<a><b/><b/></a>';
SET @x.modify('insert <c/> into /a/b');
--> Msg 2226, Level 16, State 1, Line 2
--> XQuery [modify()]: The target of 'insert' must be a single node, found 'element(b,xdt:untyped) *'
GO
DECLARE @x xml = '<a><b>1</b></a>';
SET @x.modify('replace value of (/a/b)[1] with 2');
--> Msg 2356, Level 16, State 1, Line 2
--> XQuery [modify()]: The target of 'replace value of' must be a non-metadata attribute or an element with simple typed content, found 'element(b,xdt:untyped) ?'
GO
