-- API cursors whose statement says FOR READ ONLY or FOR UPDATE [OF columns], as DECLARE CURSOR's may
-- (docs/t-sql/language-elements/declare-cursor-transact-sql.md; docs/relational-databases/system-stored-procedures/sp-cursoropen-transact-sql.md: "equivalent to the
-- combination of the Transact-SQL statements DECLARE_CURSOR and OPEN"). Elsewhere FOR UPDATE is 1003 (docs/relational-databases/errors-events).
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, a int NULL, b int NULL);
INSERT dbo.t VALUES (1, 10, 100), (2, 20, 200);
CREATE TABLE dbo.heap (a int NULL);
GO
DECLARE @h int, @s int = 1, @cc int = 4, @rows int;
EXEC sp_cursoropen @h OUTPUT, N'SELECT id, a, b FROM dbo.t ORDER BY id FOR UPDATE OF a', @s OUTPUT, @cc OUTPUT, @rows OUTPUT;
SELECT @s AS scroll, @cc AS cc, @rows AS rows;
EXEC sp_cursorfetch @h, 2, 0, 1;
EXEC sp_cursor @h, 1, 1, N'', @a = 11;
EXEC sp_cursor @h, 1, 1, N'', @b = 101;
EXEC sp_cursorclose @h;
SELECT @s = 1, @cc = 4;
EXEC sp_cursoropen @h OUTPUT, N'SELECT id, a, b FROM dbo.t ORDER BY id FOR READ ONLY', @s OUTPUT, @cc OUTPUT, @rows OUTPUT;
SELECT @s AS scroll, @cc AS cc, @rows AS rows;
EXEC sp_cursorfetch @h, 2, 0, 1;
EXEC sp_cursor @h, 1, 1, N'', @a = 12;
EXEC sp_cursorclose @h;
SELECT @s = 1, @cc = 4;
-- OPTION stands behind the clause; all columns without OF; parameters.
EXEC sp_cursoropen @h OUTPUT, N'SELECT id, a, b FROM dbo.t
WHERE id >= @least ORDER BY id
FOR UPDATE
OPTION (MAXDOP 1)', @s OUTPUT, @cc OUTPUT, @rows OUTPUT, N'@least int', 2;
SELECT @s AS scroll, @cc AS cc, @rows AS rows;
EXEC sp_cursorfetch @h, 2, 0, 1;
EXEC sp_cursor @h, 1, 1, N'', @b = 202;
EXEC sp_cursorclose @h;
SELECT * FROM dbo.t ORDER BY id;
GO
-- With common table expressions, and prepared.
DECLARE @p int, @h int, @s int = 8, @cc int = 1;
EXEC sp_cursorprepexec @p OUTPUT, @h OUTPUT, NULL, N'WITH c AS (SELECT a FROM dbo.t) SELECT a FROM c FOR READ ONLY', @s OUTPUT, @cc OUTPUT;
EXEC sp_cursorfetch @h, 2, 0, 5;
EXEC sp_cursorclose @h;
EXEC sp_cursorexecute @p, @h OUTPUT, @s OUTPUT, @cc OUTPUT;
EXEC sp_cursorfetch @h, 2, 0, 1;
EXEC sp_cursorclose @h;
GO
-- A cursor that can't be updated: read-only by its options or its rows; a set operation; an unknown column.
DECLARE @h int;
EXEC sp_cursoropen @h OUTPUT, N'SELECT id FROM dbo.t FOR UPDATE', 1, 1;
EXEC sp_cursoropen @h OUTPUT, N'SELECT id FROM dbo.t FOR UPDATE', 8, 4;
EXEC sp_cursoropen @h OUTPUT, N'SELECT id FROM dbo.t FOR UPDATE', 16, 1;
EXEC sp_cursoropen @h OUTPUT, N'SELECT a FROM dbo.heap FOR UPDATE', 1, 4;
EXEC sp_cursoropen @h OUTPUT, N'SELECT COUNT(*) AS n FROM dbo.t FOR UPDATE', 1, 4;
EXEC sp_cursoropen @h OUTPUT, N'SELECT id FROM dbo.t UNION ALL SELECT a FROM dbo.t FOR UPDATE', 1, 4;
EXEC sp_cursoropen @h OUTPUT, N'SELECT id FROM dbo.t FOR UPDATE OF missing', 1, 4;
GO
-- Elsewhere.
SELECT id FROM dbo.t FOR UPDATE;
GO
PRINT 'first';
SELECT id
FROM dbo.t
WHERE id = 1 FOR UPDATE OF a, b
SELECT 1 AS a;
GO
WITH c AS (SELECT a FROM dbo.t) SELECT a FROM c FOR UPDATE OPTION (MAXDOP 1);
GO
SELECT id FROM dbo.t FOR READ ONLY;
GO
CREATE PROCEDURE dbo.p AS SELECT id FROM dbo.t FOR UPDATE;
GO
USE master;
DROP DATABASE D;
GO
