-- docs/t-sql/language-elements/execute-transact-sql.md, WITH RESULT SETS; errors 11535 to 11538 and 11553
-- (docs/relational-databases/errors-events/database-engine-events-and-errors-11000-to-12999.md).
CREATE PROCEDURE dbo.two @n int AS
SELECT @n AS n, 'abc' AS t;
SELECT CAST(@n AS bigint) AS big;
GO
EXEC dbo.two 1 WITH RESULT SETS ((number smallint NOT NULL, [text] nvarchar(10) NULL), (big varchar(20)));
GO
EXEC dbo.two 1 WITH RESULT SETS UNDEFINED;
GO
EXEC ('SELECT 1 AS a') WITH RESULT SETS ((b decimal(5, 2)));
GO
DECLARE @status int;
EXEC @status = dbo.two 7 WITH RECOMPILE, RESULT SETS ((a int, b varchar(3)), (c bigint));
SELECT @status AS status;
GO
EXEC dbo.two 1 WITH RESULT SETS ((a int, b varchar(3)));
GO
EXEC dbo.two 1 WITH RESULT SETS ((a int, b varchar(3)), (c int), (d int));
GO
EXEC dbo.two 1 WITH RESULT SETS ((a int), (c int));
GO
EXEC dbo.two 1 WITH RESULT SETS ((a date, b varchar(3)), (c int));
GO
EXEC dbo.two NULL WITH RESULT SETS ((a int NOT NULL, b varchar(3)), (c int));
GO
EXEC dbo.two 1 WITH RESULT SETS NONE;
GO
EXEC ('DECLARE @x int') WITH RESULT SETS NONE;
GO
CREATE TYPE dbo.pair AS TABLE (x int, y varchar(5));
GO
EXEC ('SELECT 1, ''one''') WITH RESULT SETS (AS TYPE dbo.pair);
GO
EXEC sp_executesql N'SELECT @p AS p', N'@p int', @p = 5 WITH RESULT SETS ((q nvarchar(5)));
GO
