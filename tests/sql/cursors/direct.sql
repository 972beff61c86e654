-- docs/relational-databases/system-stored-procedures/sp-cursoropen-transact-sql.md, stmt Parameter: "If ALLOW_DIRECT is not specified, either a SELECT or EXECUTE
-- statement calling for a stored procedure containing a single SELECT statement must be used. ... it cannot contain the keywords SELECT INTO or FOR BROWSE."
-- "If ALLOW_DIRECT is specified, ... Non-SELECT statements or any SELECT statement that contains the keywords SELECT INTO or FOR BROWSE will simply be executed and
-- will not result in the creation of a cursor. The same is true for any SELECT statement included in a batch of multiple statements."
-- Messages: docs/relational-databases/errors-events, 16937, 16938, 16954. rowcount -1: unknown or not applicable.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, n int NULL);
INSERT dbo.t VALUES (1, 10), (2, 20), (3, 30);
GO
CREATE PROCEDURE dbo.single @least int AS BEGIN SELECT id FROM dbo.t WHERE id >= @least END;
GO
CREATE PROCEDURE dbo.several @least int AS SELECT id FROM dbo.t WHERE id >= @least; SELECT n, id FROM dbo.t;
GO
CREATE PROCEDURE dbo.quiet AS SET NOCOUNT ON; SELECT id FROM dbo.t;
GO
CREATE PROCEDURE dbo.outer_one AS EXEC dbo.single 2;
GO
-- Without ALLOW_DIRECT.
DECLARE @h int, @s int = 8, @cc int = 1, @rows int;
EXEC sp_cursoropen @h OUTPUT, N'SELECT 1 AS a; SELECT 2 AS b', @s OUTPUT, @cc OUTPUT, @rows OUTPUT;
EXEC sp_cursoropen @h OUTPUT, N'INSERT dbo.t VALUES (4, 40)', @s OUTPUT, @cc OUTPUT, @rows OUTPUT;
EXEC sp_cursoropen @h OUTPUT, N'SELECT id INTO #made FROM dbo.t', @s OUTPUT, @cc OUTPUT, @rows OUTPUT;
EXEC sp_cursoropen @h OUTPUT, N'SELECT id FROM dbo.t FOR BROWSE', @s OUTPUT, @cc OUTPUT, @rows OUTPUT;
EXEC sp_cursoropen @h OUTPUT, N'SELECT @x = id FROM dbo.t', @s OUTPUT, @cc OUTPUT, @rows OUTPUT, N'@x int', 1;
EXEC sp_cursoropen @h OUTPUT, N'EXEC (N''SELECT 1 AS a'')', @s OUTPUT, @cc OUTPUT, @rows OUTPUT;
EXEC sp_cursoropen @h OUTPUT, N'EXEC dbo.several 1', @s OUTPUT, @cc OUTPUT, @rows OUTPUT;
EXEC sp_cursoropen @h OUTPUT, N'dbo.quiet', @s OUTPUT, @cc OUTPUT, @rows OUTPUT;
EXEC sp_cursoropen @h OUTPUT, N'EXEC dbo.outer_one', @s OUTPUT, @cc OUTPUT, @rows OUTPUT;
EXEC sp_cursoropen @h OUTPUT, N'EXEC sp_tables', @s OUTPUT, @cc OUTPUT, @rows OUTPUT;
EXEC sp_cursoropen @h OUTPUT, N'EXEC dbo.missing', @s OUTPUT, @cc OUTPUT, @rows OUTPUT;
SELECT COUNT(*) AS unchanged FROM dbo.t;
GO
DECLARE @p int, @h int;
EXEC sp_cursorprepare @p OUTPUT, NULL, N'SELECT 1 AS a; SELECT 2 AS b', 1, 8, 1;
EXEC sp_cursorprepexec @p OUTPUT, @h OUTPUT, NULL, N'SELECT 1 AS a; SELECT 2 AS b', 8, 1;
EXEC sp_cursorprepexec @p OUTPUT, @h OUTPUT, N'@least int', N'EXEC dbo.several @least', 8, 1, NULL, 1;
GO
-- A procedure with a single SELECT has a cursor.
DECLARE @h int, @s int = 8, @cc int = 1, @rows int;
EXEC sp_cursoropen @h OUTPUT, N'EXEC dbo.single @least', @s OUTPUT, @cc OUTPUT, @rows OUTPUT, N'@least int', 2;
SELECT @s AS scroll, @cc AS cc, @rows AS rows;
EXEC sp_cursorfetch @h, 2, 0, 5;
EXEC sp_cursorclose @h;
GO
-- With ALLOW_DIRECT (0x2000) the results are sent.
DECLARE @h int = 99, @s int = 8, @cc int = 0x2001, @rows int;
EXEC sp_cursoropen @h OUTPUT, N'SELECT 1 AS a; SELECT 2 AS b, 3 AS c', @s OUTPUT, @cc OUTPUT, @rows OUTPUT;
SELECT @h AS h, @s AS scroll, @cc AS cc, @rows AS rows;
GO
DECLARE @h int = 99, @p int, @s int = 2, @cc int = 0x2002, @rows int, @status int;
EXEC @status = sp_cursorprepexec @p OUTPUT, @h OUTPUT, N'@least int', N'EXEC dbo.several @least', @s OUTPUT, @cc OUTPUT, @rows OUTPUT, 3;
SELECT @status AS status, @h AS h, @s AS scroll, @cc AS cc, @rows AS rows;
SELECT @h = 99, @cc = 0x2002;
EXEC sp_cursorexecute @p, @h OUTPUT, @s OUTPUT, @cc OUTPUT, @rows OUTPUT, 2;
SELECT @h AS h;
EXEC sp_cursorunprepare @p;
GO
DECLARE @h int, @s int = 8, @cc int = 0x2001, @rows int;
EXEC sp_cursoropen @h OUTPUT, N'INSERT dbo.t VALUES (@id, 40)', @s OUTPUT, @cc OUTPUT, @rows OUTPUT, N'@id int', 4;
EXEC sp_cursoropen @h OUTPUT, N'SELECT id INTO dbo.made FROM dbo.t', @s OUTPUT, 8193, @rows OUTPUT;
SELECT (SELECT COUNT(*) FROM dbo.t) AS rows, (SELECT COUNT(*) FROM dbo.made) AS made;
EXEC sp_cursoropen @h OUTPUT, N'dbo.quiet', @s OUTPUT, 8193, @rows OUTPUT;
EXEC sp_cursoropen @h OUTPUT, N'EXEC dbo.outer_one', @s OUTPUT, 8193, @rows OUTPUT;
-- Clauses that pertain only to cursors are ignored.
EXEC sp_cursoropen @h OUTPUT, N'SELECT 1 AS a FOR READ ONLY; SELECT id FROM dbo.t WHERE id = 1 FOR UPDATE OF n', @s OUTPUT, 8193, @rows OUTPUT;
-- A single SELECT has its cursor all the same.
SELECT @s = 1, @cc = 0x2004;
EXEC sp_cursoropen @h OUTPUT, N'SELECT id, n FROM dbo.t', @s OUTPUT, @cc OUTPUT, @rows OUTPUT;
SELECT SIGN(@h) AS h, @s AS scroll, @cc AS cc, @rows AS rows;
EXEC sp_cursorclose @h;
GO
-- Errors.
DECLARE @h int = 99, @s int = 8, @cc int = 0x2001, @rows int, @status int;
EXEC @status = sp_cursoropen @h OUTPUT, N'SELECT 1 AS a; SELECT 1 / 0 AS b; SELECT 3 AS c', @s OUTPUT, @cc OUTPUT, @rows OUTPUT;
SELECT @status AS status, @h AS h;
EXEC sp_cursoropen @h OUTPUT, N'SELECT 1 AS a; SELEC 2', @s OUTPUT, @cc OUTPUT, @rows OUTPUT;
GO
USE master;
DROP DATABASE D;
GO
