-- docs/relational-databases/system-stored-procedures/sp-describe-cursor-transact-sql.md and sp-cursor-list-transact-sql.md with their examples. The cursor that they give is STATIC here. The handle, which no two
-- cursors share, is not shown.
CREATE DATABASE C;
GO
USE C;
CREATE TABLE dbo.t (id int PRIMARY KEY, v int NOT NULL);
INSERT dbo.t VALUES (1, 10), (2, 20);
GO
-- Declare and open a global cursor.
DECLARE abc CURSOR STATIC FOR SELECT v FROM dbo.t;
OPEN abc;
-- Declare a cursor variable to hold the cursor output variable from sp_describe_cursor.
DECLARE @Report CURSOR;
EXEC master.dbo.sp_describe_cursor @cursor_return = @Report OUTPUT, @cursor_source = N'global', @cursor_identity = N'abc';
DECLARE @reference sysname, @name sysname, @scope tinyint, @status int, @model tinyint, @concurrency tinyint, @scrollable tinyint, @open tinyint,
    @rows decimal(10, 0), @fetch smallint, @columns smallint, @count decimal(10, 0), @operation tinyint, @handle int;
FETCH NEXT FROM @Report INTO @reference, @name, @scope, @status, @model, @concurrency, @scrollable, @open, @rows, @fetch, @columns, @count, @operation, @handle;
WHILE (@@FETCH_STATUS <> -1)
BEGIN
    SELECT @reference AS reference, @name AS name, @scope AS scope, @status AS status, @model AS model, @concurrency AS concurrency, @scrollable AS scrollable, @open AS is_open,
        @rows AS rows, @fetch AS fetched, @columns AS columns, @count AS row_count, @operation AS operation;
    FETCH NEXT FROM @Report INTO @reference, @name, @scope, @status, @model, @concurrency, @scrollable, @open, @rows, @fetch, @columns, @count, @operation, @handle;
END
CLOSE @Report;
DEALLOCATE @Report;
CLOSE abc;
DEALLOCATE abc;
GO
-- Every kind of cursor, and what was done last.
DECLARE c1 CURSOR STATIC FOR SELECT id FROM dbo.t;
DECLARE c2 CURSOR KEYSET FOR SELECT id, v FROM dbo.t;
DECLARE c3 CURSOR FORWARD_ONLY FOR SELECT id, v FROM dbo.t;
DECLARE c4 CURSOR FAST_FORWARD FOR SELECT id FROM dbo.t;
DECLARE c5 CURSOR LOCAL FORWARD_ONLY STATIC FOR SELECT id FROM dbo.t;
DECLARE c6 CURSOR LOCAL READ_ONLY FOR SELECT DISTINCT id FROM dbo.t;
DECLARE c7 CURSOR LOCAL KEYSET FOR SELECT id FROM dbo.t;
DECLARE @x CURSOR, @y CURSOR, @none CURSOR;
SET @x = CURSOR SCROLL FOR SELECT id, v FROM dbo.t WHERE id > 7;
SET @y = c1;
OPEN c1; OPEN c2; OPEN c3; OPEN c4; OPEN c5; OPEN c6; OPEN @x;
DECLARE @i int, @v int;
FETCH LAST FROM c1 INTO @i;
FETCH c2 INTO @i, @v;
UPDATE dbo.t SET v = 11 WHERE CURRENT OF c2;
FETCH c3 INTO @i, @v; FETCH c3 INTO @i, @v; FETCH c3 INTO @i, @v;
FETCH c4 INTO @i;
CLOSE c4;
DECLARE @Report CURSOR, @scope_asked int = 3;
DECLARE @reference sysname, @name sysname, @scope tinyint, @status int, @model tinyint, @concurrency tinyint, @scrollable tinyint, @open tinyint,
    @rows decimal(10, 0), @fetch smallint, @columns smallint, @count decimal(10, 0), @operation tinyint, @handle int;
WHILE @scope_asked > 0
BEGIN
    EXEC sp_cursor_list @cursor_return = @Report OUTPUT, @cursor_scope = @scope_asked;
    SELECT @@CURSOR_ROWS AS listed;
    FETCH @Report INTO @reference, @name, @scope, @status, @model, @concurrency, @scrollable, @open, @rows, @fetch, @columns, @count, @operation, @handle;
    WHILE @@FETCH_STATUS = 0
    BEGIN
        IF @scope_asked = 3
            PRINT CONCAT_WS(' ', @reference, @name, @scope, @status, @model, @concurrency, @scrollable, @open, @rows, @fetch, ISNULL(CAST(@columns AS varchar(5)), '?'), @count, @operation);
        ELSE
            PRINT @reference;
        FETCH @Report INTO @reference, @name, @scope, @status, @model, @concurrency, @scrollable, @open, @rows, @fetch, @columns, @count, @operation, @handle;
    END;
    DEALLOCATE @Report;
    SET @scope_asked -= 1;
END;
DEALLOCATE c1; DEALLOCATE c2; DEALLOCATE c3; DEALLOCATE c4;
GO
-- By a variable; a variable without a cursor gives none.
DECLARE @c CURSOR, @d CURSOR, @r CURSOR;
SET @c = CURSOR STATIC FOR SELECT id FROM dbo.t;
OPEN @c;
SET @d = @c;
EXEC sp_describe_cursor @r OUTPUT, N'VARIABLE', N'@d';
DECLARE @reference sysname, @name sysname, @scope tinyint, @status int, @model tinyint, @concurrency tinyint, @scrollable tinyint, @open tinyint,
    @rows decimal(10, 0), @fetch smallint, @columns smallint, @count decimal(10, 0), @operation tinyint, @handle int;
FETCH LAST FROM @r INTO @reference, @name, @scope, @status, @model, @concurrency, @scrollable, @open, @rows, @fetch, @columns, @count, @operation, @handle;
SELECT @reference AS reference, @name AS name, @scope AS local, @rows AS rows;
DEALLOCATE @r;
EXEC sp_describe_cursor @r OUTPUT, N'variable', N'@r';
SELECT @@CURSOR_ROWS AS none, CURSOR_STATUS('variable', '@r') AS empty;
GO
-- What is wrong.
DECLARE @r CURSOR;
EXEC sp_describe_cursor @r OUTPUT, N'global', N'nope';
SELECT CURSOR_STATUS('variable', '@r') AS none;
EXEC sp_describe_cursor @r OUTPUT, N'bogus', N'c';
EXEC sp_describe_cursor @r OUTPUT, N'global', NULL;
EXEC sp_describe_cursor @r OUTPUT, N'variable', N'@q';
EXEC sp_cursor_list @r OUTPUT, 4;
EXEC sp_cursor_list @r OUTPUT;
SET @r = CURSOR FOR SELECT 1;
EXEC sp_cursor_list @r OUTPUT, 3;
