-- docs/t-sql/xml/with-xmlnamespaces.md; docs/relational-databases/errors-events/database-engine-events-and-errors-6000-to-6999.md:
-- the declarations of WITH XMLNAMESPACES are checked, also without FOR XML.
WITH XMLNAMESPACES ('urn:a' AS p, 'urn:b' AS p) SELECT 1 AS a FOR XML RAW;
GO
WITH XMLNAMESPACES (DEFAULT 'urn:a', DEFAULT 'urn:b') SELECT 1 AS a FOR XML RAW;
GO
WITH XMLNAMESPACES ('urn:a' AS [p q]) SELECT 1 AS a FOR XML RAW;
GO
WITH XMLNAMESPACES ('urn:a' AS [1p]) SELECT 1 AS a;
GO
WITH XMLNAMESPACES ('urn:a' AS xmlns) SELECT 1 AS a FOR XML RAW;
GO
WITH XMLNAMESPACES ('urn:a' AS xml) SELECT 1 AS a FOR XML RAW;
GO
WITH XMLNAMESPACES ('http://www.w3.org/XML/1998/namespace' AS p) SELECT 1 AS a FOR XML RAW;
GO
WITH XMLNAMESPACES ('' AS p) SELECT 1 AS a FOR XML RAW;
GO
WITH XMLNAMESPACES (DEFAULT '') SELECT 1 AS a FOR XML RAW;
GO
WITH XMLNAMESPACES ('urn:a' AS xsi) SELECT 1 AS a FOR XML RAW, ELEMENTS XSINIL;
GO
-- Two prefixes may have one namespace; xsi is free without XSINIL; xml may have its own namespace.
WITH XMLNAMESPACES ('urn:a' AS p, 'urn:a' AS q, 'urn:b' AS xsi) SELECT 1 AS [p:a] FOR XML PATH;
WITH XMLNAMESPACES ('http://www.w3.org/XML/1998/namespace' AS xml) SELECT 'en' AS [@xml:lang] FOR XML PATH;
