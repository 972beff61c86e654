-- docs/t-sql/functions/cursor-status-transact-sql.md with its example; docs/relational-databases/system-dynamic-management-views/sys-dm-exec-cursors-transact-sql.md.
CREATE DATABASE C;
GO
USE C;
CREATE TABLE dbo.t (id int PRIMARY KEY, v int NOT NULL);
INSERT dbo.t VALUES (1, 10), (2, 20);
GO
CREATE TABLE #TMP (ii int);
INSERT INTO #TMP(ii) VALUES(1);
INSERT INTO #TMP(ii) VALUES(2);
INSERT INTO #TMP(ii) VALUES(3);
GO
--Create a cursor.
DECLARE cur CURSOR FOR SELECT * FROM #TMP;
--Display the status of the cursor before and after opening, closing the cursor.
SELECT CURSOR_STATUS('global','cur') AS 'After declare';
OPEN cur;
SELECT CURSOR_STATUS('global','cur') AS 'After Open', CURSOR_STATUS('local', 'cur') AS 'Not local';
CLOSE cur;
SELECT CURSOR_STATUS('global','cur') AS 'After Close';
DEALLOCATE cur;
SELECT CURSOR_STATUS('global','cur') AS 'After Deallocate';
DROP TABLE #TMP;
GO
-- Empty: static and keyset ones are known to be; a dynamic one never is.
DECLARE s CURSOR LOCAL STATIC FOR SELECT id FROM dbo.t WHERE id > 9;
DECLARE k CURSOR LOCAL KEYSET FOR SELECT id FROM dbo.t WHERE id > 9;
DECLARE d CURSOR LOCAL FOR SELECT id FROM dbo.t WHERE id > 9;
OPEN s; OPEN k; OPEN d;
SELECT CURSOR_STATUS('LOCAL', 'S') AS static, CURSOR_STATUS('local', 'k') AS keyset, CURSOR_STATUS('local', 'd') AS dynamic, CURSOR_STATUS('global', 'd') AS none;
GO
SELECT CURSOR_STATUS('local', 's') AS gone;
GO
-- Variables.
DECLARE @c CURSOR, @d CURSOR;
SELECT CURSOR_STATUS('variable', '@c') AS nothing_yet, CURSOR_STATUS('variable', '@unknown') AS not_declared;
SET @c = CURSOR FOR SELECT id FROM dbo.t;
SELECT CURSOR_STATUS('variable', '@c') AS closed;
OPEN @c;
SET @d = @c;
SELECT CURSOR_STATUS('variable', '@c') AS is_open, CURSOR_STATUS('variable', '@D') AS the_same;
DEALLOCATE @c;
SELECT CURSOR_STATUS('variable', '@c') AS deallocated, CURSOR_STATUS('variable', '@d') AS still_open;
IF CURSOR_STATUS('variable', '@d') >= 0 CLOSE @d;
SELECT CURSOR_STATUS('variable', '@d') AS closed;
GO
-- What is called sees no local cursors of who calls it; ROLLBACK closes none, also of the caller's.
CREATE PROCEDURE dbo.sees AS
    SELECT CURSOR_STATUS('local', 'l') AS local, CURSOR_STATUS('global', 'g') AS global, CURSOR_STATUS('variable', '@v') AS variable;
    IF @@TRANCOUNT > 0 ROLLBACK;
GO
DECLARE g CURSOR GLOBAL STATIC FOR SELECT id FROM dbo.t;
DECLARE l CURSOR LOCAL KEYSET FOR SELECT id FROM dbo.t;
DECLARE @v CURSOR;
SET @v = l;
OPEN g; OPEN l;
EXEC dbo.sees;
SELECT CURSOR_STATUS('local', 'l') AS local, CURSOR_STATUS('global', 'g') AS global, CURSOR_STATUS('variable', '@v') AS variable;
BEGIN TRANSACTION;
EXEC dbo.sees;
SELECT CURSOR_STATUS('local', 'l') AS local, CURSOR_STATUS('global', 'g') AS global, CURSOR_STATUS('variable', '@v') AS variable;
DEALLOCATE g;
GO
-- NULL where an argument is; two arguments are needed.
SELECT CURSOR_STATUS(NULL, 'x') AS a, CURSOR_STATUS('local', NULL) AS b;
GO
SELECT CURSOR_STATUS('local');
GO
-- sys.dm_exec_cursors: a session's, and those of all.
DECLARE g CURSOR GLOBAL SCROLL STATIC FOR SELECT id FROM dbo.t;
DECLARE k CURSOR LOCAL KEYSET FOR SELECT id FROM dbo.t;
DECLARE @v CURSOR;
SET @v = CURSOR FAST_FORWARD FOR SELECT id FROM dbo.t;
DECLARE d CURSOR LOCAL FOR SELECT id FROM dbo.t;
OPEN g; OPEN k; OPEN d;
DECLARE @i int;
FETCH LAST FROM g INTO @i;
FETCH k INTO @i;
FETCH d INTO @i;
UPDATE dbo.t SET v += 1 WHERE CURRENT OF k;
SELECT name, properties, is_open, is_close_on_commit, fetch_status, fetch_buffer_size, fetch_buffer_start FROM sys.dm_exec_cursors(@@SPID) ORDER BY cursor_id;
FETCH g INTO @i;
SELECT fetch_status, fetch_buffer_start, CASE WHEN dormant_duration < 3600000 THEN 'just now' END AS used, CASE WHEN DATEDIFF(hour, creation_time, GETDATE()) < 1 THEN 'just now' END AS made
FROM sys.dm_exec_cursors(0) WHERE session_id = @@SPID AND name = 'g';
SELECT COUNT(*) AS none FROM sys.dm_exec_cursors(-1);
SELECT c.name FROM sys.dm_exec_cursors(0) AS c JOIN sys.dm_exec_sessions AS s ON c.session_id = s.session_id WHERE c.session_id = @@SPID AND c.is_open = 0;
DEALLOCATE g;
GO
SELECT COUNT(*) AS none FROM sys.dm_exec_cursors(@@SPID);
