-- docs/relational-databases/system-stored-procedures/sp-describe-cursor-columns-transact-sql.md and
-- sp-describe-cursor-tables-transact-sql.md with their examples. The cursor that they give is STATIC here.
CREATE DATABASE C;
GO
USE C;
GO
CREATE SCHEMA Person;
GO
CREATE TABLE Person.Person (BusinessEntityID int PRIMARY KEY, LastName nvarchar(50) NOT NULL, MiddleName nvarchar(50) NULL, Born date NULL, Weight decimal(9, 2) NULL, Photo varbinary(max) NULL, Stamp rowversion);
GO
CREATE VIEW Person.Names AS SELECT BusinessEntityID AS id, LastName AS name FROM Person.Person;
GO
-- Declare and open a global cursor.
DECLARE abc CURSOR KEYSET FOR
SELECT LastName
FROM Person.Person;
GO
OPEN abc;
-- Declare a cursor variable to hold the cursor output variable
-- from sp_describe_cursor_columns.
DECLARE @Report CURSOR;
-- Execute sp_describe_cursor_columns into the cursor variable.
EXEC master.dbo.sp_describe_cursor_columns
    @cursor_return = @Report OUTPUT
    ,@cursor_source = N'global'
    ,@cursor_identity = N'abc';
DECLARE @name sysname, @place int, @flags int, @size int, @type smallint, @precision tinyint, @scale tinyint, @order int, @direction varchar(1), @hidden smallint, @column int, @object int, @db int, @dbname sysname;
FETCH NEXT FROM @Report INTO @name, @place, @flags, @size, @type, @precision, @scale, @order, @direction, @hidden, @column, @object, @db, @dbname;
WHILE (@@FETCH_STATUS <> -1)
BEGIN
    SELECT @name AS name, @place AS place, @flags AS flags, @size AS size, @type AS type, @precision AS precision, @scale AS scale, @order AS position, @direction AS direction, @hidden AS hidden,
        @column AS columnid, OBJECT_NAME(@object) AS object, CASE WHEN @db = DB_ID() THEN 1 ELSE 0 END AS is_here, @dbname AS dbname;
    FETCH NEXT FROM @Report INTO @name, @place, @flags, @size, @type, @precision, @scale, @order, @direction, @hidden, @column, @object, @db, @dbname;
END
CLOSE @Report;
DEALLOCATE @Report;
GO
DECLARE @Report CURSOR;
EXEC master.dbo.sp_describe_cursor_tables
      @cursor_return = @Report OUTPUT,
      @cursor_source = N'global', @cursor_identity = N'abc';
DECLARE @owner sysname, @name sysname, @hints smallint, @lock smallint, @server sysname, @object int, @db int, @dbname sysname;
FETCH NEXT FROM @Report INTO @owner, @name, @hints, @lock, @server, @object, @db, @dbname;
WHILE (@@FETCH_STATUS <> -1)
BEGIN
    SELECT @owner AS owner, @name AS name, @hints AS hints, @lock AS lock, CASE WHEN @server = @@SERVERNAME THEN 1 ELSE 0 END AS is_local, OBJECT_NAME(@object) AS object, CASE WHEN @db = DB_ID() THEN 1 ELSE 0 END AS is_here, @dbname AS dbname;
    FETCH NEXT FROM @Report INTO @owner, @name, @hints, @lock, @server, @object, @db, @dbname;
END
CLOSE @Report;
DEALLOCATE @Report;
GO
-- Close and deallocate the original cursor.
CLOSE abc;
DEALLOCATE abc;
GO
-- Every kind of column, expressions, an order, FOR UPDATE OF, and variables of the query. The report of another database.
DECLARE @least int = 0;
DECLARE wide CURSOR GLOBAL SCROLL KEYSET FOR SELECT BusinessEntityID, LastName AS Surname, MiddleName, Born, Weight, Photo, Stamp, 1 AS one, LastName + N'!' FROM Person.Person AS p WHERE BusinessEntityID > @least
    ORDER BY Born DESC, LastName FOR UPDATE OF LastName;
OPEN wide;
GO
USE master;
GO
CREATE PROCEDURE #columns @cursor sysname
AS
DECLARE @Report CURSOR;
EXEC sp_describe_cursor_columns @Report OUTPUT, N'global', @cursor;
DECLARE @name sysname, @place int, @flags int, @size int, @type smallint, @precision tinyint, @scale tinyint, @order int, @direction varchar(1), @hidden smallint, @column int, @object int, @db int, @dbname sysname;
FETCH NEXT FROM @Report INTO @name, @place, @flags, @size, @type, @precision, @scale, @order, @direction, @hidden, @column, @object, @db, @dbname;
WHILE @@FETCH_STATUS = 0
BEGIN
    PRINT CONCAT(ISNULL(@name, '?'), ' place ', @place, ' flags ', @flags, ' size ', @size, ' type ', @type, ' precision ', @precision, ' scale ', @scale, ' order ', ISNULL(CAST(@order AS varchar(9)) + @direction, '-'),
        ' column ', @column, ' of ', ISNULL(OBJECT_SCHEMA_NAME(@object, @db) + '.' + OBJECT_NAME(@object, @db), CAST(@object AS varchar(9))), ' in ', ISNULL(@dbname, '?'));
    FETCH NEXT FROM @Report INTO @name, @place, @flags, @size, @type, @precision, @scale, @order, @direction, @hidden, @column, @object, @db, @dbname;
END;
GO
CREATE PROCEDURE #tables @cursor sysname
AS
DECLARE @Report CURSOR;
EXEC sp_describe_cursor_tables @Report OUTPUT, N'global', @cursor;
DECLARE @owner sysname, @name sysname, @hints smallint, @lock smallint, @server sysname, @object int, @db int, @dbname sysname;
FETCH NEXT FROM @Report INTO @owner, @name, @hints, @lock, @server, @object, @db, @dbname;
WHILE @@FETCH_STATUS = 0
BEGIN
    PRINT CONCAT(@owner, '.', @name, ' hints ', @hints, ' lock ', @lock, ' of ', @dbname);
    FETCH NEXT FROM @Report INTO @owner, @name, @hints, @lock, @server, @object, @db, @dbname;
END;
GO
EXEC #columns N'wide';
EXEC #tables N'wide';
DEALLOCATE wide;
GO
-- A join with hints, a view, a common table expression, a temporary table. Views are the origin, not their tables.
USE C;
CREATE TABLE #t (id int, v varchar(10));
DECLARE joined CURSOR GLOBAL FOR
WITH c AS (SELECT id, v FROM #t WITH (NOLOCK))
SELECT n.name, c.v FROM Person.Names AS n JOIN c ON c.id = n.id JOIN Person.Person AS p WITH (UPDLOCK, ROWLOCK) ON p.BusinessEntityID = n.id;
OPEN joined;
EXEC #columns N'joined';
EXEC #tables N'joined';
DEALLOCATE joined;
DECLARE held CURSOR GLOBAL SCROLL_LOCKS FOR SELECT LastName FROM C.Person.Person;
OPEN held;
EXEC #tables N'held';
DEALLOCATE held;
GO
-- A variable without a cursor, and wrong arguments.
DECLARE @c CURSOR, @Report CURSOR;
EXEC sp_describe_cursor_columns @Report OUTPUT, N'variable', N'@c';
FETCH NEXT FROM @Report;
GO
DECLARE @Report CURSOR;
EXEC sp_describe_cursor_columns @Report OUTPUT, N'global', N'nope';
GO
DECLARE @Report CURSOR;
EXEC sp_describe_cursor_tables @Report OUTPUT, N'other', N'nope';
GO
DROP TABLE #t;
USE master;
DROP DATABASE C;
