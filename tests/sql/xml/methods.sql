-- docs/t-sql/xml/value-method-xml-data-type.md, exist-, query-, nodes-method: the examples that need no schema, and the rules.
DECLARE @myDoc XML, @ProdID INT;
SET @myDoc = '<Root>
<ProductDescription ProductID="1" ProductName="Road Bike">
<Features>
  <Warranty>1 year parts and labor</Warranty>
  <Maintenance>3 year parts and labor extended maintenance is available</Maintenance>
</Features>
</ProductDescription>
</Root>';
SET @ProdID = @myDoc.value('(/Root/ProductDescription/@ProductID)[1]', 'int');
SELECT @ProdID AS id; --> 1
SELECT @myDoc.query('/Root/ProductDescription/Features') AS q; --> <Features><Warranty>1 year parts and labor</Warranty><Maintenance>3 year parts and labor extended maintenance is available</Maintenance></Features>
SELECT @myDoc.exist('/Root/ProductDescription[@ProductID="1"]') AS yes, @myDoc.exist('/Root/ProductDescription[@ProductID="2"]') AS no, @myDoc.exist('//Warranty') AS deep; --> 1 | 0 | 1
SELECT @myDoc.value('(//Warranty)[1]', 'varchar(10)') AS cut, @myDoc.value('count(//Features/*)', 'int') AS n, @myDoc.value('(/Root/None)[1]', 'int') AS none; --> 1 year par | 2 | NULL
GO
-- nodes-method-xml-data-type.md, example A.
DECLARE @x XML = '<Root>
    <row id="1"><name>Larry</name><oflw>some text</oflw></row>
    <row id="2"><name>moe</name></row>
    <row id="3" />
</Root>';
SELECT T.c.query('.') AS result FROM @x.nodes('/Root/row') AS T(c);
--> <row id="1"><name>Larry</name><oflw>some text</oflw></row>
--> <row id="2"><name>moe</name></row>
--> <row id="3"/>
SELECT T.c.value('@id', 'int') AS id, T.c.value('(name)[1]', 'nvarchar(20)') AS name, T.c.exist('oflw') AS has FROM @x.nodes('/Root/row') AS T(c);
--> 1 | Larry | 1
--> 2 | moe | 0
--> 3 | NULL | 0
SELECT COUNT(*) AS n FROM @x.nodes('//name') AS T(c); --> 2
SELECT T.c.value('.', 'int') AS id FROM @x.nodes('/Root/row/@id') AS T(c) WHERE T.c.value('.', 'int') > 1;
--> 2
--> 3
GO
DECLARE @x XML = '<a><b>1</b><b>2</b></a>';
SELECT T.c FROM @x.nodes('/a/b') AS T(c);
--> Msg 493, Level 16, State 1, Line 2
--> The column 'c' that was returned from the nodes() method cannot be used directly. It can only be used with one of the four XML data type methods, exist(), nodes(), query(), and value(), or in IS NULL and IS NOT NULL checks.
GO
-- value() wants one value, as far as the path tells.
DECLARE @x XML = '<a><b>1</b><b>2</b></a>';
SELECT @x.value('/a/b', 'int');
--> Msg 2389, Level 16, State 1, Line 3
--> XQuery [value()]: 'value()' requires a singleton (or empty sequence), found operand of type 'xdt:untypedAtomic *'
GO
DECLARE @x XML = '<a><b>1</b><b>2</b></a>';
SELECT @x.value('(/a/b)[2]', 'int') AS second, @x.value('/a[1]/b[1]', 'int') AS first, @x.value('sum(/a/b)', 'int') AS total, @x.value('.', 'varchar(5)') AS whole; --> 2 | 1 | 3 | 12
SELECT @x.value('(/a/b[. = "2"])[1]', 'int') AS by_value, @x.value('(/a/b[position() = 2])[1]', 'int') AS by_position, @x.value('(/a/b[last()])[1]', 'int') AS by_last, @x.query('/a/b/text()') AS texts; --> 2 | 2 | 2 | 12
SELECT @x.exist('/a[b = 1 and b = 2]') AS both, @x.exist('/a[b > 5 or not(b)]') AS neither, @x.exist('/a/b[contains(., "1")]') AS inside; --> 1 | 0 | 1
GO
DECLARE @i int = 1;
SELECT @i.value('.', 'int');
--> Msg 258, Level 15, State 1, Line 2
--> Cannot call methods on int.
GO
DECLARE @x XML = '<a/>';
SELECT @x.other('.');
--> Msg 227, Level 15, State 1, Line 2
--> "other" is not a valid function, property, or field.
GO
DECLARE @x XML = '<a/>', @p nvarchar(10) = '/a';
SELECT @x.query(@p);
--> Msg 8172, Level 16, State 1, Line 2
--> The argument 1 of the XML data type method "query" must be a string literal.
GO
DECLARE @x XML = '<a/>';
SELECT @x.query('/a[');
--> Msg 2209, Level 16, State 1, Line 2
--> XQuery [query()]: Syntax error near '<eof>'
GO
DECLARE @x XML;
SELECT @x.value('.', 'int') AS v, @x.exist('/a') AS e, @x.query('/a') AS q; --> NULL | NULL | NULL
