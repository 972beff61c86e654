-- docs/relational-databases/json/format-json-output-automatically-with-auto-mode-sql-server.md: the columns of the first table are properties of the outer
-- objects, the columns of the second are properties of a nested array with the table's name or alias.
CREATE TABLE dbo.customer (id int NOT NULL PRIMARY KEY, name varchar(10) NOT NULL);
CREATE TABLE dbo.orders (id int NOT NULL PRIMARY KEY, customer int NOT NULL, day date NULL);
CREATE TABLE dbo.line (id int NOT NULL, o int NOT NULL, qty int NULL);
INSERT dbo.customer VALUES (1, 'Ann'), (2, 'Bob'), (3, 'Cid');
INSERT dbo.orders VALUES (10, 1, '2024-01-02'), (11, 1, NULL), (20, 2, '2024-03-04');
INSERT dbo.line VALUES (1, 10, 5), (2, 10, NULL), (3, 20, 7);
GO
SELECT c.id, c.name, o.id, o.day FROM dbo.customer AS c JOIN dbo.orders AS o ON o.customer = c.id ORDER BY c.id, o.id FOR JSON AUTO;
GO
SELECT name, o.id AS [order], UPPER(name) AS loud FROM dbo.customer LEFT JOIN dbo.orders AS o ON o.customer = customer.id ORDER BY name, o.id FOR JSON AUTO, ROOT('customers');
GO
SELECT c.name, o.id, line.id, line.qty FROM dbo.customer AS c JOIN dbo.orders AS o ON o.customer = c.id JOIN dbo.line ON line.o = o.id ORDER BY c.id, o.id, line.id
FOR JSON AUTO, INCLUDE_NULL_VALUES, WITHOUT_ARRAY_WRAPPER;
GO
SELECT c.name FROM dbo.customer AS c JOIN dbo.orders AS o ON o.customer = c.id WHERE o.id = 10 FOR JSON AUTO;
GO
