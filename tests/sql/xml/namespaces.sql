-- docs/relational-databases/xml/add-namespaces-to-queries-with-with-xmlnamespaces.md (the page's examples), docs/t-sql/xml/with-xmlnamespaces.md,
-- docs/xquery/modules-and-prologs-xquery-prolog.md.
CREATE TABLE dbo.Product (ProductID int NOT NULL, Name nvarchar(20) NOT NULL, Color nvarchar(10) NULL);
INSERT dbo.Product VALUES (316, N'Blade', NULL), (317, N'LL Crankarm', N'Black');
GO
WITH XMLNAMESPACES ('uri' AS ns1)
SELECT ProductID AS 'ns1:ProductID', Name AS 'ns1:Name', Color AS 'ns1:Color' FROM dbo.Product FOR XML RAW ('ns1:Prod'), ELEMENTS;
--> <ns1:Prod xmlns:ns1="uri"><ns1:ProductID>316</ns1:ProductID><ns1:Name>Blade</ns1:Name></ns1:Prod><ns1:Prod xmlns:ns1="uri"><ns1:ProductID>317</ns1:ProductID><ns1:Name>LL Crankarm</ns1:Name><ns1:Color>Black</ns1:Color></ns1:Prod>
GO
WITH XMLNAMESPACES ('uri' AS ns1)
SELECT ProductID AS 'ns1:ProductID', Name AS 'ns1:Name', Color AS 'ns1:Color' FROM dbo.Product WHERE ProductID = 316 FOR XML RAW, ELEMENTS XSINIL;
--> <row xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:ns1="uri"><ns1:ProductID>316</ns1:ProductID><ns1:Name>Blade</ns1:Name><ns1:Color xsi:nil="true"/></row>
GO
WITH XMLNAMESPACES ('uri1' AS ns1, 'uri2' AS ns2, DEFAULT 'uri2')
SELECT ProductID, Name, Color FROM dbo.Product FOR XML RAW ('ns1:Product'), ROOT('ns2:root'), ELEMENTS;
--> <ns2:root xmlns="uri2" xmlns:ns2="uri2" xmlns:ns1="uri1"><ns1:Product><ProductID>316</ProductID><Name>Blade</Name></ns1:Product><ns1:Product><ProductID>317</ProductID><Name>LL Crankarm</Name><Color>Black</Color></ns1:Product></ns2:root>
GO
WITH XMLNAMESPACES ('urn:schemas-microsoft-com:xml-sql' AS sql)
SELECT 'SELECT * FROM Customers FOR XML AUTO, ROOT("a")' AS "sql:query" FOR XML PATH('sql:root');
--> <sql:root xmlns:sql="urn:schemas-microsoft-com:xml-sql"><sql:query>SELECT * FROM Customers FOR XML AUTO, ROOT("a")</sql:query></sql:root>
GO
WITH XMLNAMESPACES ('u' AS p), named AS (SELECT Name FROM dbo.Product WHERE ProductID = 316)
SELECT Name AS [p:name] FROM named FOR XML AUTO; --> <named xmlns:p="u" p:name="Blade"/>
GO
WITH XMLNAMESPACES ('u' AS p) SELECT 1 AS Tag, NULL AS Parent, 1 AS [e!1!a] FOR XML EXPLICIT;
--> Msg 6868, Level 16, State 1, Line 1
--> The following FOR XML features are not supported with WITH XMLNAMESPACES list: EXPLICIT mode, XMLSCHEMA and XMLDATA directives.
GO
DECLARE @x xml = '<r xmlns="u1" xmlns:q="u2"><a n="1"/><q:a q:n="2"/><b xmlns=""><a n="3"/></b></r>';
SELECT @x.value('declare namespace z="u1"; (/z:r/z:a/@n)[1]', 'int') AS one, @x.value('declare default element namespace "u1"; declare namespace z="u2"; (/r/z:a/@z:n)[1]', 'int') AS two, @x.value('(//a/@n)[1]', 'int') AS three, @x.value('count(//*:a)', 'int') AS every; --> 1 | 2 | 3 | 3
SELECT @x.exist('/r') AS no, @x.value('namespace-uri((//*:a)[2])', 'varchar(5)') AS uri, @x.value('count(/*)', 'int') AS n; --> 0 | u2 | 1
SELECT @x.query('declare namespace z="u2"; //z:a') AS q; --> <q:a xmlns:q="u2" q:n="2"/>
SELECT @x.query('declare namespace z="u3"; <z:e a="{count(//*)}"><z:f/></z:e>') AS q; --> <z:e xmlns:z="u3" a="5"><z:f/></z:e>
WITH XMLNAMESPACES ('u1' AS z, DEFAULT 'u1') SELECT @x.value('(/z:r/a/@n)[1]', 'int') AS one, n.c.value('@n', 'int') AS n FROM @x.nodes('/r/a') AS n(c); --> 1 | 1
GO
