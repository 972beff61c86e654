-- docs/relational-databases/system-stored-procedures/sp-prepare-transact-sql.md, example A: a statement is prepared, run and given up.
DECLARE @P1 int;
EXEC sp_prepare @P1 output,
    N'@P1 nvarchar(128), @P2 nvarchar(100)',
    N'SELECT database_id, name FROM sys.databases WHERE name=@P1 AND state_desc = @P2';
EXEC sp_execute @P1, N'tempdb', N'ONLINE';
EXEC sp_unprepare @P1;
GO
-- Example B: the handle outlives its batch, and serves again. NULL where there are no parameters.
DECLARE @P1 int, @r int = -1;
EXEC @r = sp_prepare @P1 output, NULL, N'SELECT 1 + 1 AS two';
SELECT @P1 AS handle, @r AS r;
GO
EXEC sp_execute 2;
EXEC sp_execute 2;
EXEC sp_unprepare 2;
-- 8179: it is gone; the batch goes on.
EXEC sp_execute 2;
EXEC sp_unprepare 2;
PRINT 'goes on';
GO
-- docs/relational-databases/system-stored-procedures/sp-prepexec-transact-sql.md: both at once; values come back as from sp_executesql.
DECLARE @h int, @o int = 5, @r int = -1;
EXEC @r = sp_prepexec @h OUTPUT, N'@a int, @o int OUTPUT', N'SET @o = @a * @o; SELECT @a AS a', 6, @o OUTPUT;
SELECT @h AS h, @o AS o, @r AS r;
EXEC @r = sp_execute @h, @o = @o OUTPUT, @a = 2;
SELECT @o AS o, @r AS r;
-- A handle that it is given is given up.
DECLARE @old int = @h;
EXEC sp_prepexec @h OUTPUT, NULL, N'PRINT ''again''';
EXEC sp_execute @old;
EXEC sp_execute @h;
EXEC sp_unprepare @h;
GO
-- RETURN_METADATA: the columns are told, and nothing runs.
DECLARE @h int;
EXEC sp_prepare @h OUTPUT, N'@n nvarchar(5)', N'SELECT @n AS n, 1 AS one; SELECT 2 AS behind', 1;
EXEC sp_prepare @h OUTPUT, NULL, N'PRINT ''does not run''', 1;
GO
-- What is wrong with the text is told at once, and 8180 behind it; there is no handle then.
DECLARE @h int = -7;
EXEC sp_prepare @h OUTPUT, NULL, N'SELECT FROM';
EXEC sp_prepare @h OUTPUT, N'@a int', N'SELECT @b';
EXEC sp_prepare @h OUTPUT, NULL, N'SELECT * FROM dbo.nothing_of_this_name';
EXEC sp_prepexec @h OUTPUT, NULL, N'SELECT nothing FROM sys.databases';
SELECT @h AS h;
-- An earlier statement may yet make it.
EXEC sp_prepare @h OUTPUT, NULL, N'CREATE TABLE #t(a int); SELECT a FROM #t';
EXEC sp_execute @h;
GO
-- As a TRY block sees it: the first of it.
BEGIN TRY
    DECLARE @h int;
    EXEC sp_prepare @h OUTPUT, NULL, N'SELECT * FROM dbo.nothing_of_this_name';
END TRY
BEGIN CATCH
    PRINT CONCAT(ERROR_NUMBER(), ': ', ERROR_MESSAGE());
END CATCH
GO
-- 201, 214, 8144: what is wrong with the calls themselves.
DECLARE @h int;
EXEC sp_prepare @h OUTPUT, NULL;
EXEC sp_prepare @h OUTPUT, NULL, 'SELECT 1';
EXEC sp_unprepare 1, 2;
EXEC sp_execute;
EXEC sp_prepexec @h OUTPUT, N'@a int', N'SELECT @a';
