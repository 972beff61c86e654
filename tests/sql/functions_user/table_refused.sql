-- docs/t-sql/statements/create-function-transact-sql.md, "Limitations and Restrictions" and "Interoperability"; the numbers of
-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md.
CREATE DATABASE F;
GO
USE F;
CREATE TABLE dbo.t(a int);
INSERT dbo.t VALUES (1);
GO
CREATE FUNCTION dbo.f() RETURNS @r TABLE (a int) AS BEGIN INSERT dbo.t VALUES (1); RETURN END
GO
CREATE FUNCTION dbo.f() RETURNS @r TABLE (a int) AS BEGIN
UPDATE dbo.t SET a = 1;
DELETE a FROM dbo.t AS a;
RETURN END
GO
CREATE FUNCTION dbo.f() RETURNS @r TABLE (a int) AS BEGIN INSERT @r OUTPUT inserted.a INTO dbo.t VALUES (1); RETURN END
GO
CREATE FUNCTION dbo.f() RETURNS @r TABLE (a int) AS BEGIN INSERT @r OUTPUT inserted.a VALUES (1); RETURN END
GO
CREATE FUNCTION dbo.f() RETURNS @r TABLE (a int) AS BEGIN INSERT @r EXEC ('SELECT 1'); RETURN END
GO
CREATE FUNCTION dbo.f() RETURNS @r TABLE (a int) AS BEGIN SELECT a FROM dbo.t; RETURN END
GO
CREATE FUNCTION dbo.f() RETURNS @r TABLE (a int) AS BEGIN DECLARE c CURSOR FOR SELECT a FROM dbo.t; OPEN c; FETCH NEXT FROM c; RETURN END
GO
CREATE FUNCTION dbo.f() RETURNS @r TABLE (a int) AS BEGIN PRINT 'x'; RETURN END
GO
CREATE FUNCTION dbo.f() RETURNS @r TABLE (a int) AS BEGIN BEGIN TRY SELECT 1; END TRY BEGIN CATCH SELECT 2; END CATCH RETURN END
GO
CREATE FUNCTION dbo.f() RETURNS @r TABLE (a int) AS BEGIN INSERT @r SELECT a FROM #x; RETURN END
GO
CREATE FUNCTION dbo.f() RETURNS @r TABLE (a uniqueidentifier) AS BEGIN INSERT @r VALUES (NEWID()); RETURN END
GO
CREATE FUNCTION dbo.f() RETURNS @r TABLE (a int) AS BEGIN INSERT @r VALUES (1); END
GO
CREATE FUNCTION dbo.f() RETURNS @r TABLE (a int) AS BEGIN RETURN 1 END
GO
CREATE FUNCTION dbo.f() RETURNS @r TABLE (a int) AS BEGIN INSERT @r (b) VALUES (1); RETURN END
GO
CREATE FUNCTION dbo.f() RETURNS @r TABLE (a int) AS BEGIN INSERT @q VALUES (1); RETURN END
GO
CREATE FUNCTION dbo.f() RETURNS @r TABLE (a int, a int) AS BEGIN RETURN END
GO
-- Calls: too few and too many arguments, without parentheses, as something else than rows, changes of it.
CREATE FUNCTION dbo.f(@n int) RETURNS @r TABLE (a int NOT NULL PRIMARY KEY, b int CHECK (b > 0)) AS
BEGIN
    INSERT @r VALUES (@n, 10 / @n);
    INSERT @r VALUES (7, 1);
    RETURN
END
GO
SELECT * FROM dbo.f();
GO
SELECT * FROM dbo.f(1, 2);
GO
SELECT * FROM dbo.f;
GO
SELECT dbo.f(1);
GO
SELECT * FROM dbo.f('x');
GO
EXEC dbo.f 1;
GO
DROP VIEW dbo.f;
GO
-- An error where it runs ends the calling statement, whose line it has (recorded answers of SQL Server).
SELECT * FROM dbo.f(0);
BEGIN TRY
    SELECT * FROM dbo.f(7);
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS number, ERROR_LINE() AS line;
END CATCH;
BEGIN TRY
    SELECT * FROM dbo.f(-1);
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS number, ERROR_LINE() AS line;
END CATCH;
SELECT t.a, f.a AS b FROM dbo.t AS t CROSS APPLY dbo.f(t.a - 1) AS f;
SELECT * FROM dbo.f(1);
BEGIN TRY
    INSERT dbo.t SELECT a FROM dbo.f(0);
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS number, ERROR_PROCEDURE() AS place, ERROR_LINE() AS line, @@TRANCOUNT AS transactions;
END CATCH;
SELECT * FROM dbo.t;
GO
-- 32 levels.
CREATE FUNCTION dbo.deep(@n int) RETURNS @r TABLE (n int) AS
BEGIN
    INSERT @r VALUES (@n);
    IF @n > 1
        INSERT @r SELECT n FROM dbo.deep(@n - 1);
    RETURN
END
GO
SELECT COUNT(*) AS n, SUM(n) AS total FROM dbo.deep(32);
SELECT COUNT(*) AS n FROM dbo.deep(33);
GO
-- WITH SCHEMABINDING.
CREATE FUNCTION dbo.bound() RETURNS @r TABLE (a int) WITH SCHEMABINDING AS BEGIN INSERT @r SELECT a FROM t; RETURN END
GO
CREATE FUNCTION dbo.bound() RETURNS @r TABLE (a int) WITH SCHEMABINDING AS BEGIN INSERT @r SELECT a FROM dbo.f(1); RETURN END
GO
CREATE FUNCTION dbo.bound() RETURNS @r TABLE (a int) WITH SCHEMABINDING AS BEGIN INSERT @r SELECT a FROM dbo.t; RETURN END
GO
DROP TABLE dbo.t;
GO
DROP FUNCTION dbo.bound;
DROP TABLE dbo.t;
GO
CREATE FUNCTION dbo.secret() RETURNS @r TABLE (a int) WITH ENCRYPTION AS BEGIN INSERT @r VALUES (3); RETURN END
GO
SELECT * FROM dbo.secret();
EXEC sp_helptext 'dbo.secret';
GO
-- Permissions: SELECT of the function; what it reads of the same owner's is not asked for.
CREATE TABLE dbo.owned (a int);
INSERT dbo.owned VALUES (8);
GO
CREATE FUNCTION dbo.reads() RETURNS @r TABLE (a int) AS BEGIN INSERT @r SELECT a FROM dbo.owned; RETURN END
GO
CREATE USER reader WITHOUT LOGIN;
EXECUTE AS USER = 'reader';
SELECT * FROM dbo.reads();
REVERT;
GRANT SELECT ON dbo.reads TO reader;
EXECUTE AS USER = 'reader';
SELECT * FROM dbo.reads();
SELECT * FROM dbo.owned;
REVERT;
GO
