-- docs/relational-databases/errors-events/database-engine-events-and-errors-2000-to-2999.md, ...-9000-to-9999.md: the static errors of XQuery;
-- docs/xquery/path-expressions-specifying-axis.md, type-cast-expressions-xquery.md, xml-construction-xquery.md, xquery-functions-against-the-xml-data-type.md,
-- docs/t-sql/xml/insert-xml-dml.md, replace-value-of-xml-dml.md. Which number a missing sign has is inferred from the texts.
SELECT CAST('<a b="1"/>' AS xml).query('(/a');
GO
SELECT CAST('<a b="1"/>' AS xml).query('/a[1');
GO
SELECT CAST('<a b="1"/>' AS xml).query('<a>{1</a>');
GO
SELECT CAST('<a b="1"/>' AS xml).query('declare namespace 1="u"; /a');
GO
SELECT CAST('<a b="1"/>' AS xml).query('declare namespace p=u; /a');
GO
SELECT CAST('<a b="1"/>' AS xml).query('sql:variable(@x)');
GO
SELECT CAST('<a b="1"/>' AS xml).query('"1" cast as int?');
GO
SELECT CAST('<a b="1"/>' AS xml).query('"1" cast as xs:number?');
GO
SELECT CAST('<a b="1"/>' AS xml).query('"1" cast as ?');
GO
SELECT CAST('<a b="1"/>' AS xml).query('"1" cast as xs:int');
GO
SELECT CAST('<a b="1"/>' AS xml).query('concat("a")');
GO
SELECT CAST('<a b="1"/>' AS xml).query('true(1)');
GO
SELECT CAST('<a b="1"/>' AS xml).query('for i in /a return 1');
GO
SELECT CAST('<a b="1"/>' AS xml).query('for $i in /a, j in /a return 1');
GO
SELECT CAST('<a b="1"/>' AS xml).query('for $i of /a return 1');
GO
SELECT CAST('<a b="1"/>' AS xml).query('let $i = 1 return $i');
GO
SELECT CAST('<a b="1"/>' AS xml).query('for $p:i in /a return 1');
GO
SELECT CAST('<a b="1"/>' AS xml).query('for $i in /a');
GO
SELECT CAST('<a b="1"/>' AS xml).query('for $i in /a order $i return $i');
GO
SELECT CAST('<a b="1"/>' AS xml).query('if (1 = 1) 2 else 3');
GO
SELECT CAST('<a b="1"/>' AS xml).query('if (1 = 1) then 2');
GO
SELECT CAST('<a b="1"/>' AS xml).query('some $i in /a return 1');
GO
SELECT CAST('<a b="1"/>' AS xml).query('/a/@');
GO
SELECT CAST('<a b="1"/>' AS xml).query('/a/child::[1]');
GO
SELECT CAST('<a b="1"/>' AS xml).query('/a/');
GO
SELECT CAST('<a b="1"/>' AS xml).query('//[1]');
GO
SELECT CAST('<a b="1"/>' AS xml).query('/a/following-sibling::b');
GO
SELECT CAST('<a b="1"/>' AS xml).query('/a/sibling::b');
GO
SELECT CAST('<a b="1"/>' AS xml).query('/a/string()');
GO
SELECT CAST('<a b="1"/>' AS xml).query('<a b="1" b="2"/>');
GO
SELECT CAST('<a b="1"/>' AS xml).query('<a xml:b="1" xml:b="2"/>');
GO
SELECT CAST('<a b="1"/>' AS xml).query('<a>b');
GO
SELECT CAST('<a b="1"/>' AS xml).query('<xs:a>b');
GO
SELECT CAST('<a b="1"/>' AS xml).query('<a></b>');
GO
SELECT CAST('<a b="1"/>' AS xml).query('<a></xs:b>');
GO
SELECT CAST('<a b="1"/>' AS xml).query('<xs:a></b>');
GO
SELECT CAST('<a b="1"/>' AS xml).query('<xs:a></xs:b>');
GO
SELECT CAST('<a b="1"/>' AS xml).query('<?b c');
GO
SELECT CAST('<a b="1"/>' AS xml).query('<?xml c?>');
GO
SELECT CAST('<a b="1"/>' AS xml).query('<a><![CDATA[b</a>');
GO
SELECT CAST('<a b="1"/>' AS xml).query('"a');
GO
SELECT CAST('<a b="1"/>' AS xml).query('<a b="1');
GO
SELECT CAST('<a b="1"/>' AS xml).query('/a (: b');
GO
SELECT CAST('<a b="1"/>' AS xml).query('<!-- b --- c -->');
GO
SELECT CAST('<a b="1"/>' AS xml).query('<a b="1{2}"/>');
GO
SELECT CAST('<a b="1"/>' AS xml).query('<a xmlns:p="{1}"/>');
GO
SELECT CAST('<a b="1"/>' AS xml).query('<a>}</a>');
GO
SELECT CAST('<a b="1"/>' AS xml).query('processing-instruction b {1}');
GO
SELECT CAST('<a b="1"/>' AS xml).query('comment {1}');
GO
SELECT CAST('<a b="1"/>' AS xml).query('declare namespace p="u" /a');
GO
SELECT CAST('<a b="1"/>' AS xml).query('/a ]');
GO
SELECT CAST('<a b="1"/>' AS xml).query('position()');
GO
SELECT CAST('<a b="1"/>' AS xml).query('/a[1] = last()');
GO
SELECT CAST('<a b="1"/>' AS xml).query('replace("a", "b", "c")');
GO
SELECT CAST('<a b="1"/>' AS xml).query('fn:matches("a", "b")');
GO
SELECT CAST('<a b="1"/>' AS xml).query('declare namespace p="u"; p:f()');
GO
SELECT CAST('<a b="1"/>' AS xml).query('xs:number("1")');
GO
DECLARE @x xml = '<a b="1">c</a>'; SET @x.modify('insert <b/> (/a)[1]');
GO
DECLARE @x xml = '<a b="1">c</a>'; SET @x.modify('insert <b/> as next into (/a)[1]');
GO
DECLARE @x xml = '<a b="1">c</a>'; SET @x.modify('insert <b/> as first (/a)[1]');
GO
DECLARE @x xml = '<a b="1">c</a>'; SET @x.modify('insert <b/> into (/a/@b)[1]');
GO
DECLARE @x xml = '<a b="1">c</a>'; SET @x.modify('insert <b/> as last into (/a/text())[1]');
GO
DECLARE @x xml = '<a b="1">c</a>'; SET @x.modify('insert <b/> after (/a/@b)[1]');
GO
DECLARE @x xml = '<a b="1">c</a>'; SET @x.modify('insert attribute c {1} as first into (/a)[1]');
GO
DECLARE @x xml = '<a b="1">c</a>'; SET @x.modify('insert (<d/>, attribute c {1}) before (/a)[1]');
GO
DECLARE @x xml = '<a b="1">c</a>'; SET @x.modify('replace (/a/@b)[1] with 2');
GO
DECLARE @x xml = '<a b="1">c</a>'; SET @x.modify('replace value of (/a/@b)[1] 2');
GO
DECLARE @x xml = '<a b="1">c</a>'; SET @x.modify('delete /a b');
GO
-- Allowed forms of the same constructs.
SELECT CAST('<a b="1"/>' AS xml).query('<c d="{/a/@b}" e="f">{{}}</c>') AS made, CAST('<a b="1"/>' AS xml).value('(/a[position() = last()]/@b)[1]', 'int') AS last,
       CAST('<a b="1"/>' AS xml).query('/a (: comment :)') AS commented;
