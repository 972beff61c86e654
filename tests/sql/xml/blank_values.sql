-- Recorded answers of SQL Server, beside docs/relational-databases/xml/use-path-mode-with-for-xml.md and docs/xquery/aggregate-functions-sum.md.
-- The last character of a value of white space alone is a reference, so that a parser keeps the value.
SELECT ' ' AS a FOR XML PATH(''); --> <a>&#x20;</a>
SELECT '  ' AS a, ' x' AS b, '' AS c FOR XML PATH; --> <row><a> &#x20;</a><b> x</b><c></c></row>
SELECT CHAR(9) AS a, ' ' AS b FOR XML RAW, ELEMENTS; --> <row><a>&#x09;</a><b>&#x20;</b></row>
SELECT ' ' AS [text()] FOR XML PATH(''); --> &#x20;
SELECT (SELECT ' ' AS a FOR XML PATH(''), TYPE).value('.', 'nvarchar(10)') + '|' AS kept; -->  |
GO
DECLARE @x xml = '<a/>';
SELECT @x.value('sum(/a/z)', 'int') AS a, @x.value('round(-0.4)', 'nvarchar(20)') AS b; --> 0 | 0
GO
-- xml beside another type.
SELECT 1 WHERE CAST('<a/>' AS xml) = '<a/>';
--> Msg 402, Level 16, State 1, Line 2
--> The data types xml and varchar are incompatible in the equal to operator.
GO
SELECT CONCAT(CAST('<a/>' AS xml), 'a');
--> Msg 257, Level 16, State 3, Line 1
--> Implicit conversion from data type xml to varchar is not allowed. Use the CONVERT function to run this query.
GO
