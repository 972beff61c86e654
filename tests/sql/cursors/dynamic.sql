-- docs/t-sql/language-elements/declare-cursor-transact-sql.md: DYNAMIC (values, order and membership of the rows change on each fetch; ABSOLUTE isn't supported), TYPE_WARNING;
-- docs/t-sql/functions/cursor-rows-transact-sql.md: -1. docs/relational-databases/cursors.md, "Dynamic". A query whose ORDER BY no index has becomes KEYSET.
CREATE DATABASE C;
GO
USE C;
CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, name nvarchar(20) NOT NULL);
CREATE TABLE dbo.pair (a int NOT NULL, b varchar(10) NOT NULL, c int NOT NULL UNIQUE, PRIMARY KEY (a, b DESC));
INSERT dbo.t VALUES (10, N'ten'), (20, N'twenty'), (30, N'thirty');
INSERT dbo.pair VALUES (1, 'x', 9), (1, 'y', 8), (2, 'x', 7), (2, 'y', 6);
GO
-- Rows that come before the position are seen by PRIOR, those behind it by NEXT; rows that go are not.
DECLARE c CURSOR LOCAL DYNAMIC TYPE_WARNING FOR SELECT id, name FROM dbo.t WHERE name <> N'-';
OPEN c;
SELECT @@CURSOR_ROWS AS unknown, CURSOR_STATUS('local', 'c') AS is_open;
FETCH NEXT FROM c;
INSERT dbo.t VALUES (5, N'five'), (15, N'fifteen'), (25, N'-');
FETCH NEXT FROM c;
DELETE dbo.t WHERE id = 20;
UPDATE dbo.t SET name = N'twenty-five' WHERE id = 25;
FETCH NEXT FROM c;
FETCH PRIOR FROM c;
FETCH FIRST FROM c;
FETCH PRIOR FROM c;
SELECT @@FETCH_STATUS AS before;
FETCH NEXT FROM c;
FETCH LAST FROM c;
FETCH NEXT FROM c;
SELECT @@FETCH_STATUS AS behind;
INSERT dbo.t VALUES (40, N'forty');
FETCH PRIOR FROM c;
FETCH RELATIVE -2 FROM c;
FETCH RELATIVE 2 FROM c;
FETCH RELATIVE 9 FROM c;
SELECT @@FETCH_STATUS AS behind;
FETCH ABSOLUTE 1 FROM c;
GO
-- The current row: deleted by others, changed by others, changed through the cursor.
DECLARE c CURSOR LOCAL DYNAMIC SCROLL_LOCKS FOR SELECT id, name FROM dbo.t ORDER BY id DESC;
OPEN c;
FETCH NEXT FROM c;
DELETE dbo.t WHERE id = 40;
FETCH RELATIVE 0 FROM c;
SELECT @@FETCH_STATUS AS gone;
DELETE dbo.t WHERE CURRENT OF c;
FETCH NEXT FROM c;
UPDATE dbo.t SET name = N'THIRTY' WHERE id = 30;
UPDATE dbo.t SET name = N'dreissig' WHERE CURRENT OF c;
FETCH RELATIVE 0 FROM c;
UPDATE dbo.t SET name = N'dreissig' WHERE CURRENT OF c;
-- A new key doesn't move the position; the row is met at its new place.
UPDATE dbo.t SET id = 12 WHERE CURRENT OF c;
UPDATE dbo.t SET name = N'zwölf' WHERE CURRENT OF c;
FETCH NEXT FROM c;
FETCH NEXT FROM c;
FETCH NEXT FROM c;
DELETE dbo.t WHERE CURRENT OF c;
FETCH NEXT FROM c;
SELECT * FROM dbo.t ORDER BY id;
GO
-- Keys of two columns, in both directions; the order of a second index; an alias and a number in ORDER BY.
DECLARE p CURSOR LOCAL DYNAMIC TYPE_WARNING FOR SELECT a, b FROM dbo.pair;
DECLARE q CURSOR LOCAL DYNAMIC TYPE_WARNING FOR SELECT a AS x, b FROM dbo.pair ORDER BY x DESC, 2;
DECLARE r CURSOR LOCAL DYNAMIC TYPE_WARNING READ_ONLY FOR SELECT b, c FROM dbo.pair ORDER BY pair.c DESC, a;
OPEN p; OPEN q; OPEN r;
FETCH p; FETCH p;
INSERT dbo.pair VALUES (1, 'm', 5), (2, 'z', 10);
FETCH p; FETCH p; FETCH PRIOR FROM p;
FETCH q; FETCH q; FETCH q; FETCH PRIOR FROM q;
FETCH LAST FROM q;
FETCH r; FETCH r; FETCH LAST FROM r;
DELETE dbo.pair WHERE CURRENT OF r;
GO
-- Other orders, TOP and joins make a KEYSET cursor.
DECLARE a CURSOR LOCAL DYNAMIC TYPE_WARNING FOR SELECT id FROM dbo.t ORDER BY name;
DECLARE b CURSOR LOCAL DYNAMIC TYPE_WARNING FOR SELECT a FROM dbo.pair ORDER BY a, b;
DECLARE c CURSOR LOCAL DYNAMIC TYPE_WARNING FOR SELECT TOP (1) id FROM dbo.t ORDER BY id;
DECLARE d CURSOR LOCAL DYNAMIC TYPE_WARNING FOR SELECT t.id FROM dbo.t JOIN dbo.pair ON a = id ORDER BY id;
OPEN a;
SELECT @@CURSOR_ROWS AS counted;
GO
-- Variables keep their values; rows are read by what the cursor's query may see; a forward-only one.
CREATE TABLE #own (id int NOT NULL PRIMARY KEY);
INSERT #own VALUES (1), (2), (3);
DECLARE @from int = 2, @id int;
DECLARE c CURSOR LOCAL FORWARD_ONLY DYNAMIC FOR SELECT id FROM #own WHERE id >= @from FOR UPDATE;
SET @from = 100;
OPEN c;
FETCH NEXT FROM c INTO @id;
WHILE @@FETCH_STATUS = 0 AND @id < 6
BEGIN
    SELECT @id AS id;
    INSERT #own VALUES (@id + 2);
    DELETE #own WHERE CURRENT OF c;
    FETCH NEXT FROM c INTO @id;
END;
SELECT * FROM #own ORDER BY id;
FETCH PRIOR FROM c;
GO
-- An empty table; a table that is not what it was.
DECLARE c CURSOR GLOBAL DYNAMIC FOR SELECT id, name FROM dbo.t ORDER BY id;
DELETE dbo.t;
OPEN c;
SELECT @@CURSOR_ROWS AS unknown, CURSOR_STATUS('global', 'c') AS is_open;
FETCH c;
FETCH LAST FROM c;
INSERT dbo.t VALUES (1, N'one');
FETCH FIRST FROM c;
GO
ALTER TABLE dbo.t DROP COLUMN name;
GO
FETCH NEXT FROM c;
DEALLOCATE c;
GO
