-- docs/t-sql/language-elements/declare-cursor-transact-sql.md, open-, close-, deallocate-transact-sql.md: names, scopes, misuse.
CREATE DATABASE C;
GO
USE C;
CREATE TABLE dbo.t(a int);
INSERT INTO dbo.t VALUES (1), (2), (3);
GO
-- A global cursor stays behind its batch.
DECLARE c CURSOR FOR SELECT a FROM dbo.t ORDER BY a;
OPEN c;
FETCH NEXT FROM c;
GO
FETCH NEXT FROM c;
GO
-- 16915, 16905.
DECLARE c CURSOR FOR SELECT 1;
PRINT 'goes on';
OPEN c;
GO
CLOSE c;
-- 16917.
FETCH NEXT FROM c;
CLOSE c;
-- Open again it begins anew, with the rows that there are then.
INSERT INTO dbo.t VALUES (0);
OPEN c;
FETCH NEXT FROM c;
DEALLOCATE c;
-- 16916.
OPEN c;
FETCH NEXT FROM c;
CLOSE c;
DEALLOCATE c;
PRINT 'goes on';
GO
-- A local one ends with its batch, or module; it comes before a global one of its name.
DECLARE c CURSOR GLOBAL FOR SELECT 'global' AS which;
DECLARE c CURSOR LOCAL FOR SELECT 'local' AS which;
OPEN c;
FETCH NEXT FROM c;
OPEN GLOBAL c;
FETCH NEXT FROM GLOBAL c;
CLOSE GLOBAL c;
GO
OPEN c;
FETCH NEXT FROM c;
DEALLOCATE c;
GO
CREATE PROCEDURE dbo.walks @upto int AS
DECLARE @a int, @sum int = 0;
DECLARE c CURSOR LOCAL FAST_FORWARD FOR SELECT a FROM dbo.t WHERE a <= @upto ORDER BY a;
OPEN c;
FETCH NEXT FROM c INTO @a;
WHILE @@FETCH_STATUS = 0
BEGIN
    SET @sum += @a;
    IF @a > 1
    BEGIN
        DECLARE @less int = @a - 1;
        EXEC dbo.walks @less;
    END
    FETCH NEXT FROM c INTO @a;
END
CLOSE c;
DEALLOCATE c;
PRINT CONCAT(@upto, ': ', @sum);
GO
EXEC dbo.walks 3;
EXEC dbo.walks 2;
GO
CREATE PROCEDURE dbo.leaves AS DECLARE c CURSOR LOCAL FOR SELECT 1; OPEN c;
GO
EXEC dbo.leaves;
EXEC dbo.leaves;
FETCH NEXT FROM c;
GO
-- A global one of a procedure is there behind it.
CREATE PROCEDURE dbo.opens AS DECLARE g CURSOR FOR SELECT a FROM dbo.t ORDER BY a DESC; OPEN g;
GO
EXEC dbo.opens;
FETCH NEXT FROM g;
DEALLOCATE g;
GO
-- The variables of its query are those of its declaration.
DECLARE @from int = 2;
DECLARE c CURSOR LOCAL FOR SELECT a FROM dbo.t WHERE a >= @from ORDER BY a;
SET @from = 100;
OPEN c;
FETCH NEXT FROM c;
GO
-- Rows are those of the time when it was opened.
DECLARE @a int, @n int = 0;
DECLARE c CURSOR LOCAL STATIC FOR SELECT a FROM dbo.t;
OPEN c;
FETCH NEXT FROM c INTO @a;
WHILE @@FETCH_STATUS = 0
BEGIN
    INSERT INTO dbo.t VALUES (@a + 10);
    SET @n += 1;
    FETCH NEXT FROM c INTO @a;
END
SELECT @n AS fetched, (SELECT COUNT(*) FROM dbo.t) AS rows;
GO
-- A transaction does not end it; nor does another database.
BEGIN TRANSACTION;
DECLARE c CURSOR FOR SELECT a FROM dbo.t ORDER BY a;
OPEN c;
COMMIT;
FETCH NEXT FROM c;
CLOSE c;
USE master;
OPEN c;
FETCH NEXT FROM c;
SELECT DB_NAME() AS here;
DEALLOCATE c;
USE C;
GO
-- 16911: forward alone.
DECLARE c CURSOR LOCAL FORWARD_ONLY STATIC FOR SELECT 1 AS a;
DECLARE d CURSOR LOCAL FOR SELECT 1 AS a;
OPEN c;
OPEN d;
FETCH LAST FROM c;
FETCH PRIOR FROM d;
FETCH NEXT FROM d;
GO
-- 1048, 154, 137, 208, 207.
DECLARE c CURSOR FAST_FORWARD SCROLL FOR SELECT 1;
GO
DECLARE @x int;
DECLARE c CURSOR FOR SELECT @x = a FROM dbo.t;
GO
DECLARE c CURSOR FOR SELECT @nothing;
GO
DECLARE c CURSOR LOCAL FOR SELECT a FROM dbo.missing;
OPEN c;
PRINT 'not reached';
GO
-- In a TRY block; an error on the way leaves it open.
DECLARE c CURSOR LOCAL STATIC FOR SELECT a FROM dbo.t ORDER BY a;
BEGIN TRY
    OPEN c;
    OPEN c;
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS number, ERROR_MESSAGE() AS message;
    FETCH NEXT FROM c;
END CATCH
GO
-- Errors of its rows come when it is opened.
DECLARE c CURSOR LOCAL FOR SELECT 1 / a FROM dbo.t;
OPEN c;
FETCH NEXT FROM c;
GO
-- Dynamic commands for each row, as maintenance scripts have them.
DECLARE @sql nvarchar(200), @name sysname;
DECLARE names CURSOR LOCAL READ_ONLY FOR SELECT name FROM (VALUES (N'one'), (N'two')) AS v(name);
OPEN names;
WHILE 1 = 1
BEGIN
    FETCH NEXT FROM names INTO @name;
    IF @@FETCH_STATUS <> 0 BREAK;
    SET @sql = N'PRINT ''' + @name + N'''';
    EXEC sp_executesql @sql;
END
GO
DECLARE c CURSOR FOR SELECT a FROM dbo.t FOR UPDATE OF a;
GO
