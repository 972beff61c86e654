-- docs/t-sql/functions/openxml-transact-sql.md: types of the arguments, metaproperties, flags; docs/relational-databases/errors-events/database-engine-events-and-errors-7000-to-7999.md.
DECLARE @h varchar(10) = '1';
SELECT * FROM OPENXML(@h, '/a') WITH (b int);
GO
DECLARE @h int = 1;
SELECT * FROM OPENXML(@h, '/a', '1') WITH (b int);
GO
DECLARE @h int = 1;
SELECT * FROM OPENXML(@h, 1) WITH (b int);
GO
DECLARE @h int = 1;
SELECT * FROM OPENXML(@h, '/a') WITH (b int '@mp:nothing');
GO
DECLARE @h int;
EXEC sp_xml_preparedocument @h OUTPUT, N'<a b="1"/>';
SELECT * FROM OPENXML(@h, '/a', 8);
