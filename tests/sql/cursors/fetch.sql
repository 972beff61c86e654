-- docs/t-sql/language-elements/fetch-transact-sql.md: the examples A to C, over a table of their own; docs/t-sql/functions/fetch-status-transact-sql.md.
CREATE DATABASE C;
GO
USE C;
CREATE TABLE dbo.Person(LastName varchar(50), FirstName varchar(50));
INSERT INTO dbo.Person VALUES ('Bailey', 'Ann'), ('Adams', 'Zoe'), ('Baker', 'Bob'), ('Barnes', 'Cleo'), ('Cook', 'Dan'), ('Bell', 'Eve');
GO
DECLARE contact_cursor CURSOR FOR
SELECT LastName FROM dbo.Person
WHERE LastName LIKE 'B%'
ORDER BY LastName;

OPEN contact_cursor;

-- Perform the first fetch.
FETCH NEXT FROM contact_cursor;

-- Check @@FETCH_STATUS to see if there are any more rows to fetch.
WHILE @@FETCH_STATUS = 0
BEGIN
   -- This is executed as long as the previous fetch succeeds.
   FETCH NEXT FROM contact_cursor;
END

CLOSE contact_cursor;
DEALLOCATE contact_cursor;
GO
DECLARE @LastName varchar(50), @FirstName varchar(50);

DECLARE contact_cursor CURSOR FOR
SELECT LastName, FirstName FROM dbo.Person
WHERE LastName LIKE 'B%'
ORDER BY LastName, FirstName;

OPEN contact_cursor;

FETCH NEXT FROM contact_cursor
INTO @LastName, @FirstName;

WHILE @@FETCH_STATUS = 0
BEGIN
   PRINT 'Contact Name: ' + @FirstName + ' ' +  @LastName

   FETCH NEXT FROM contact_cursor
   INTO @LastName, @FirstName;
END
-- What was fetched last stays.
SELECT @LastName AS last_name, @@FETCH_STATUS AS status, @@ROWCOUNT AS rows;

CLOSE contact_cursor;
DEALLOCATE contact_cursor;
GO
DECLARE contact_cursor SCROLL CURSOR FOR
SELECT LastName, FirstName FROM dbo.Person
ORDER BY LastName, FirstName;

OPEN contact_cursor;

-- Fetch the last row in the cursor.
FETCH LAST FROM contact_cursor;

-- Fetch the row immediately prior to the current row in the cursor.
FETCH PRIOR FROM contact_cursor;

-- Fetch the second row in the cursor.
FETCH ABSOLUTE 2 FROM contact_cursor;

-- Fetch the row that is three rows after the current row.
FETCH RELATIVE 3 FROM contact_cursor;

-- Fetch the row that is two rows prior to the current row.
FETCH RELATIVE -2 FROM contact_cursor;

FETCH FIRST FROM contact_cursor;
FETCH PRIOR FROM contact_cursor;
SELECT @@FETCH_STATUS AS status;
FETCH NEXT FROM contact_cursor;
FETCH ABSOLUTE -1 FROM contact_cursor;
FETCH ABSOLUTE 0 FROM contact_cursor;
FETCH RELATIVE 0 FROM contact_cursor;
FETCH ABSOLUTE 7 FROM contact_cursor;
FETCH PRIOR FROM contact_cursor;
FETCH RELATIVE 0 FROM contact_cursor;
DECLARE @n int = 3, @m int = -1;
FETCH ABSOLUTE @n FROM contact_cursor;
FETCH RELATIVE @m FROM contact_cursor;
CLOSE contact_cursor;
DEALLOCATE contact_cursor;
GO
-- INTO converts; a variable of no such type is refused (16922), as is another number of them (16924).
DECLARE @i int, @s nvarchar(10), @d date;
DECLARE c CURSOR STATIC FOR SELECT '12', 345;
OPEN c;
FETCH FROM c INTO @i, @s;
SELECT @i + 1 AS i, @s AS s;
FETCH FIRST FROM c INTO @i;
FETCH FIRST FROM c INTO @i, @d;
PRINT 'goes on';
DEALLOCATE c;
GO
-- No rows.
DECLARE c CURSOR SCROLL STATIC FOR SELECT LastName FROM dbo.Person WHERE 1 = 0;
OPEN c;
SELECT @@CURSOR_ROWS AS rows;
FETCH c;
SELECT @@FETCH_STATUS AS status;
FETCH LAST FROM c;
CLOSE c;
DEALLOCATE c;
GO
-- docs/t-sql/functions/cursor-rows-transact-sql.md.
DECLARE one CURSOR STATIC FOR SELECT LastName FROM dbo.Person;
OPEN one;
SELECT @@CURSOR_ROWS AS counted;
DECLARE two CURSOR FOR SELECT LastName FROM dbo.Person;
OPEN two;
SELECT @@CURSOR_ROWS AS dynamic_one;
DEALLOCATE one;
DEALLOCATE two;
GO
