-- docs/t-sql/language-elements/declare-cursor-transact-sql.md: KEYSET over joins (the keys of all tables; -2 for a row that is gone; changes from outside are seen, also if the
-- row no longer matches the query), OPTIMISTIC, FOR UPDATE OF, TYPE_WARNING (16956), and a table without a unique index (the cursor is static).
-- docs/relational-databases/errors-events, 16000 to 17999: 16932, 16933, 16934, 16947, 16957.
CREATE DATABASE C;
GO
USE C;
CREATE TABLE dbo.customer (id int NOT NULL PRIMARY KEY, name nvarchar(20) NOT NULL);
CREATE TABLE dbo.orders (id int NOT NULL, line int NOT NULL, customer int NOT NULL, amount money NOT NULL, version rowversion, CONSTRAINT PK PRIMARY KEY (id, line));
CREATE TABLE dbo.note (id int NOT NULL PRIMARY KEY, customer int NOT NULL, text varchar(20) NULL);
CREATE TABLE dbo.heap (customer int, a int);
INSERT dbo.customer VALUES (1, N'one'), (2, N'two'), (3, N'three');
INSERT dbo.orders (id, line, customer, amount) VALUES (10, 1, 1, 5), (10, 2, 1, 6), (20, 1, 2, 7);
INSERT dbo.note VALUES (100, 1, 'first'), (200, 3, 'third');
INSERT dbo.heap VALUES (1, 10), (2, 20);
GO
-- An inner join. Each table can be changed; what the cursor has changed may be changed again.
DECLARE c CURSOR LOCAL KEYSET FOR SELECT c.name, o.id, o.line, o.amount FROM dbo.customer AS c JOIN dbo.orders AS o ON o.customer = c.id ORDER BY o.id, o.line;
OPEN c;
SELECT @@CURSOR_ROWS AS three;
FETCH c;
UPDATE dbo.orders SET amount = amount + 100 WHERE CURRENT OF c;
SELECT @@ROWCOUNT AS one;
UPDATE dbo.orders SET amount = amount + 100 WHERE CURRENT OF c;
UPDATE dbo.customer SET name = N'ONE' WHERE CURRENT OF c;
FETCH RELATIVE 0 FROM c;
FETCH NEXT FROM c;
-- The rowversion has changed; the customer's row has not.
UPDATE dbo.orders SET amount = amount WHERE id = 10 AND line = 2;
UPDATE dbo.orders SET amount = 0 WHERE CURRENT OF c;
UPDATE dbo.customer SET name = N'uno' WHERE CURRENT OF c;
-- Neither join nor WHERE matter to a row that is in the keyset.
UPDATE dbo.orders SET customer = 3 WHERE id = 10 AND line = 2;
FETCH RELATIVE 0 FROM c;
-- A key that is changed through the cursor is still the row's.
UPDATE dbo.orders SET line = 22 WHERE CURRENT OF c;
FETCH RELATIVE 0 FROM c;
DELETE FROM dbo.orders WHERE CURRENT OF c;
FETCH RELATIVE 0 FROM c;
SELECT @@FETCH_STATUS AS gone;
FETCH LAST FROM c;
DELETE dbo.customer WHERE id = 2;
FETCH LAST FROM c;
SELECT @@FETCH_STATUS AS gone;
INSERT dbo.customer VALUES (2, N'two');
FETCH LAST FROM c;
DELETE dbo.note WHERE CURRENT OF c;
GO
SELECT id, line, customer, amount FROM dbo.orders ORDER BY id, line;
SELECT * FROM dbo.customer ORDER BY id;
GO
-- Outer joins: NULLs are of no row of the table. A row that comes later is not in the keyset.
DECLARE c CURSOR LOCAL KEYSET FOR SELECT c.id, n.id AS note, n.text FROM dbo.customer AS c LEFT JOIN dbo.note AS n ON n.customer = c.id ORDER BY c.id;
OPEN c;
FETCH c;
UPDATE dbo.note SET text = 'FIRST' WHERE CURRENT OF c;
FETCH RELATIVE 0 FROM c;
FETCH NEXT FROM c;
INSERT dbo.note VALUES (300, 2, 'second');
FETCH RELATIVE 0 FROM c;
UPDATE dbo.note SET text = '-' WHERE CURRENT OF c;
UPDATE dbo.customer SET name = UPPER(name) WHERE CURRENT OF c;
FETCH NEXT FROM c;
DELETE dbo.note WHERE CURRENT OF c;
FETCH RELATIVE 0 FROM c;
SELECT @@FETCH_STATUS AS gone;
GO
SELECT * FROM dbo.note ORDER BY id;
SELECT * FROM dbo.customer ORDER BY id;
GO
INSERT dbo.orders (id, line, customer, amount) VALUES (40, 2, 1, 1);
DECLARE c CURSOR LOCAL KEYSET FOR
    SELECT n.id, c.id, o.id FROM dbo.note AS n RIGHT JOIN dbo.customer AS c ON c.id = n.customer FULL JOIN dbo.orders AS o ON o.customer = c.id AND o.line = 1 ORDER BY n.id, c.id, o.id;
OPEN c;
INSERT dbo.orders (id, line, customer, amount) VALUES (30, 1, 9, 1);
FETCH FIRST FROM c;
WHILE @@FETCH_STATUS = 0 FETCH NEXT FROM c;
DECLARE d CURSOR LOCAL KEYSET FOR SELECT * FROM dbo.note AS n FULL JOIN dbo.heap AS h ON n.id = h.a ORDER BY n.id DESC;
DECLARE e CURSOR LOCAL FOR SELECT n.id, o.id, o.amount FROM dbo.note AS n FULL JOIN dbo.orders AS o ON o.customer = n.customer WHERE o.line = 2 OR n.id = 100 ORDER BY n.id, o.id;
OPEN d; OPEN e;
UPDATE dbo.orders SET amount = 2 WHERE id = 40;
FETCH d;
FETCH e;
UPDATE dbo.orders SET amount = 3 WHERE CURRENT OF e;
UPDATE dbo.orders SET customer = 7 WHERE id = 40;
FETCH e;
SELECT @@FETCH_STATUS AS passed_over;
DELETE dbo.orders WHERE id >= 30;
GO
-- A cross join, a list of tables, and a table twice: its first use is changed.
DECLARE c CURSOR LOCAL KEYSET FOR SELECT a.id, b.id, n.id FROM dbo.customer AS a CROSS JOIN dbo.customer AS b, dbo.note AS n WHERE a.id < b.id AND n.id = 100 ORDER BY a.id, b.id;
OPEN c;
FETCH LAST FROM c;
UPDATE dbo.customer SET name = N'first use' WHERE CURRENT OF c;
SELECT * FROM dbo.customer ORDER BY id;
UPDATE dbo.customer SET name = N'three' WHERE id = 3;
UPDATE dbo.customer SET name = N'two' WHERE id = 2;
GO
-- FOR UPDATE OF: only the listed columns, and only their tables.
DECLARE c CURSOR LOCAL KEYSET FOR SELECT c.id FROM dbo.customer AS c JOIN dbo.note ON note.customer = c.id ORDER BY c.id FOR UPDATE OF note.text, c.name OPTION (MAXDOP 1);
OPEN c;
FETCH c;
UPDATE dbo.note SET text = 'listed' WHERE CURRENT OF c;
UPDATE dbo.customer SET name = N'listed' WHERE CURRENT OF c;
UPDATE dbo.note SET customer = 2 WHERE CURRENT OF c;
GO
DECLARE c CURSOR LOCAL KEYSET FOR SELECT c.id FROM dbo.customer AS c JOIN dbo.note AS n ON n.customer = c.id FOR UPDATE OF text;
OPEN c;
FETCH c;
UPDATE dbo.note SET text = 'alone' WHERE CURRENT OF c;
UPDATE dbo.customer SET name = N'not listed' WHERE CURRENT OF c;
GO
DECLARE c CURSOR LOCAL KEYSET FOR SELECT c.id FROM dbo.customer AS c JOIN dbo.note AS n ON n.customer = c.id FOR UPDATE OF missing;
OPEN c;
GO
DECLARE c CURSOR LOCAL KEYSET FOR SELECT c.id FROM dbo.customer AS c JOIN dbo.note AS n ON n.customer = c.id FOR UPDATE OF id;
OPEN c;
GO
DECLARE c CURSOR LOCAL KEYSET FOR SELECT c.id FROM dbo.customer AS c JOIN dbo.note AS n ON n.customer = c.id FOR UPDATE OF x.id;
OPEN c;
GO
-- A table without a unique index: KEYSET becomes static and read-only, DYNAMIC needs no key.
DECLARE c CURSOR LOCAL KEYSET TYPE_WARNING FOR SELECT c.id FROM dbo.customer AS c JOIN dbo.heap AS h ON h.customer = c.id;
DECLARE k CURSOR LOCAL KEYSET TYPE_WARNING FOR SELECT c.id FROM dbo.customer AS c JOIN dbo.note AS n ON n.customer = c.id;
OPEN c;
FETCH c;
UPDATE dbo.customer SET name = N'x' WHERE CURRENT OF c;
GO
DECLARE c CURSOR LOCAL KEYSET FOR SELECT c.id FROM dbo.customer AS c JOIN dbo.heap AS h ON h.customer = c.id FOR UPDATE;
OPEN c;
GO
DECLARE c CURSOR LOCAL DYNAMIC FOR SELECT c.id, h.a FROM dbo.customer AS c JOIN dbo.heap AS h ON h.customer = c.id ORDER BY c.id;
OPEN c;
FETCH LAST FROM c;
UPDATE dbo.heap SET a = 21 WHERE CURRENT OF c;
UPDATE dbo.customer SET name = N'TWO' WHERE CURRENT OF c;
DELETE dbo.heap WHERE CURRENT OF c;
GO
SELECT * FROM dbo.heap;
SELECT * FROM dbo.customer ORDER BY id;
GO
-- READ_ONLY, groups, and what is no table.
DECLARE c CURSOR LOCAL KEYSET READ_ONLY FOR SELECT c.name FROM dbo.customer AS c JOIN dbo.note AS n ON n.customer = c.id ORDER BY c.id;
OPEN c;
UPDATE dbo.customer SET name = N'seen' WHERE id = 1;
FETCH c;
UPDATE dbo.customer SET name = N'x' WHERE CURRENT OF c;
GO
DECLARE c CURSOR LOCAL KEYSET FOR SELECT c.id FROM dbo.customer AS c CROSS APPLY (SELECT 1 AS one) AS x;
OPEN c;
FETCH c;
DELETE dbo.customer WHERE CURRENT OF c;
GO
-- Without an option rows must still match the query.
DECLARE c CURSOR LOCAL FOR SELECT c.id, n.text FROM dbo.customer AS c LEFT JOIN dbo.note AS n ON n.customer = c.id WHERE c.name <> N'-' ORDER BY c.id;
OPEN c;
SELECT @@CURSOR_ROWS AS unknown;
FETCH c;
DELETE dbo.note WHERE CURRENT OF c;
UPDATE dbo.customer SET name = N'-' WHERE id = 2;
FETCH c;
UPDATE dbo.note SET text = 'THIRD' WHERE CURRENT OF c;
FETCH c;
SELECT @@FETCH_STATUS AS behind;
SELECT * FROM dbo.note ORDER BY id;
GO
-- FROM with other tables: the target's row is the cursor's.
DECLARE c CURSOR LOCAL KEYSET FOR SELECT c.id FROM dbo.customer AS c JOIN dbo.note AS n ON n.customer = c.id WHERE c.id = 2;
OPEN c;
FETCH c;
UPDATE x SET name = h.a FROM dbo.customer AS x JOIN dbo.heap AS h ON h.customer < x.id WHERE CURRENT OF c;
DELETE n FROM dbo.heap AS h CROSS JOIN dbo.note AS n WHERE CURRENT OF c;
SELECT * FROM dbo.customer ORDER BY id;
SELECT * FROM dbo.note ORDER BY id;
GO
-- Who may not read the key, or all columns of a row, gets a cursor that is READ_ONLY ("insufficient permissions").
CREATE USER reader WITHOUT LOGIN;
GRANT SELECT ON dbo.customer (name) TO reader;
GRANT SELECT ON dbo.heap TO reader;
GO
EXECUTE AS USER = 'reader';
DECLARE c CURSOR LOCAL FOR SELECT c.name FROM dbo.customer AS c;
DECLARE d CURSOR LOCAL DYNAMIC FOR SELECT c.name, h.a FROM dbo.customer AS c CROSS JOIN dbo.heap AS h;
OPEN c;
OPEN d;
FETCH c;
UPDATE dbo.customer SET name = N'x' WHERE CURRENT OF c;
REVERT;
GO
