-- docs/t-sql/statements/create-procedure-transact-sql.md: "You can create local and global temporary procedures by using one or
-- two number signs ... A local temporary procedure is visible only to the connection that created it and is dropped at the end
-- of that connection. A global temporary procedure is available to all connections."
CREATE TABLE t (a int);
INSERT t VALUES (1), (2);
GO
CREATE PROCEDURE #p @least int = 1, @sum int = NULL OUTPUT AS
SELECT a FROM t WHERE a >= @least ORDER BY a;
SELECT @sum = SUM(a) FROM t;
RETURN 5;
GO
DECLARE @status int, @total int;
EXEC @status = #p 2, @total OUTPUT; --> 2
SELECT @status AS status, @total AS total; --> 5 | 3
EXEC tempdb..#p @least = 2; --> 2
SELECT CASE WHEN OBJECT_ID('tempdb..#p') IS NOT NULL THEN 'there' END AS [found], CASE WHEN OBJECT_ID('tempdb..#p', 'P') IS NOT NULL THEN 'there' END AS of_kind; --> there | there
GO
CREATE PROCEDURE #p AS RETURN;
GO
ALTER PROCEDURE #p AS SELECT DB_NAME() AS [database]; RAISERROR('in it', 16, 1);
GO
EXEC #p;
GO
-- A procedure made by dynamic SQL or within another procedure lasts as long.
EXEC ('CREATE PROCEDURE #q AS SELECT ''dynamic'' AS q');
GO
EXEC #q; --> dynamic
GO
CREATE PROCEDURE outer_one AS EXEC ('CREATE PROCEDURE #r AS SELECT ''inner'' AS r'); EXEC #r;
GO
EXEC outer_one; --> inner
EXEC #r; --> inner
GO
CREATE PROCEDURE ##g AS SELECT 'global' AS g;
GO
EXEC ##g; --> global
GO
-- @session other
EXEC ##g; --> global
EXEC #p;
GO
CREATE PROCEDURE #p AS SELECT 'other' AS p;
GO
EXEC #p; --> other
GO
-- @session
BEGIN TRANSACTION;
EXEC ('CREATE PROCEDURE #s AS SELECT 1 AS s');
EXEC #s; --> 1
ROLLBACK;
EXEC #s;
GO
DROP PROCEDURE #p, #q;
DROP PROCEDURE IF EXISTS #p;
EXEC #p;
GO
DROP PROCEDURE #p;
GO
CREATE VIEW #v AS SELECT 1 AS a;
GO
CREATE FUNCTION #f() RETURNS int AS BEGIN RETURN 1 END;
GO
CREATE PROCEDURE #x WITH EXECUTE AS OWNER AS SELECT 1 AS x;
GO
-- Everybody can create one. It starts no ownership chain.
CREATE USER u WITHOUT LOGIN;
EXECUTE AS USER = 'u';
GO
CREATE PROCEDURE #u AS SELECT USER_NAME() AS [user]; SELECT a FROM t;
GO
EXEC #u;
GO
DROP PROCEDURE #u;
REVERT;
GO
DROP PROCEDURE ##g;
EXEC ##g;
