-- docs/t-sql/language-elements/declare-cursor-transact-sql.md: KEYSET (which rows there are is fixed, their values are not; @@FETCH_STATUS -2 for a row that is gone),
-- OPTIMISTIC (the default of what can be updated), TYPE_WARNING, conflicting options; docs/t-sql/functions/fetch-status-transact-sql.md; cursor-rows-transact-sql.md.
CREATE DATABASE C;
GO
USE C;
CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, name nvarchar(20) NULL);
INSERT dbo.t VALUES (1, N'one'), (2, N'two'), (3, N'three'), (4, N'four');
CREATE TABLE dbo.heap (a int);
INSERT dbo.heap VALUES (1);
GO
DECLARE @id int, @name nvarchar(20);
DECLARE c CURSOR LOCAL KEYSET FOR SELECT id, name FROM dbo.t WHERE name LIKE N'%o%' ORDER BY id DESC;
OPEN c;
SELECT @@CURSOR_ROWS AS three;
UPDATE dbo.t SET name = N'quatre' WHERE id = 4;
FETCH c;
DELETE dbo.t WHERE id = 2;
INSERT dbo.t VALUES (5, N'oooo');
FETCH NEXT FROM c INTO @id, @name;
SELECT @@FETCH_STATUS AS gone, @id AS id;
UPDATE dbo.t SET name = N'-' WHERE CURRENT OF c;
FETCH NEXT FROM c;
FETCH NEXT FROM c;
SELECT @@FETCH_STATUS AS behind;
FETCH PRIOR FROM c;
-- The key is another now: through the cursor the row stays its own, else it is gone.
UPDATE dbo.t SET id = 10, name = N'ten' WHERE CURRENT OF c;
FETCH RELATIVE 0 FROM c;
UPDATE dbo.t SET id = 1 WHERE id = 10;
FETCH RELATIVE 0 FROM c;
SELECT @@FETCH_STATUS AS gone;
FETCH FIRST FROM c;
FETCH ABSOLUTE -3 FROM c;
GO
-- What was changed since it was fetched is not changed; what the cursor itself has changed is.
DECLARE c CURSOR LOCAL SCROLL OPTIMISTIC FOR SELECT id FROM dbo.t ORDER BY id;
OPEN c;
FETCH c;
UPDATE dbo.t SET name = N'uno' WHERE CURRENT OF c;
UPDATE dbo.t SET name = N'un' WHERE CURRENT OF c;
UPDATE dbo.t SET name = N'UN' WHERE id = 1;
UPDATE dbo.t SET name = N'eins' WHERE CURRENT OF c;
DELETE dbo.t WHERE CURRENT OF c;
FETCH RELATIVE 0 FROM c;
UPDATE dbo.t SET name = N'eins' WHERE CURRENT OF c;
SELECT * FROM dbo.t ORDER BY id;
GO
-- Without an option: values as they are now, and what is gone or is not meant any more is passed over.
DECLARE c CURSOR LOCAL FOR SELECT id, name FROM dbo.t WHERE name <> N'-' ORDER BY id;
OPEN c;
SELECT @@CURSOR_ROWS AS unknown;
FETCH c;
DELETE dbo.t WHERE id = 3;
UPDATE dbo.t SET name = N'-' WHERE id = 4;
UPDATE dbo.t SET name = N'cinq' WHERE id = 5;
FETCH c;
FETCH c;
SELECT @@FETCH_STATUS AS behind;
GO
-- READ_ONLY, and of another kind than it says.
DECLARE c CURSOR LOCAL KEYSET READ_ONLY FOR SELECT name FROM dbo.t ORDER BY id;
OPEN c;
FETCH c;
UPDATE dbo.t SET name = N'x' WHERE id = 1;
FETCH FIRST FROM c;
DELETE dbo.t WHERE CURRENT OF c;
GO
DECLARE a CURSOR LOCAL KEYSET TYPE_WARNING FOR SELECT name FROM dbo.t;
DECLARE b CURSOR LOCAL KEYSET TYPE_WARNING FOR SELECT a FROM dbo.heap;
DECLARE c CURSOR LOCAL DYNAMIC TYPE_WARNING FOR SELECT name FROM dbo.t;
DECLARE d CURSOR LOCAL DYNAMIC FOR SELECT COUNT(*) AS many FROM dbo.t;
OPEN b;
UPDATE dbo.heap SET a = 2;
FETCH b;
OPEN d;
FETCH LAST FROM d;
GO
DECLARE c CURSOR STATIC KEYSET FOR SELECT 1;
GO
DECLARE c CURSOR FAST_FORWARD OPTIMISTIC FOR SELECT 1;
GO
-- A table that is not what it was.
DECLARE c CURSOR GLOBAL KEYSET FOR SELECT id, name FROM dbo.t ORDER BY id;
OPEN c;
FETCH c;
GO
ALTER TABLE dbo.t DROP COLUMN name;
GO
FETCH NEXT FROM c;
DEALLOCATE c;
GO
-- A table of the session's own; a variable in the query; windows are static.
CREATE TABLE #own (id int NOT NULL PRIMARY KEY, a int);
INSERT #own VALUES (1, 10), (2, 20), (3, 30);
DECLARE @from int = 2;
DECLARE c CURSOR LOCAL KEYSET FOR SELECT id, a + @from AS a FROM #own WHERE id >= @from ORDER BY id;
SET @from = 100;
OPEN c;
UPDATE #own SET a = a + 1;
FETCH c;
UPDATE #own SET a = 0 WHERE CURRENT OF c;
FETCH c;
DECLARE w CURSOR LOCAL KEYSET FOR SELECT id, SUM(a) OVER (ORDER BY id) AS running FROM #own ORDER BY id;
OPEN w;
DELETE #own WHERE id = 1;
FETCH w;
SELECT * FROM #own ORDER BY id;
GO
