-- Recorded answers of SQL Server.
-- CREATE TABLE allows a comma after its last item (docs/t-sql/statements/create-table-transact-sql.md shows none), other tables don't.
CREATE TABLE dbo.foo (id int,);
CREATE TABLE #t (id int, CONSTRAINT pk PRIMARY KEY (id),);
CREATE TABLE dbo.b4 (id int, INDEX ix (id),);
GO
CREATE TABLE dbo.b2 (id int,,);
GO
CREATE TABLE dbo.b6 (,id int);
GO
DECLARE @t TABLE (id int,);
GO
CREATE TYPE dbo.tt AS TABLE (id int,);
GO
ALTER TABLE dbo.foo ADD x int,;
GO
CREATE FUNCTION dbo.f() RETURNS @r TABLE (id int,) AS BEGIN RETURN END;
GO
-- Parentheses are for joins (docs/t-sql/queries/from-transact-sql.md).
SELECT * FROM (dbo.foo);
GO
SELECT * FROM ((SELECT 1 AS a) AS d);
GO
SELECT COUNT(*) AS joined FROM (dbo.foo AS a CROSS JOIN dbo.foo AS b);
SELECT COUNT(*) AS joined FROM ((dbo.foo AS a CROSS JOIN dbo.foo AS b));
GO
-- SET ROWCOUNT takes an int or an integer variable (docs/t-sql/statements/set-rowcount-transact-sql.md).
SET ROWCOUNT 2.5;
GO
SET ROWCOUNT 3000000000;
GO
SET ROWCOUNT -1;
GO
DECLARE @text varchar(3) = '2';
SET ROWCOUNT @text;
GO
DECLARE @decimal decimal(3, 1) = 2;
SET ROWCOUNT @decimal;
GO
-- A column's name has at most four parts.
SELECT a.b.dbo.foo.id FROM dbo.foo;
GO
