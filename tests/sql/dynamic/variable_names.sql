-- docs/t-sql/language-elements/execute-transact-sql.md: @module_name_var is the name of a module. A system procedure is found in sys without
-- its schema, and also as one of dbo (relational-databases/system-stored-procedures/system-stored-procedures-transact-sql.md).
DECLARE @name nvarchar(300) = N'sp_executesql', @status int, @o int;
EXEC @status = @name N'SELECT @a AS plain; SET @b = @a + 1', N'@a int, @b int OUTPUT', @a = 1, @b = @o OUTPUT;
SELECT @status AS status, @o AS o;
SET @name = N'dbo.sp_executesql';
EXEC @name N'SELECT 2 AS of_dbo';
SET @name = N'sys.sp_executesql';
EXEC @name N'SELECT 3 AS of_sys';
SET @name = N'tempdb.sys.sp_executesql';
EXEC @name N'SELECT DB_NAME() AS there';
GO
-- A long statement is read whole.
DECLARE @name sysname = N'sp_executesql', @text nvarchar(max) = REPLICATE(CAST(N' ' AS nvarchar(max)), 100000) + N'SELECT 4 AS long';
EXEC @name @text;
GO
-- Errors are those of the procedure.
DECLARE @name sysname = N'sp_executesql';
EXEC @name 'SELECT 1';
EXEC @name;
GO
-- Other system procedures: their results go into a table, too.
DECLARE @name sysname = N'dbo.sp_helptext', @h int, @prepare sysname = N'sp_prepare', @execute sysname = N'sp_execute';
EXEC (N'CREATE PROCEDURE dbo.p AS SELECT 1 AS one;');
CREATE TABLE #t (line nvarchar(300));
INSERT #t EXEC @name N'dbo.p';
SELECT line FROM #t;
EXEC @prepare @h OUTPUT, N'@a int', N'SELECT @a AS prepared';
EXEC @execute @h, 5;
SET @name = N'other.sp_executesql';
EXEC @name N'SELECT 6 AS six';
GO
