-- docs/t-sql/queries/select-over-clause-transact-sql.md: PARTITION BY and ORDER BY of OVER have expressions; docs/t-sql/statements/create-function-transact-sql.md,
-- "Using a built-in function in a user-defined function": NEWID and RAND can't be used in functions, wherever they stand.
CREATE DATABASE F;
GO
USE F;
CREATE TABLE dbo.t (a int, b int);
INSERT dbo.t VALUES (1, 1), (2, 1), (3, 2);
GO
CREATE FUNCTION dbo.by_chance() RETURNS int AS BEGIN DECLARE @n int; SELECT @n = ROW_NUMBER() OVER (ORDER BY NEWID()) FROM dbo.t; RETURN @n; END;
GO
CREATE FUNCTION dbo.parts_by_chance() RETURNS int AS BEGIN DECLARE @n int; SELECT @n = SUM(a) OVER (PARTITION BY RAND()) FROM dbo.t; RETURN @n; END;
GO
CREATE FUNCTION dbo.window_by_chance() RETURNS int AS BEGIN DECLARE @n int; SELECT @n = SUM(a) OVER w FROM dbo.t WINDOW w AS (ORDER BY NEWID()); RETURN @n; END;
GO
CREATE FUNCTION dbo.list_by_chance() RETURNS varchar(20) AS BEGIN RETURN (SELECT STRING_AGG(a, ',') WITHIN GROUP (ORDER BY NEWID()) FROM dbo.t); END;
GO
-- An aggregate in OVER groups the rows, as one in the select list does (docs/t-sql/queries/select-transact-sql.md, "Logical processing order").
SELECT ROW_NUMBER() OVER (ORDER BY COUNT(*)) AS n FROM dbo.t;
SELECT b, RANK() OVER (ORDER BY SUM(a) DESC) AS place FROM dbo.t GROUP BY b ORDER BY b;
GO
-- A variable that isn't declared, in OVER.
IF 1 = 0 SELECT ROW_NUMBER() OVER (ORDER BY a + @nothing) AS n FROM dbo.t;
GO
