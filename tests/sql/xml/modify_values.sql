-- docs/t-sql/xml/insert-xml-dml.md: a value of the type xml is inserted as its nodes, another one as text.
DECLARE @shelf xml = N'<shelf/>', @book xml = N'<book id="1"/><book id="2"/>', @title nvarchar(20) = N'<a>';
SET @shelf.modify('insert sql:variable("@book") into (/shelf)[1]');
SET @shelf.modify('insert text{sql:variable("@title")} into (/shelf/book)[1]');
SELECT @shelf AS shelf;
SET @book = NULL;
SET @shelf.modify('insert sql:variable("@book") into (/shelf)[1]');
SELECT @shelf.value('count(/shelf/book)', 'int') AS books;
GO
-- docs/t-sql/xml/guidelines-for-using-xml-data-type-methods.md: no method in PRINT, none in GROUP BY.
DECLARE @x xml = N'<a>1</a>';
PRINT @x.value('(/a)[1]', 'int');
GO
DECLARE @x xml = N'<a>1</a>', @a int;
SET @a = @x.value('(/a)[1]', 'int');
PRINT @a;
GO
CREATE TABLE notes (id int, note xml);
GO
SELECT COUNT(*) FROM notes GROUP BY note.value('(/a)[1]', 'int');
GO
-- docs/t-sql/queries/select-group-by-transact-sql.md: no subquery and no aggregate.
SELECT COUNT(*) FROM notes GROUP BY (SELECT 1);
GO
SELECT COUNT(*) FROM notes GROUP BY MAX(id);
GO
-- docs/t-sql/xml/nodes-method-xml-data-type.md: a path from a row reaches the whole document.
DECLARE @x xml = N'<list kind="short"><item>1</item><item>2</item></list>';
SELECT i.n.value('.', 'int') AS item, i.n.value('../@kind', 'varchar(10)') AS kind, i.n.value('local-name(..)', 'varchar(10)') AS parent
FROM @x.nodes('/list/item') AS i(n);
SELECT i.n.query('..') AS parent FROM @x.nodes('/list/item') AS i(n);
GO
