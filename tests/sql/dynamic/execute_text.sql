-- docs/t-sql/language-elements/execute-transact-sql.md, "Execute a character string": a batch of its own. Variables of the caller are not seen
-- there, nor the other way round; USE and SET end with it (docs/t-sql/statements/set-statements-transact-sql.md), temporary tables too.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int IDENTITY(7, 1), b varchar(10));
GO
DECLARE @i int = 0, @row varchar(10);
WHILE @i < 3
BEGIN
    SET @i += 1;
    SET @row = CAST(@i AS varchar(10));
    EXEC ('INSERT INTO dbo.t (b) VALUES (''row ' + @row + ''')');
END
SELECT a, b FROM dbo.t;
SELECT SCOPE_IDENTITY() AS here, @@IDENTITY AS anywhere;
GO
DECLARE @x int = 1;
EXEC ('PRINT @x');
PRINT 'goes on';
GO
EXEC ('USE master; SELECT DB_NAME() AS inside; SET NOCOUNT ON; SELECT 1 AS not_counted;');
SELECT DB_NAME() AS outside;
GO
-- A temporary table of the caller is seen; one that is made inside is gone behind it.
CREATE TABLE #of_caller(a int);
EXEC ('INSERT INTO #of_caller VALUES (1); CREATE TABLE #own(a int); INSERT INTO #own VALUES (2); SELECT a FROM #own;');
SELECT a FROM #of_caller;
SELECT a FROM #own;
GO
-- Lines are those of the string; an error of its syntax leaves the caller alone, as does one of its names.
EXEC ('PRINT ''one'';

PRINT 1 / 0;
PRINT ''goes on'';');
EXEC ('SELEC 1');
PRINT 'goes on';
EXEC ('PRINT ''runs''; SELECT * FROM dbo.missing; PRINT ''not reached''');
PRINT 'goes on, too';
GO
-- docs/t-sql/functions/nestlevel-transact-sql.md: 1 + the current level in a string. 217 beyond 32.
SELECT @@NESTLEVEL AS level;
EXEC ('SELECT @@NESTLEVEL AS level; EXEC (''SELECT @@NESTLEVEL AS level'')');
GO
-- 266: another count of transactions behind it than before.
EXEC ('BEGIN TRANSACTION');
PRINT @@TRANCOUNT;
EXEC ('ROLLBACK');
PRINT @@TRANCOUNT;
GO
-- A RETURN ends the string alone; with a value it is refused there (178), as in a batch.
EXEC ('PRINT 1; RETURN; PRINT 2;');
EXEC ('RETURN 1');
EXEC ('');
PRINT 'end';
GO
-- 217: it calls itself once too often; the transaction is rolled back.
DECLARE @text nvarchar(200) = N'IF @@NESTLEVEL < 40 EXEC sp_executesql @text, N''@text nvarchar(200)'', @text';
BEGIN TRANSACTION;
EXEC sp_executesql @text, N'@text nvarchar(200)', @text;
PRINT 'not reached';
GO
PRINT @@TRANCOUNT;
-- Strings and variables alone are joined: a variable of any type becomes text, NULL adds nothing, and no part is cut at 8000 bytes.
DECLARE @number int = 42, @none varchar(10), @day date = '20260131', @long varchar(8000) = REPLICATE('-', 7990);
EXEC ('SELECT ' + @number + ' AS number' + @none + ', ''' + @day + ''' AS day');
EXEC (@none);
EXEC (@none + @none);
EXEC ('--' + @long + @long + N'
SELECT ''read'' AS text, @@NESTLEVEL AS level');
EXEC ('SELECT ' + @@NESTLEVEL + ' AS level');
GO
DECLARE @number int = 42;
EXEC ('SELECT ' + CAST(@number AS varchar(10)));
GO
EXEC ('SELECT ' + CONVERT(varchar(10), 5));
GO
EXEC (5);
GO
