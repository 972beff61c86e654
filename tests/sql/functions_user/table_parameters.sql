-- docs/relational-databases/tables/use-table-valued-parameters-database-engine.md; docs/t-sql/statements/create-function-transact-sql.md, Arguments;
-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md (206, 346, 352), -3000-to-3999.md (3732), -10000-to-10999.md (10700).
CREATE DATABASE G;
GO
USE G;
GO
CREATE TYPE dbo.numbers AS TABLE (n int NOT NULL PRIMARY KEY, name varchar(10) NULL);
CREATE TYPE dbo.others AS TABLE (n int NOT NULL PRIMARY KEY, name varchar(10) NULL);
GO
CREATE FUNCTION dbo.total(@t dbo.numbers READONLY, @factor int) RETURNS int AS BEGIN RETURN (SELECT SUM(n) FROM @t) * @factor END;
GO
CREATE FUNCTION dbo.above(@least int, @t dbo.numbers READONLY) RETURNS TABLE AS RETURN SELECT t.n, t.name FROM @t AS t WHERE t.n >= @least;
GO
CREATE FUNCTION dbo.doubled(@t dbo.numbers READONLY) RETURNS @r TABLE (n int, name varchar(20)) AS
BEGIN INSERT @r SELECT n * 2, name + name FROM @t; RETURN END;
GO
DECLARE @a dbo.numbers, @b dbo.numbers;
INSERT @a VALUES (1, 'one'), (2, 'two'), (3, 'three');
INSERT @b VALUES (10, 'ten');
SELECT dbo.total(@a, 1) AS a, dbo.total(@b, 2) AS b, dbo.total(DEFAULT, 3) AS none;
SELECT * FROM dbo.above(2, @a) ORDER BY n;
SELECT * FROM dbo.doubled(@b);
SELECT a.n, dbo.total(@a, a.n) AS product FROM @a AS a WHERE a.n < 3 ORDER BY a.n;
SELECT a.n, d.n AS doubled FROM dbo.above(1, @a) AS a JOIN dbo.doubled(@a) AS d ON d.n = a.n ORDER BY a.n;
DECLARE @sum int = dbo.total(@a, 100);
IF dbo.total(@b, 1) = 10 SET @sum += dbo.total(@b, 1);
SELECT @sum AS sum;
DELETE @a WHERE n = 3;
SELECT dbo.total(@a, 1) AS a;
GO
-- In procedures, again and again, and from function to function.
CREATE FUNCTION dbo.rest(@t dbo.numbers READONLY) RETURNS int AS
BEGIN DECLARE @u dbo.numbers; INSERT @u SELECT n + 1, name FROM dbo.above(2, @t); RETURN dbo.total(@u, 1) + (SELECT COUNT(*) FROM dbo.doubled(@t)) END;
GO
CREATE PROCEDURE dbo.p @t dbo.numbers READONLY AS SELECT dbo.rest(@t) AS rest, (SELECT MAX(n) FROM dbo.doubled(@t)) AS greatest;
GO
DECLARE @a dbo.numbers;
EXEC dbo.p @a;
INSERT @a VALUES (1, NULL), (2, NULL), (4, NULL);
EXEC dbo.p @a;
DECLARE @r int;
EXEC @r = dbo.total @a, 2;
SELECT @r AS r;
GO
-- 206 for another table type, a table without a type, and a value.
DECLARE @o dbo.others;
SELECT dbo.total(@o, 1);
GO
DECLARE @v TABLE (n int NOT NULL PRIMARY KEY, name varchar(10) NULL);
SELECT * FROM dbo.above(1, @v);
GO
SELECT * FROM dbo.doubled(7);
GO
-- 137 for a table variable in the place of a value.
DECLARE @a dbo.numbers;
SELECT dbo.total(@a, @a);
GO
DECLARE @a dbo.numbers;
SELECT @a;
GO
-- The parameter is READONLY and must say so.
CREATE FUNCTION dbo.f(@t dbo.numbers) RETURNS int AS BEGIN RETURN 1 END;
GO
CREATE FUNCTION dbo.f(@t dbo.numbers) RETURNS TABLE AS RETURN SELECT n FROM @t;
GO
CREATE FUNCTION dbo.f(@n int READONLY) RETURNS int AS BEGIN RETURN 1 END;
GO
CREATE FUNCTION dbo.f(@t dbo.numbers READONLY) RETURNS int AS BEGIN DELETE @t; RETURN 1 END;
GO
-- The catalog, and the type that stays while functions name it.
SELECT OBJECT_NAME(p.object_id) AS name, p.name AS parameter, p.parameter_id, t.name AS type, p.is_readonly
FROM sys.parameters AS p JOIN sys.types AS t ON t.user_type_id = p.user_type_id
WHERE OBJECT_NAME(p.object_id) IN ('total', 'above', 'doubled') ORDER BY name, parameter_id;
GO
DROP TYPE dbo.numbers;
GO
-- RETURNS NULL ON NULL INPUT looks at values alone; a schema-bound function.
CREATE FUNCTION dbo.strict(@t dbo.numbers READONLY, @n int) RETURNS int WITH RETURNS NULL ON NULL INPUT, SCHEMABINDING AS BEGIN RETURN (SELECT COUNT(*) FROM @t) + 1 END;
GO
DECLARE @a dbo.numbers;
SELECT dbo.strict(@a, 1) AS one, dbo.strict(@a, NULL) AS none;
GO
DROP FUNCTION dbo.strict, dbo.rest, dbo.total, dbo.above, dbo.doubled;
DROP PROCEDURE dbo.p;
DROP TYPE dbo.numbers;
GO
