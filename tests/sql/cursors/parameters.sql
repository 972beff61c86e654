-- docs/t-sql/statements/create-procedure-transact-sql.md ("Using cursor OUTPUT parameters", example F), docs/t-sql/data-types/cursor-transact-sql.md: a procedure gives its caller an open
-- cursor. docs/relational-databases/errors-events: 1051, 16951.
CREATE DATABASE C;
GO
USE C;
CREATE TABLE dbo.t (id int PRIMARY KEY, v int NOT NULL);
INSERT dbo.t VALUES (1, 10), (2, 20), (3, 30);
GO
CREATE PROCEDURE dbo.uspCurrencyCursor @CurrencyCursor CURSOR VARYING OUTPUT AS
    SET NOCOUNT ON;
    SET @CurrencyCursor = CURSOR FORWARD_ONLY STATIC FOR SELECT id, v FROM dbo.t ORDER BY id;
    OPEN @CurrencyCursor;
GO
-- The batch declares a cursor variable, executes the procedure to assign the cursor to the variable, and then fetches the rows.
DECLARE @MyCursor CURSOR;
EXEC dbo.uspCurrencyCursor @CurrencyCursor = @MyCursor OUTPUT;
FETCH NEXT FROM @MyCursor;
WHILE (@@FETCH_STATUS = 0)
BEGIN
    FETCH NEXT FROM @MyCursor;
END
CLOSE @MyCursor;
DEALLOCATE @MyCursor;
GO
-- Of a cursor that goes forward alone the rows behind those that were fetched; one that scrolls is where it was left. A name that it had in the procedure is not known outside.
CREATE PROCEDURE dbo.fetched @n int, @c CURSOR VARYING OUTPUT, @last int OUTPUT AS
    IF @n = 1 DECLARE inside CURSOR LOCAL FORWARD_ONLY FOR SELECT id FROM dbo.t ORDER BY id;
    IF @n = 2 DECLARE inside CURSOR LOCAL SCROLL FOR SELECT id FROM dbo.t ORDER BY id;
    IF @n = 3 DECLARE inside CURSOR GLOBAL SCROLL FOR SELECT id FROM dbo.t ORDER BY id;
    SET @c = inside;
    OPEN inside;
    FETCH @c INTO @last;
    FETCH @c INTO @last;
    RETURN 7;
GO
DECLARE @c CURSOR, @last int, @status int;
EXEC @status = dbo.fetched 1, @c OUTPUT, @last OUTPUT;
SELECT @status AS seven, @last AS two, CURSOR_STATUS('variable', '@c') AS is_open, CURSOR_STATUS('local', 'inside') AS unknown;
FETCH @c;
FETCH @c;
DEALLOCATE @c;
EXEC dbo.fetched 2, @c OUTPUT, @last OUTPUT;
FETCH PRIOR FROM @c;
DEALLOCATE @c;
EXEC dbo.fetched 3, @c OUTPUT, @last OUTPUT;
DEALLOCATE inside;
FETCH LAST FROM @c;
FETCH inside;
GO
-- Another one gives it on.
CREATE PROCEDURE dbo.outer_one @c CURSOR VARYING OUTPUT AS
    DECLARE @mine CURSOR;
    EXEC dbo.uspCurrencyCursor @mine OUTPUT;
    FETCH @mine;
    SET @c = @mine;
    EXEC dbo.uspCurrencyCursor @mine;
GO
DECLARE @c CURSOR;
EXEC dbo.outer_one @c OUTPUT;
FETCH @c;
GO
-- A cursor that is closed, or none, is not given: -2. Nor is one without OUTPUT in the call.
CREATE PROCEDURE dbo.closed @c CURSOR VARYING OUTPUT, @how int = 0 AS
    IF @how > 0 SET @c = CURSOR FOR SELECT 1;
    IF @how > 1 BEGIN OPEN @c; CLOSE @c; END;
    IF @how > 2 OPEN @c;
GO
DECLARE @c CURSOR;
EXEC dbo.closed @c OUTPUT;
SELECT CURSOR_STATUS('variable', '@c') AS none;
EXEC dbo.closed @c OUTPUT, 1;
SELECT CURSOR_STATUS('variable', '@c') AS not_opened;
EXEC dbo.closed @c OUTPUT, 2;
SELECT CURSOR_STATUS('variable', '@c') AS closed;
EXEC dbo.closed @c, 3;
SELECT CURSOR_STATUS('variable', '@c') AS not_asked_for;
EXEC dbo.closed @c OUTPUT, 3;
SELECT CURSOR_STATUS('variable', '@c') AS opened_again;
GO
-- By sp_executesql.
DECLARE @c CURSOR, @least int = 2;
EXEC sp_executesql N'SET @c = CURSOR FOR SELECT id FROM dbo.t WHERE id >= @from; OPEN @c;', N'@c CURSOR OUTPUT, @from int', @c OUTPUT, @least;
FETCH @c;
FETCH @c;
FETCH @c;
GO
SELECT name, is_output, is_cursor_ref FROM sys.parameters WHERE object_id = OBJECT_ID('dbo.fetched') ORDER BY parameter_id;
GO
-- What is wrong: the variable has a cursor (16951); it is none, or the parameter is none (206); no argument (201).
DECLARE @c CURSOR;
SET @c = CURSOR FOR SELECT 1;
EXEC dbo.closed @c OUTPUT;
GO
DECLARE @i int;
EXEC dbo.closed @i OUTPUT;
GO
DECLARE @c CURSOR, @d CURSOR;
EXEC dbo.closed @c OUTPUT, @d;
GO
EXEC dbo.closed;
GO
DECLARE @c CURSOR, @c int;
GO
DECLARE @c CURSOR;
SELECT @c;
GO
CREATE PROCEDURE dbo.wrong @c CURSOR OUTPUT AS RETURN;
GO
CREATE PROCEDURE dbo.wrong @c CURSOR VARYING AS RETURN;
GO
CREATE PROCEDURE dbo.wrong @c CURSOR VARYING OUTPUT, @c int AS RETURN;
GO
CREATE PROCEDURE dbo.wrong @c int, @c CURSOR VARYING OUTPUT AS RETURN;
GO
CREATE FUNCTION dbo.wrong (@c CURSOR) RETURNS @t TABLE (i int) AS BEGIN RETURN; END;
