-- docs/t-sql/functions/cursor-rows-transact-sql.md: 0 if no cursor has been opened, or if the one that was opened last is closed or deallocated; -1 for a dynamic one.
CREATE TABLE cursor_rows (id int PRIMARY KEY);
INSERT cursor_rows VALUES (1), (2), (3);
SELECT @@CURSOR_ROWS AS never_opened;
DECLARE a CURSOR GLOBAL STATIC FOR SELECT id FROM cursor_rows;
DECLARE b CURSOR GLOBAL KEYSET FOR SELECT id FROM cursor_rows WHERE id > 1;
DECLARE c CURSOR GLOBAL FORWARD_ONLY FOR SELECT id FROM cursor_rows;
OPEN a;
SELECT @@CURSOR_ROWS AS three;
CLOSE a;
SELECT @@CURSOR_ROWS AS closed;
OPEN a;
OPEN b;
CLOSE a;
SELECT @@CURSOR_ROWS AS two;
DEALLOCATE b;
SELECT @@CURSOR_ROWS AS deallocated;
OPEN c;
SELECT @@CURSOR_ROWS AS dynamic;
DEALLOCATE c;
SELECT @@CURSOR_ROWS AS deallocated;
GO
-- The end of a scope, of a variable, and of a transaction.
DECLARE d CURSOR LOCAL STATIC FOR SELECT id FROM cursor_rows;
OPEN d;
SELECT @@CURSOR_ROWS AS three;
GO
SELECT @@CURSOR_ROWS AS gone;
GO
CREATE PROCEDURE opens AS DECLARE d CURSOR LOCAL STATIC FOR SELECT id FROM cursor_rows; OPEN d; SELECT @@CURSOR_ROWS AS three;
GO
CREATE FUNCTION f() RETURNS int AS BEGIN RETURN 1; END;
GO
OPEN a;
EXEC opens;
SELECT @@CURSOR_ROWS AS gone;
CLOSE a;
OPEN a;
SELECT dbo.f() AS one;
FETCH a;
SELECT @@CURSOR_ROWS AS three;
DECLARE @v CURSOR;
SET @v = CURSOR STATIC FOR SELECT id FROM cursor_rows WHERE id = 2;
OPEN @v;
SELECT @@CURSOR_ROWS AS one;
SET @v = CURSOR STATIC FOR SELECT id FROM cursor_rows;
SELECT @@CURSOR_ROWS AS gone;
DECLARE k CURSOR LOCAL KEYSET FOR SELECT id FROM cursor_rows;
BEGIN TRANSACTION;
OPEN k;
SELECT @@CURSOR_ROWS AS three;
ROLLBACK;
SELECT @@CURSOR_ROWS AS closed;
DEALLOCATE a;
GO
DROP TABLE cursor_rows;
DROP PROCEDURE opens;
DROP FUNCTION f;
GO
