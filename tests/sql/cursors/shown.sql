-- docs/relational-databases/system-dynamic-management-views/sys-dm-exec-cursors-transact-sql.md: API cursors ("API", a client's cursors by handle) beside those of
-- Transact-SQL; fetch_buffer_size "can be set to a higher value for API cursors"; concurrency Read Only, Scroll Locks, Optimistic.
-- docs/relational-databases/system-stored-procedures/sp-cursor-list-transact-sql.md: concurrency 1 read-only, 2 scroll locks, 3 optimistic.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, n int NULL);
INSERT dbo.t VALUES (1, 10), (2, 20), (3, 30);
GO
DECLARE @k int, @f int, @st int, @l int;
EXEC sp_cursoropen @k OUTPUT, N'SELECT id, n FROM dbo.t ORDER BY id', 1, 4;
EXEC sp_cursoropen @f OUTPUT, N'SELECT id FROM dbo.t ORDER BY id', 16, 1;
EXEC sp_cursoropen @st OUTPUT, N'SELECT id FROM dbo.t ORDER BY id', 8, 1;
EXEC sp_cursoropen @l OUTPUT, N'SELECT id, n FROM dbo.t ORDER BY id', 1, 2;
EXEC sp_cursorfetch @k, 2, 0, 2;
EXEC sp_cursorfetch @st, 8, 0, 1;
EXEC sp_cursorfetch @st, 2, 0, 1;
EXEC sp_cursoroption @k, 2, N'named';
SELECT CASE cursor_id WHEN @k THEN 'keyset' WHEN @f THEN 'fast forward' WHEN @st THEN 'static' WHEN @l THEN 'locks' END AS cursor_of, name, properties, is_open,
    is_close_on_commit, fetch_status, fetch_buffer_size, fetch_buffer_start
FROM sys.dm_exec_cursors(@@SPID) ORDER BY cursor_id;
EXEC sp_cursorclose @f;
SELECT COUNT(*) AS three FROM sys.dm_exec_cursors(0) WHERE session_id = @@SPID;
EXEC sp_cursorclose -1;
SELECT COUNT(*) AS none FROM sys.dm_exec_cursors(@@SPID);
GO
-- One that is closed by itself; a Transact-SQL cursor with SCROLL_LOCKS.
DECLARE @h int, @s int = 0x6010, @cc int = 1, @rows int = 5;
EXEC sp_cursoropen @h OUTPUT, N'SELECT id FROM dbo.t ORDER BY id', @s OUTPUT, @cc OUTPUT, @rows OUTPUT;
DECLARE locking CURSOR LOCAL KEYSET SCROLL_LOCKS FOR SELECT id, n FROM dbo.t;
OPEN locking;
SELECT name, properties FROM sys.dm_exec_cursors(@@SPID);
DECLARE @report CURSOR, @concurrency tinyint;
EXEC sp_cursor_list @cursor_return = @report OUTPUT, @cursor_scope = 1;
FETCH @report;
GO
USE master;
DROP DATABASE D;
GO
