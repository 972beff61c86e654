-- docs/relational-databases/xml/for-xml-sql-server.md and the XML 1.0 that it follows: what stands for markup, and for what an attribute or a line can't keep.
SELECT 'a & b < c > d "e" ''f''' AS t FOR XML PATH(''); --> <t>a &amp; b &lt; c &gt; d "e" 'f'</t>
GO
SELECT 'a & b < c > d "e" ''f''' AS "@t" FOR XML PATH; --> <row t="a &amp; b &lt; c &gt; d &quot;e&quot; 'f'"/>
GO
-- A carriage return is written as its number; a text keeps tabs and line feeds, an attribute does not.
SELECT 'a' + CHAR(13) + 'b' + CHAR(9) + 'c' FOR XML PATH(''); --> a&#x0D;b	c
GO
SELECT 'a' + CHAR(13) + CHAR(10) + 'b' + CHAR(9) + 'c' AS "@t" FOR XML PATH; --> <row t="a&#x0D;&#x0A;b&#x09;c"/>
GO
-- Out of value() comes the text as it was.
DECLARE @s nvarchar(max) = (SELECT 'a & b' + CHAR(13) + '<c>' FOR XML PATH(''), TYPE).value('.', 'nvarchar(max)');
SELECT CASE WHEN @s = 'a & b' + CHAR(13) + '<c>' THEN 'the same' END AS t; --> the same
GO
-- Values in the forms of XML Schema.
SELECT CAST(1 AS bit) AS b, CAST(-5 AS smallint) AS i, CAST(12.50 AS decimal(5, 2)) AS d, CAST(1.5 AS money) AS m, CAST(0.5 AS decimal(3, 1)) AS half FOR XML PATH; --> <row><b>1</b><i>-5</i><d>12.50</d><m>1.5000</m><half>0.5</half></row>
GO
SELECT CAST(1.5 AS float) AS f, CAST(0 AS float) AS z, CAST(-250 AS real) AS r FOR XML PATH; --> <row><f>1.500000000000000e+000</f><z>0.000000000000000e+000</z><r>-2.5000000e+002</r></row>
GO
SELECT CAST('2024-02-29 12:34:56.789' AS datetime2(3)) AS d2, CAST('2024-02-29' AS date) AS d, CAST('12:34:56' AS time(0)) AS t, CAST('2024-02-29T12:34:56' AS datetime) AS dt FOR XML PATH; --> <row><d2>2024-02-29T12:34:56.789</d2><d>2024-02-29</d><t>12:34:56</t><dt>2024-02-29T12:34:56</dt></row>
GO
SELECT CAST('0E984725-C51C-4BF4-9960-E1C80E27ABA0' AS uniqueidentifier) AS u FOR XML PATH; --> <row><u>0E984725-C51C-4BF4-9960-E1C80E27ABA0</u></row>
GO
-- Bytes are base64.
SELECT 0x4D616E AS a, 0x4D61 AS b, 0x4D AS c FOR XML PATH; --> <row><a>TWFu</a><b>TWE=</b><c>TQ==</c></row>
GO
-- An empty string is an element with nothing in it; NULL is none; as XML it is one tag.
SELECT '' AS a, CAST(NULL AS int) AS b FOR XML PATH; --> <row><a></a></row>
GO
SELECT '' AS a, CAST(NULL AS int) AS b FOR XML PATH, TYPE; --> <row><a/></row>
GO
SELECT CAST(NULL AS int) AS b FOR XML PATH; --> <row/>
GO
-- Long texts stay whole.
SELECT LEN((SELECT REPLICATE(CAST('x' AS varchar(max)), 20000) AS "text()" FOR XML PATH(''))) AS length; --> 20000
GO
SELECT DATALENGTH((SELECT REPLICATE(CAST('&' AS varchar(max)), 3000) AS "text()" FOR XML PATH(''))) AS bytes; --> 30000
