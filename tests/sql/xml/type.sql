-- docs/t-sql/xml/xml-transact-sql.md, docs/relational-databases/xml/create-instances-of-xml-data.md: what comes in must be well-formed, a document or a fragment.
SELECT CAST('<a  x = ''1''>t</a>' AS xml) AS x; --> <a x="1">t</a>
GO
SELECT CAST('<a></a><b/>' AS xml) AS fragment, CAST('text' AS xml) AS t, CAST('' AS xml) AS empty, CAST(NULL AS xml) AS n; --> <a/><b/> | text | [] | NULL
GO
-- White space between tags alone is left out.
SELECT CONVERT(xml, '<root>  <child/>  </root>') AS x; --> <root><child/></root>
GO
SELECT CAST('<a>1 &lt; 2 &amp; 3</a>' AS xml) AS x, CAST(CAST('<a><![CDATA[<x>]]></a>' AS xml) AS varchar(50)) AS t; --> <a>1 &lt; 2 &amp; 3</a> | <a>&lt;x&gt;</a>
GO
SELECT CAST('<a>' AS xml);
--> Msg 9400, Level 16, State 1, Line 1
--> XML parsing: line 1, character 4, unexpected end of input
GO
SELECT CAST('<a></b>' AS xml);
--> Msg 9436, Level 16, State 1, Line 1
--> XML parsing: line 1, character 7, end tag does not match start tag
GO
SELECT CAST('<a x="1" x="2"/>' AS xml);
--> Msg 9437, Level 16, State 1, Line 1
--> XML parsing: line 1, character 11, duplicate attribute
GO
SELECT CAST('<a>&nbsp;</a>' AS xml);
--> Msg 9448, Level 16, State 1, Line 1
--> XML parsing: line 1, character 10, well formed check: undeclared entity
GO
SELECT CAST('<a x=1/>' AS xml);
--> Msg 9413, Level 16, State 1, Line 1
--> XML parsing: line 1, character 6, A string literal was expected
GO
SELECT TRY_CAST('<a>' AS xml) AS t; --> NULL
GO
-- A column; a variable; NULL.
CREATE TABLE docs (id int, doc xml);
INSERT docs VALUES (1, '<a><b>1</b></a>'), (2, NULL), (3, N'<a>ж</a>');
INSERT docs SELECT 4, (SELECT id AS "@id" FROM docs WHERE id < 3 FOR XML PATH, TYPE);
SELECT id, doc FROM docs ORDER BY id;
--> 1 | <a><b>1</b></a>
--> 2 | NULL
--> 3 | <a>ж</a>
--> 4 | <row id="1"/><row id="2"/>
SELECT id, doc.value('(/a/b)[1]', 'int') AS b FROM docs WHERE doc.exist('/a') = 1 ORDER BY id;
--> 1 | 1
--> 3 | NULL
SELECT COUNT(*) AS n FROM docs WHERE doc IS NULL; --> 1
UPDATE docs SET doc = '<c/>' WHERE id = 2;
SELECT doc FROM docs WHERE id = 2; --> <c/>
GO
-- @restart
SELECT id, doc FROM docs WHERE id = 3; --> 3 | <a>ж</a>
GO
INSERT docs VALUES (5, '<a');
--> Msg 9400, Level 16, State 1, Line 1
--> XML parsing: line 1, character 3, unexpected end of input
GO
-- It is not compared, and not sorted.
SELECT * FROM docs WHERE doc = doc;
--> Msg 305, Level 16, State 1, Line 2
--> The XML data type cannot be compared or sorted, except when using the IS NULL operator.
GO
SELECT id FROM docs ORDER BY doc;
--> Msg 305, Level 16, State 1, Line 1
--> The XML data type cannot be compared or sorted, except when using the IS NULL operator.
GO
DECLARE @x xml = '<a/>', @s varchar(10);
SET @s = @x;
--> Msg 257, Level 16, State 3, Line 2
--> Implicit conversion from data type xml to varchar is not allowed. Use the CONVERT function to run this query.
GO
SELECT CAST(CAST('<aaa/>' AS xml) AS varchar(3));
--> Msg 6354, Level 16, State 10, Line 1
--> Target string size is too small to represent the XML instance
GO
SELECT CAST(5 AS xml);
--> Msg 529, Level 16, State 2, Line 1
--> Explicit conversion from data type int to xml is not allowed.
GO
SELECT DATALENGTH(CAST('<abc/>' AS xml)) AS bytes; --> 12
