-- docs/t-sql/statements/set-fmtonly-transact-sql.md: columns without rows; no row is processed because of a request.
CREATE DATABASE F;
GO
USE F;
CREATE TABLE dbo.t(a int NOT NULL, b nvarchar(20));
INSERT INTO dbo.t VALUES (1, N'one');
GO
CREATE PROCEDURE dbo.p @a int AS
INSERT INTO dbo.t VALUES (@a, NULL);
SELECT b FROM dbo.t WHERE a = @a;
RETURN 5;
GO
-- As bulk loads ask for the columns of their table.
SET FMTONLY ON SELECT * FROM dbo.t SET FMTONLY OFF
SELECT COUNT(*) AS n FROM dbo.t;
GO
-- As .NET's do.
DECLARE @names nvarchar(max) = N'b';
SET FMTONLY ON EXEC(N'SELECT ' + @names + N' FROM dbo.t') SET FMTONLY OFF
GO
SET FMTONLY ON;
GO
-- It counts for the batches behind it. What is asked is not answered: both ways are told.
DECLARE @n int = 1;
IF @n = 2 SELECT 1 AS one ELSE SELECT N'x' AS two;
INSERT INTO dbo.t VALUES (2, N'two');
PRINT 'not said';
CREATE TABLE dbo.not_made(a int);
SELECT @n = 3;
-- What a change puts out is a result as any, unless it goes into a table.
UPDATE dbo.t SET b = N'x' OUTPUT deleted.a AS was, inserted.b;
DELETE dbo.t OUTPUT deleted.a INTO dbo.t(a);
EXEC dbo.p 7;
EXEC sp_executesql N'SELECT a AS inner_a FROM dbo.t';
GO
SELECT * FROM dbo.nothing_of_this_name;
GO
SET FMTONLY OFF;
GO
SELECT COUNT(*) AS n FROM dbo.t;
SELECT OBJECT_ID('dbo.not_made') AS made;
-- In a string it ends with the string.
EXEC('SET FMTONLY ON; SELECT a FROM dbo.t');
SELECT 1 AS after;
