-- docs/relational-databases/system-stored-procedures: sp-cursoropen-transact-sql.md (scrollopt and ccopt come back as what was made; STATIC is READ_ONLY),
-- sp-cursorfetch-transact-sql.md (fetch types, INFO, the column rowstat: 1 fetched, 2 missing), sp-cursor-transact-sql.md (UPDATE 1, DELETE 2, INSERT 4, REFRESH 8,
-- LOCK 16, SETPOSITION 32, ABSOLUTE 64; values by the columns' names or as parts of a statement), sp-cursoroption-transact-sql.md, sp-cursorclose-transact-sql.md.
CREATE DATABASE C;
GO
USE C;
CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, name nvarchar(20) NULL, n int NOT NULL DEFAULT 7);
INSERT dbo.t (id, name) VALUES (1, N'one'), (2, N'two'), (3, N'three'), (4, N'four');
CREATE TABLE dbo.heap (a int);
INSERT dbo.heap VALUES (1);
GO
-- KEYSET and OPTIMISTIC.
DECLARE @h int, @scroll int = 1, @cc int = 4, @rows int;
EXEC sp_cursoropen @h OUTPUT, N'SELECT id, name AS called FROM dbo.t ORDER BY id', @scroll OUTPUT, @cc OUTPUT, @rows OUTPUT;
SELECT @scroll AS scroll, @cc AS cc, @rows AS rows;
EXEC sp_cursorfetch @h, 2, 0, 2;
-- A value by the column's name in the select list; the second row of the buffer.
EXEC sp_cursor @h, 33, 2, N'dbo.t', @called = N'zwei';
EXEC sp_cursorfetch @h, 128;
-- As parts of a statement, or a whole one.
EXEC sp_cursor @h, 1, 1, N'', N'SET name = UPPER(name), n = 1';
EXEC sp_cursor @h, 1, 1, N'', N'name = name + N''!''', N'n = n + 1';
EXEC sp_cursor @h, 1, 1, N'', N'UPDATE dbo.t SET n = n * 10';
SELECT * FROM dbo.t ORDER BY id;
-- All rows of the buffer; of row 2 it is told that others have changed it.
UPDATE dbo.t SET n = 99 WHERE id = 2;
DECLARE @status int;
EXEC @status = sp_cursor @h, 1, 0, N'', @n = 50;
SELECT @status AS status;
EXEC sp_cursor @h, 1, 2, N'', @n = 60;
PRINT 'goes on';
-- Once it is read again it is as it was fetched.
EXEC sp_cursor @h, 8, 2;
EXEC sp_cursor @h, 1, 2, N'', @n = 61;
SELECT id, n FROM dbo.t ORDER BY id;
-- A row that is gone.
DELETE dbo.t WHERE id = 1;
EXEC sp_cursor @h, 1, 1, N'', @n = 70;
EXEC sp_cursorfetch @h, 1, 0, 2;
-- A new one is behind all others; a key that is changed through the cursor is still the row's.
EXEC sp_cursor @h, 4, 0, N'dbo.t', @id = 9, @called = N'nine';
EXEC sp_cursor @h, 4, 0, N'', N'(10, N''ten'', 1)';
EXEC sp_cursor @h, 4, 0, N'', N'VALUES (11', N'DEFAULT', N'2)';
EXEC sp_cursorfetch @h, 8, 0, 4;
EXEC sp_cursor @h, 1, 4, N'', @id = 12;
EXEC sp_cursorfetch @h, 8, 0, 2;
EXEC sp_cursor @h, 2, 2;
EXEC sp_cursorfetch @h, 8, 0, 2;
-- By its number in the keyset.
EXEC sp_cursor @h, 65, 3, N'', @n = 33;
SELECT * FROM dbo.t ORDER BY id;
-- INFO: where it is, and how many rows it has.
DECLARE @at int, @count int;
EXEC sp_cursorfetch @h, 256, @at OUTPUT, @count OUTPUT;
SELECT @at AS at, @count AS count;
-- A lock; what is told of it; a name, by which the row at its position is changed.
EXEC sp_cursor @h, 16, 1;
EXEC sp_cursoroption @h, 4, @scroll OUTPUT;
EXEC sp_cursoroption @h, 5, @cc OUTPUT;
EXEC sp_cursoroption @h, 6, @rows OUTPUT;
SELECT @scroll AS scroll, @cc AS cc, @rows AS rows;
EXEC sp_cursoroption @h, 2, N'by_name';
EXEC sp_cursorfetch @h, 16, 3, 2;
EXEC sp_cursor @h, 32, 2;
DELETE dbo.t WHERE CURRENT OF by_name;
EXEC sp_cursorfetch @h, 128;
EXEC sp_cursorclose @h;
DELETE dbo.t WHERE CURRENT OF by_name;
GO
-- What can't be done.
DECLARE @h int, @s int, @cc int;
EXEC sp_cursoropen @h OUTPUT, N'SELECT * FROM dbo.t ORDER BY id';
EXEC sp_cursor @h, 1, 1, N'', @n = 1;
GO
DECLARE @h int;
EXEC sp_cursoropen @h OUTPUT, N'SELECT * FROM dbo.t ORDER BY id';
EXEC sp_cursorfetch @h, 2, 0, 1;
EXEC sp_cursor @h, 1, 2, N'', @n = 1;
EXEC sp_cursor @h, 1, 1, N'dbo.heap', @n = 1;
EXEC sp_cursor @h, 1, 1, N'';
EXEC sp_cursor @h, 4, 1, N'';
EXEC sp_cursor @h, 68, 1, N'', @n = 1;
EXEC sp_cursor @h, 3, 1, N'', @n = 1;
EXEC sp_cursor @h, 1, 1, N'', N'n = 1 WHERE 1 = 1';
EXEC sp_cursor @h, 1, 1, N'', N'DELETE dbo.t';
EXEC sp_cursor @h, 1, 1, N'', N'UPDATE dbo.heap SET a = 1';
EXEC sp_cursor @h, 4, 1, N'', N'INSERT dbo.t EXEC dbo.p';
EXEC sp_cursor @h, 1, 1, N'', @missing = 1;
EXEC sp_cursor @h, 1, 1, N'', @n = NULL;
EXEC sp_cursor 4711, 1, 1, N'', @n = 1;
EXEC sp_cursorfetch @h, 2, 0, 0;
EXEC sp_cursorfetch @h, @cursr = 1;
EXEC sp_cursorclose -1;
EXEC sp_cursorclose @h;
GO
-- What there is no key for is STATIC and READ_ONLY, as is what says so; DYNAMIC is made KEYSET.
DECLARE @h int, @s int = 1, @cc int = 4, @rows int;
EXEC sp_cursoropen @h OUTPUT, N'SELECT a FROM dbo.heap', @s OUTPUT, @cc OUTPUT, @rows OUTPUT;
SELECT @s AS scroll, @cc AS cc, @rows AS rows;
EXEC sp_cursorfetch @h;
EXEC sp_cursor @h, 2, 1;
SELECT @s = 2, @cc = 8;
EXEC sp_cursoropen @h OUTPUT, N'SELECT COUNT(*) AS many FROM dbo.t', @s OUTPUT, @cc OUTPUT;
SELECT @s AS scroll, @cc AS cc;
SELECT @s = 2, @cc = 8;
EXEC sp_cursoropen @h OUTPUT, N'SELECT id FROM dbo.t WHERE id > @least', @s OUTPUT, @cc OUTPUT, @rows OUTPUT, N'@least int', 9;
SELECT @s AS scroll, @cc AS cc, @rows AS rows;
SELECT @s = 8, @cc = 4;
EXEC sp_cursoropen @h OUTPUT, N'SELECT id FROM dbo.t', @s OUTPUT, @cc OUTPUT;
SELECT @s AS scroll, @cc AS cc;
-- KEYSET alone is acceptable.
SELECT @s = 0x18001, @cc = 4;
EXEC sp_cursoropen @h OUTPUT, N'SELECT a FROM dbo.heap', @s OUTPUT, @cc OUTPUT;
EXEC sp_cursorclose -1;
GO
-- One that goes forward alone passes over what is gone; its first rows come with it (AUTO_FETCH).
DECLARE @h int, @s int = 0x2004, @cc int = 4, @rows int = 1;
EXEC sp_cursoropen @h OUTPUT, N'SELECT id, n FROM dbo.t ORDER BY id', @s OUTPUT, @cc OUTPUT, @rows OUTPUT;
SELECT @s AS scroll, @cc AS cc, @rows AS rows;
DELETE dbo.t WHERE id = 3;
EXEC sp_cursorfetch @h, 2, 0, 2;
EXEC sp_cursorfetch @h, 4, 0, 1;
EXEC sp_cursor @h, 34, 2;
EXEC sp_cursorclose @h;
SELECT id FROM dbo.t ORDER BY id;
GO
-- Prepared ones; a rowversion tells of changes; triggers are fired.
CREATE TABLE dbo.v (id int NOT NULL PRIMARY KEY, a int, version rowversion);
INSERT dbo.v (id, a) VALUES (1, 1), (2, 2);
GO
CREATE TRIGGER dbo.fired ON dbo.v AFTER UPDATE AS SELECT id AS fired FROM inserted;
GO
DECLARE @p int, @h int, @s int = 1, @cc int = 4;
EXEC sp_cursorprepare @p OUTPUT, N'@id int', N'SELECT a FROM dbo.v WHERE id >= @id', 1, @s OUTPUT, @cc OUTPUT;
SELECT @s AS scroll, @cc AS cc;
EXEC sp_cursorexecute @p, @h OUTPUT, @s OUTPUT, @cc OUTPUT, NULL, 1;
EXEC sp_cursorfetch @h, 2, 0, 1;
EXEC sp_cursor @h, 1, 1, N'', @a = 5;
EXEC sp_cursor @h, 1, 1, N'', @a = 6;
-- To the same value: another version all the same.
UPDATE dbo.v SET a = 6 WHERE id = 1;
EXEC sp_cursor @h, 1, 1, N'', @a = 7;
EXEC sp_cursorclose @h;
EXEC sp_cursorunprepare @p;
EXEC sp_cursorexecute @p, @h OUTPUT, 1, 4, NULL, 1;
EXEC sp_cursorprepexec @p OUTPUT, @h OUTPUT, N'@id int', N'SELECT id FROM dbo.v WHERE id = @id', 8, 1, NULL, 2;
EXEC sp_cursorfetch @h, 1, 0, 1;
GO
-- Over a join: the table of a change is the one that is named, or else the first one. The names of fragments are the caller's.
CREATE TABLE dbo.a (id int NOT NULL PRIMARY KEY, n int NOT NULL);
CREATE TABLE dbo.b (id int NOT NULL PRIMARY KEY, a int NOT NULL, n int NOT NULL);
INSERT dbo.a VALUES (1, 1), (2, 2);
INSERT dbo.b VALUES (10, 1, 100), (20, 2, 200);
GO
DECLARE @h int, @s int = 1, @cc int = 4, @rows int;
EXEC sp_cursoropen @h OUTPUT, N'SELECT a.n, b.n AS called FROM dbo.a AS a JOIN dbo.b AS b ON b.a = a.id ORDER BY b.id', @s OUTPUT, @cc OUTPUT, @rows OUTPUT;
SELECT @s AS scroll, @cc AS cc, @rows AS rows;
EXEC sp_cursorfetch @h, 2, 0, 2;
EXEC sp_cursor @h, 1, 1, N'dbo.b', @called = 101;
EXEC sp_cursor @h, 1, 1, N'', @n = 11;
EXEC sp_cursor @h, 1, 2, N'b', @VALUES = N'n = n + 1';
EXEC sp_cursor @h, 1, 0, N'dbo.a', @first = N'SET n = n + 1', @second = N'id = id + 10';
EXEC sp_cursor @h, 2, 2, N'dbo.b';
EXEC sp_cursor @h, 4, 0, N'dbo.b', N'(30, 3, 300)';
EXEC sp_cursor @h, 1, 1, N'dbo.heap', @n = 1;
EXEC sp_cursor @h, 1, 1, N'', @n = N'x', @missing = N'y';
EXEC sp_cursorfetch @h, 128;
EXEC sp_cursoroption @h, 6, @rows OUTPUT;
SELECT @rows AS rows;
EXEC sp_cursorclose @h;
SELECT * FROM dbo.a ORDER BY id;
SELECT * FROM dbo.b ORDER BY id;
GO
-- sp_cursoroption: TEXTPTR_ONLY (1) and TEXTDATA (3) of a column by its number, 0 for all; 16926 for a column of another type.
CREATE TABLE dbo.texts (id int NOT NULL PRIMARY KEY, t text NULL);
INSERT dbo.texts VALUES (1, 'one');
GO
DECLARE @h int;
EXEC sp_cursoropen @h OUTPUT, N'SELECT id, t FROM dbo.texts';
EXEC sp_cursoroption @h, 3, 0;
EXEC sp_cursoroption @h, 3, 2;
EXEC sp_cursoroption @h, 3, 1;
EXEC sp_cursoroption @h, 3, 3;
EXEC sp_cursorfetch @h, 2, 0, 1;
EXEC sp_cursoroption @h, 1, 2;
GO
