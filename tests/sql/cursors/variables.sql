-- docs/t-sql/data-types/cursor-transact-sql.md, docs/t-sql/language-elements/set-local-variable-transact-sql.md ("@cursor_variable"), deallocate-transact-sql.md with its example: a
-- cursor lasts as long as a name or a variable refers to it.
CREATE DATABASE C;
GO
USE C;
CREATE TABLE dbo.Person (BusinessEntityID int PRIMARY KEY, LastName varchar(20));
INSERT dbo.Person VALUES (1, 'Abbas'), (2, 'Abel'), (3, 'Abercrombie');
GO
-- Create and open a global named cursor that
-- is visible outside the batch.
DECLARE abc CURSOR GLOBAL SCROLL FOR SELECT * FROM dbo.Person ORDER BY BusinessEntityID;
OPEN abc;
GO
-- Reference the named cursor with a cursor variable.
DECLARE @MyCrsrRef1 CURSOR;
SET @MyCrsrRef1 = abc;
-- Now deallocate the cursor reference.
DEALLOCATE @MyCrsrRef1;
-- Cursor abc still exists.
FETCH NEXT FROM abc;
GO
-- Reference the named cursor again.
DECLARE @MyCrsrRef2 CURSOR;
SET @MyCrsrRef2 = abc;
-- Now deallocate cursor abc.
DEALLOCATE abc;
-- Cursor still exists, referenced by @MyCrsrRef2.
FETCH NEXT FROM @MyCrsrRef2;
-- Cursor finally is deallocated when last referencing
-- variable goes out of scope at the end of the batch.
GO
FETCH NEXT FROM abc;
GO
-- Create an unnamed cursor.
DECLARE @MyCursor CURSOR;
SET @MyCursor = CURSOR LOCAL SCROLL FOR SELECT * FROM dbo.Person ORDER BY BusinessEntityID;
OPEN @MyCursor;
FETCH LAST FROM @MyCursor;
-- The following statement deallocates the cursor
-- because no other variables reference it.
DEALLOCATE @MyCursor;
FETCH NEXT FROM @MyCursor;
GO
-- A loop; two variables of one cursor; a cursor of its own takes the place of another.
DECLARE @c CURSOR, @d CURSOR, @id int, @name varchar(20), @most int = 2;
SET @c = CURSOR FOR SELECT BusinessEntityID, LastName FROM dbo.Person WHERE BusinessEntityID <= @most ORDER BY BusinessEntityID;
SET @most = 3;
OPEN @c;
FETCH NEXT FROM @c INTO @id, @name;
SET @d = @c;
WHILE @@FETCH_STATUS = 0
BEGIN
    PRINT @name;
    FETCH NEXT FROM @d INTO @id, @name;
END;
DEALLOCATE @c;
CLOSE @d;
OPEN @d;
FETCH @d INTO @id, @name;
PRINT @name;
SET @d = CURSOR FAST_FORWARD FOR SELECT 7, 'seven';
FETCH @d;
OPEN @d;
FETCH @d;
GO
-- Local ones of procedures.
CREATE PROCEDURE dbo.walk AS
DECLARE @c CURSOR, @n int = 0, @id int;
SET @c = CURSOR FOR SELECT BusinessEntityID FROM dbo.Person;
OPEN @c;
FETCH @c INTO @id;
WHILE @@FETCH_STATUS = 0 BEGIN SET @n += @id; FETCH @c INTO @id; END;
RETURN @n;
GO
DECLARE @n int;
EXEC @n = dbo.walk;
SELECT @n AS six;
EXEC @n = dbo.walk;
SELECT @n AS six;
GO
-- In a function.
CREATE FUNCTION dbo.names () RETURNS @t TABLE (n varchar(20)) AS
BEGIN
    DECLARE @c CURSOR, @name varchar(20);
    SET @c = CURSOR FOR SELECT LastName FROM dbo.Person;
    OPEN @c;
    FETCH @c INTO @name;
    WHILE @@FETCH_STATUS = 0 BEGIN INSERT @t VALUES (UPPER(@name)); FETCH @c INTO @name; END;
    RETURN;
END;
GO
SELECT n FROM dbo.names() ORDER BY n;
GO
-- What is wrong.
DECLARE @c CURSOR;
OPEN @c;
GO
DECLARE @c CURSOR;
SET @c = unknown;
GO
OPEN @nothing;
GO
DECLARE @c CURSOR, @c CURSOR;
GO
DECLARE @c CURSOR, @i int;
SET @i = @c;
GO
DECLARE @c CURSOR, @i int;
SET @c = @i;
GO
DECLARE @i int;
SET @i = CURSOR FOR SELECT 1;
GO
