-- docs/t-sql/xml/modify-method-xml-data-type.md, value-method-xml-data-type.md;
-- docs/relational-databases/errors-events/database-engine-events-and-errors-8000-to-8999.md, ...-9000-to-9999.md.
CREATE TABLE method_context (id int, doc xml);
INSERT INTO method_context VALUES (1, '<a b="1">x</a>');
GO
-- modify() changes a column in UPDATE, or a variable in SET; it has no value.
SELECT doc.modify('delete /a') FROM method_context;
GO
DECLARE @doc xml = '<a/>';
SET @doc = @doc.modify('delete /a');
GO
-- The other methods have a value and change nothing.
UPDATE method_context SET doc.query('/a');
GO
UPDATE method_context SET doc.value('(/a)[1]', 'int');
GO
DECLARE @doc xml = '<a/>';
SET @doc.exist('/a');
GO
UPDATE method_context SET id.modify('delete /a');
GO
-- nodes() is no method of expressions.
SELECT doc.nodes('/a') FROM method_context;
GO
-- The type of value() can't be xml, text, ntext, image or sql_variant.
SELECT doc.value('(/a)[1]', 'xml') FROM method_context;
GO
SELECT doc.value('(/a)[1]', 'text') FROM method_context;
GO
SELECT doc.value('(/a)[1]', 'ntext') FROM method_context;
GO
SELECT doc.value('(/a)[1]', 'image') FROM method_context;
GO
SELECT doc.value('(/a)[1]', 'sql_variant') FROM method_context;
GO
-- docs/t-sql/xml/xml-data-type-methods.md, "Reporting Errors": query() gives no attribute without its element.
SELECT doc.query('/a/@b') FROM method_context;
GO
SELECT doc.query('attribute c {1}') FROM method_context;
GO
SELECT doc.query('if (1 = 1) then /a/@b else ()') FROM method_context;
GO
SELECT doc.query('<c>{/a/@b}</c>') AS made, doc.query('string((/a/@b)[1])') AS text FROM method_context;
GO
-- nodes() takes nodes.
SELECT n.x.query('.') FROM method_context CROSS APPLY doc.nodes('1') AS n(x);
GO
SELECT n.x.value('.', 'int') AS attribute FROM method_context CROSS APPLY doc.nodes('/a/@b') AS n(x);
GO
DROP TABLE method_context;
