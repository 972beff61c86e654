-- docs/t-sql/language-elements/declare-cursor-transact-sql.md: a cursor over an updatable view is KEYSET, DYNAMIC or OPTIMISTIC as declared,
-- and WHERE CURRENT OF changes the row through the view (docs/t-sql/statements/create-view-transact-sql.md, *Updatable views*).
CREATE TABLE dbo.t (id INT NOT NULL PRIMARY KEY, name VARCHAR(20), city VARCHAR(20), n INT);
INSERT dbo.t VALUES (1, 'a', 'x', 10), (2, 'b', 'x', 20), (3, 'c', 'y', 30), (4, 'd', 'x', 40);
GO
CREATE VIEW dbo.v AS SELECT id AS number, name, n * 2 AS twice, n FROM dbo.t WHERE city = 'x';
GO
CREATE VIEW dbo.over_v (k, label) AS SELECT number, name FROM dbo.v WHERE n < 100;
GO
CREATE VIEW dbo.no_key AS SELECT name, n FROM dbo.t;
GO
SET NOCOUNT ON;
-- KEYSET: the row is read again, a deleted row is missing (-2), and an update goes through the view.
DECLARE c CURSOR KEYSET FOR SELECT number, name, twice FROM dbo.v ORDER BY number FOR UPDATE;
OPEN c;
SELECT @@CURSOR_ROWS AS rows;
SELECT properties FROM sys.dm_exec_cursors(@@SPID) WHERE name = 'c';
UPDATE dbo.t SET name = 'B' WHERE id = 2;
DELETE dbo.t WHERE id = 4;
FETCH NEXT FROM c;
UPDATE dbo.v SET name = 'A', n = 11 WHERE CURRENT OF c;
FETCH NEXT FROM c;
FETCH NEXT FROM c;
SELECT @@FETCH_STATUS AS status;
FETCH FIRST FROM c;
DELETE dbo.v WHERE CURRENT OF c;
CLOSE c;
DEALLOCATE c;
SELECT id, name, n FROM dbo.t ORDER BY id;
GO
-- OPTIMISTIC: a row that was changed since its fetch isn't changed (16934, 16947). A view over a view has the key too.
INSERT dbo.t VALUES (1, 'a', 'x', 10);
DECLARE o CURSOR SCROLL OPTIMISTIC FOR SELECT k, label FROM dbo.over_v AS w ORDER BY k;
OPEN o;
FETCH NEXT FROM o;
UPDATE dbo.t SET name = 'changed' WHERE id = 1;
UPDATE dbo.over_v SET label = 'lost' WHERE CURRENT OF o;
GO
FETCH NEXT FROM o;
UPDATE w SET label = 'kept' FROM dbo.over_v AS w WHERE CURRENT OF o;
SELECT id, name FROM dbo.t ORDER BY id;
-- The cursor's table is the view, not its base table: 16933, by inference.
UPDATE dbo.t SET name = 'z' WHERE CURRENT OF o;
GO
CLOSE o;
DEALLOCATE o;
-- DYNAMIC in the order of the key sees rows that come while it is open.
DECLARE d CURSOR DYNAMIC FOR SELECT number, name FROM dbo.v ORDER BY number;
OPEN d;
FETCH NEXT FROM d;
INSERT dbo.t VALUES (5, 'e', 'x', 50);
FETCH LAST FROM d;
CLOSE d;
DEALLOCATE d;
GO
-- A client's cursor: sp_cursor changes and inserts rows through the view (docs/relational-databases/system-stored-procedures/sp-cursor-transact-sql.md).
DECLARE @h INT, @scroll INT = 1, @cc INT = 4, @rows INT;
EXEC sp_cursoropen @h OUTPUT, N'SELECT number, name, n FROM dbo.v', @scroll OUTPUT, @cc OUTPUT, @rows OUTPUT;
SELECT @scroll AS scroll, @cc AS cc, @rows AS rows;
EXEC sp_cursorfetch @h, 1, 0, 2;
EXEC sp_cursor @h, 33, 2, N'dbo.v', @name = N'through';
EXEC sp_cursor @h, 34, 1, N'dbo.v';
EXEC sp_cursorclose @h;
SELECT id, name FROM dbo.t ORDER BY id;
GO
-- A view without the key of its table: KEYSET becomes STATIC, which is read-only (16956 with TYPE_WARNING, 16929).
DECLARE s CURSOR KEYSET TYPE_WARNING FOR SELECT name FROM dbo.no_key;
OPEN s;
FETCH NEXT FROM s;
UPDATE dbo.no_key SET n = 0 WHERE CURRENT OF s;
GO
CLOSE s;
DEALLOCATE s;
GO
-- A user with rights on the view alone.
CREATE USER reader WITHOUT LOGIN;
GRANT SELECT, UPDATE ON dbo.v TO reader;
GO
EXECUTE AS USER = 'reader';
DECLARE p CURSOR KEYSET FOR SELECT number, name FROM dbo.v ORDER BY number FOR UPDATE;
OPEN p;
FETCH NEXT FROM p;
UPDATE dbo.v SET name = 'mine' WHERE CURRENT OF p;
FETCH FIRST FROM p;
CLOSE p;
DEALLOCATE p;
REVERT;
