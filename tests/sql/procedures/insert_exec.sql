-- docs/t-sql/statements/insert-transact-sql.md, "execute_statement" and examples "Using the SELECT and EXECUTE options":
-- the result sets of what is called go into the table; docs/t-sql/statements/create-procedure-transact-sql.md.
CREATE DATABASE P;
GO
USE P;
CREATE TABLE dbo.EmployeeSales(DataSource varchar(20) NOT NULL, BusinessEntityID varchar(11) NOT NULL, LastName varchar(40) NOT NULL, SalesDollars money NOT NULL);
GO
CREATE PROCEDURE dbo.uspGetEmployeeSales AS
    SET NOCOUNT ON;
    SELECT 'PROCEDURE', 274, 'Jiang', CAST(559697.5639 AS money)
    UNION ALL SELECT 'PROCEDURE', 275, 'Blythe', 3763178.1787;
GO
INSERT INTO dbo.EmployeeSales EXECUTE dbo.uspGetEmployeeSales;
GO
INSERT INTO dbo.EmployeeSales EXECUTE ('SELECT ''EXEC STRING'', 276, ''Mitchell'', 4251368.5497');
GO
INSERT dbo.EmployeeSales EXEC sp_executesql N'SELECT ''STATEMENT'', @id, @name, 1', N'@id int, @name varchar(10)', 277, 'Carson';
SELECT @@ROWCOUNT AS rows;
SELECT DataSource, BusinessEntityID, LastName, SalesDollars FROM dbo.EmployeeSales ORDER BY BusinessEntityID;
GO
-- Several result sets, of other lengths and types, are one; columns may be listed, the rest is NULL.
CREATE TABLE dbo.t(i int IDENTITY(1, 1), a bigint, b varchar(20), c int);
GO
CREATE PROCEDURE dbo.sets @n int AS
SELECT @n, 'x';
PRINT 'between';
SELECT CAST(@n AS bigint) * 10000000000, 'longer';
SELECT CAST(1 AS bit), N'é' WHERE 1 = 0;
RETURN 7;
GO
DECLARE @r int;
INSERT INTO dbo.t(a, b) EXEC @r = dbo.sets 5;
SELECT i, a, b, c FROM dbo.t;
SELECT @r AS r;
GO
-- A table variable, a temporary table.
DECLARE @v TABLE (a bigint, b varchar(20));
INSERT INTO @v EXEC dbo.sets 1;
SELECT a, b FROM @v;
CREATE TABLE #t(a bigint, b varchar(20));
INSERT #t EXEC dbo.sets 2;
INSERT #t EXEC dbo.sets 3;
SELECT COUNT(*) AS rows, MAX(a) AS most FROM #t;
GO
-- Nothing is given: nothing is inserted.
CREATE PROCEDURE dbo.nothing AS PRINT 'nothing';
GO
INSERT INTO dbo.t(a) EXEC dbo.nothing;
SELECT COUNT(*) AS rows FROM dbo.t;
GO
-- 213: another number of columns. What the procedure did is undone with the statement.
CREATE TABLE dbo.log(what varchar(20));
GO
CREATE PROCEDURE dbo.logs @width int AS
INSERT INTO dbo.log VALUES ('called');
IF @width = 1 SELECT 1;
IF @width = 2 SELECT 1, 'two';
IF @width = 3 SELECT 1, 'two', 3;
GO
INSERT INTO dbo.t(a, b) EXEC dbo.logs 3;
INSERT INTO dbo.t(a, b) EXEC dbo.logs 1;
INSERT INTO dbo.t EXEC dbo.logs 1;
SELECT @@TRANCOUNT AS count, (SELECT COUNT(*) FROM dbo.log) AS logged;
INSERT INTO dbo.t(a, b) EXEC dbo.logs 2;
SELECT @@TRANCOUNT AS count, (SELECT COUNT(*) FROM dbo.log) AS logged;
GO
-- 208, 207: the target.
INSERT INTO dbo.missing EXEC dbo.logs 2;
GO
INSERT INTO dbo.t(a, missing) EXEC dbo.logs 2;
GO
-- 8164: not within itself. The inner statement fails, what calls it goes on.
CREATE PROCEDURE dbo.inserts AS
DECLARE @v TABLE (a int, b varchar(10));
INSERT INTO @v EXEC dbo.logs 2;
SELECT 1, 'still';
GO
EXEC dbo.inserts;
INSERT INTO dbo.t(a, b) EXEC dbo.inserts;
SELECT a, b FROM dbo.t WHERE b = 'still';
GO
-- 3915, 3916: it ends no transaction but its own.
CREATE PROCEDURE dbo.ends @how int AS
SELECT @@TRANCOUNT, 'count';
IF @how = 1 ROLLBACK;
IF @how = 2 COMMIT;
IF @how = 3 BEGIN BEGIN TRANSACTION; COMMIT; END
GO
DELETE FROM dbo.t;
INSERT INTO dbo.t(a, b) EXEC dbo.ends 1;
INSERT INTO dbo.t(a, b) EXEC dbo.ends 2;
INSERT INTO dbo.t(a, b) EXEC dbo.ends 3;
SELECT a, b FROM dbo.t;
SELECT @@TRANCOUNT AS count;
GO
-- In a transaction it is a part of that.
DELETE FROM dbo.t;
BEGIN TRANSACTION;
INSERT INTO dbo.t(a, b) EXEC dbo.logs 2;
INSERT INTO dbo.t(a, b) EXEC dbo.logs 3;
SELECT @@TRANCOUNT AS count, (SELECT COUNT(*) FROM dbo.t) AS rows;
ROLLBACK;
SELECT @@TRANCOUNT AS count, (SELECT COUNT(*) FROM dbo.t) AS rows;
GO
-- An error that the procedure goes on behind: the rows that it gave are inserted. A conversion that fails inserts none (8114).
CREATE PROCEDURE dbo.fails AS
SELECT 1, 'before';
SELECT 1 / 0, 'never';
SELECT 2, 'behind';
GO
INSERT INTO dbo.t(a, b) EXEC dbo.fails;
SELECT a, b FROM dbo.t;
GO
INSERT INTO dbo.t(a) EXEC ('SELECT ''x''');
GO
SELECT COUNT(*) AS rows FROM dbo.t;
-- Too long (2628), NULL where there may be none (515): as of any INSERT.
INSERT INTO dbo.EmployeeSales EXEC ('SELECT ''longer than twenty characters'', 1, ''x'', 1');
INSERT INTO dbo.EmployeeSales EXEC ('SELECT ''x'', NULL, ''x'', 1');
SELECT COUNT(*) AS rows FROM dbo.EmployeeSales;
GO
-- Caught.
BEGIN TRY
    INSERT INTO dbo.t(a, b) EXEC dbo.fails;
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS number, ERROR_PROCEDURE() AS of_procedure, @@TRANCOUNT AS count;
END CATCH
SELECT COUNT(*) AS rows FROM dbo.t;
GO
-- THROW of the procedure undoes the statement.
CREATE PROCEDURE dbo.throws AS SELECT 9, 'thrown'; THROW 50001, 'no', 1;
GO
INSERT INTO dbo.t(a, b) EXEC dbo.throws;
GO
SELECT COUNT(*) AS rows, @@TRANCOUNT AS count FROM dbo.t WHERE a = 9;
GO
