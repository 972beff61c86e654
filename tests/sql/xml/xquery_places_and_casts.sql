-- docs/t-sql/xml/exist-method-xml-data-type.md, insert-xml-dml.md, docs/xquery/comparison-expressions-xquery.md, type-cast-rules-in-xquery.md, path-expressions-xquery.md:
-- cast as, the operators for nodes, union, and constructors of comments, instructions and CDATA.
declare @x xml;
declare @f bit;
set @x = '<root Somedate = "2002-01-01Z"/>';
set @f = @x.exist('/root[(@Somedate cast as xs:date?) eq xs:date("2002-01-01Z")]');
select @f;
GO
DECLARE @x xml;
DECLARE @f bit;
SET @x = '<Somedate>2002-01-01Z</Somedate>';
SET @f = @x.exist('/Somedate[(text()[1] cast as xs:date ?) = xs:date("2002-01-01Z") ]')
SELECT @f;
GO
DECLARE @x xml = '<Root><row id="10"><name>Larry</name></row><row id="9"><name>moe</name></row><row id="x"/></Root>';
SELECT @x.query('for $r in /Root/row order by $r/@id cast as xs:int? return <r>{data($r/@id)}</r>') AS ordered;
SELECT @x.value('(/Root/row/@id)[2] cast as xs:int?', 'int') + 1 AS ten, @x.value('(/Root/row/@id)[3] cast as xs:int?', 'int') AS nothing;
SELECT @x.query('/Root/row[2]/name | /Root/row[1]/name | /Root/row[1]/name') AS names, @x.query('count(/Root/row/@id | /Root/row)') AS nodes;
SELECT @x.query('if ((/Root/row)[1] is (//row[name="Larry"])[1]) then "same" else "other"') AS is_same, @x.query('(/Root/row)[1] is (/Root/row)[2]') AS other,
       @x.query('(/Root/row)[1] << (/Root/row)[2]') AS before, @x.query('(/Root/row)[1] >> (/Root/row/name)[1]') AS after, @x.query('(/Root/none)[1] is (/Root)[1]') AS none;
GO
DECLARE @myDoc xml = '<Root><Location LocationID="10"><step>1</step><step>2</step></Location></Root>';
SET @myDoc.modify('insert <!-- some comment --> after (/Root/Location[@LocationID=10]/step[1])[1] ');
SELECT @myDoc;
SET @myDoc.modify('insert <?Program = "Instructions.exe" ?> before (/Root)[1] ');
SELECT @myDoc;
SET @myDoc.modify('insert <![CDATA[ <notxml> as text </notxml> or cdata ]]> into (/Root/Location)[1] ');
SELECT @myDoc;
SELECT @myDoc.query('<a><?b c?><!--d--><![CDATA[<e>]]></a>') AS built;
GO
SELECT CAST('<a/>' AS xml).query('/a instance of element()');
GO
