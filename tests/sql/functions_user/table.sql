-- docs/t-sql/statements/create-function-transact-sql.md: functions of several statements that give a table ("C. Creating a multi-statement table-valued
-- function", here over a table of the same shape; "Interoperability": what is valid in a function).
CREATE DATABASE F;
GO
USE F;
CREATE TABLE dbo.Employee (BusinessEntityID int PRIMARY KEY, ManagerID int NULL, FirstName nvarchar(255) NOT NULL, LastName nvarchar(255) NOT NULL, JobTitle nvarchar(50) NOT NULL);
INSERT dbo.Employee VALUES (1, NULL, N'Ken', N'Sánchez', N'Chief Executive Officer'), (2, 1, N'Terri', N'Duffy', N'Vice President of Engineering'),
    (3, 2, N'Roberto', N'Tamburello', N'Engineering Manager'), (4, 3, N'Rob', N'Walters', N'Senior Tool Designer'), (16, 1, N'David', N'Bradley', N'Marketing Manager');
GO
CREATE FUNCTION dbo.ufn_FindReports (@InEmpID INTEGER)
RETURNS @retFindReports TABLE
(
    EmployeeID int primary key NOT NULL,
    FirstName nvarchar(255) NOT NULL,
    LastName nvarchar(255) NOT NULL,
    JobTitle nvarchar(50) NOT NULL,
    RecursionLevel int NOT NULL
)
--Returns a result set that lists all the employees who report to the
--specific employee directly or indirectly.*/
AS
BEGIN
WITH EMP_cte(EmployeeID, FirstName, LastName, JobTitle, RecursionLevel) -- CTE name and columns
    AS (
        -- Get the initial list of Employees for Manager n
        SELECT e.BusinessEntityID, e.FirstName, e.LastName, e.JobTitle, 0
        FROM dbo.Employee e
        WHERE e.BusinessEntityID = @InEmpID
        UNION ALL
        -- Join recursive member to anchor
        SELECT e.BusinessEntityID, e.FirstName, e.LastName, e.JobTitle, RecursionLevel + 1
        FROM dbo.Employee e
            INNER JOIN EMP_cte
            ON e.ManagerID = EMP_cte.EmployeeID
        )
-- copy the required columns to the result of the function
   INSERT @retFindReports
   SELECT EmployeeID, FirstName, LastName, JobTitle, RecursionLevel
   FROM EMP_cte
   RETURN
END;
GO
-- Example invocation
SELECT EmployeeID, FirstName, LastName, JobTitle, RecursionLevel
FROM dbo.ufn_FindReports(1)
ORDER BY EmployeeID;
GO
-- Keys, defaults, checks, computed columns and identity in the table; loops, IF, GOTO, RETURN before the end; parameters with defaults.
CREATE FUNCTION dbo.numbers (@from int, @to int = 3)
RETURNS @t TABLE (id int IDENTITY(10, 10), n int PRIMARY KEY CHECK (n < 100), square AS n * n, word varchar(10) NOT NULL DEFAULT 'w')
AS
BEGIN
    DECLARE @i int = @from;
    IF @from IS NULL
        RETURN;
again:
    IF @i > @to
        RETURN;
    INSERT @t (n) VALUES (@i);
    SET @i += 1;
    GOTO again;
    RETURN
END;
GO
SELECT * FROM dbo.numbers(1, 3);
SELECT * FROM dbo.numbers(2, DEFAULT);
SELECT * FROM dbo.numbers(NULL, 5);
SELECT x.id AS a, x.word AS d FROM dbo.numbers(1, 2) AS x;
SELECT numbers.n FROM dbo.numbers(7, 7);
GO
-- APPLY, also of a function of a function; a join; in a subquery; in what a statement changes.
SELECT a.n, b.n AS m, b.square FROM dbo.numbers(1, 3) AS a CROSS APPLY dbo.numbers(1, a.n) AS b ORDER BY a.n, b.n;
SELECT a.n, b.n AS m FROM dbo.numbers(1, 3) AS a OUTER APPLY dbo.numbers(3, a.n) AS b ORDER BY a.n;
SELECT e.LastName, r.LastName AS Report FROM dbo.Employee AS e CROSS APPLY dbo.ufn_FindReports(e.BusinessEntityID) AS r WHERE r.RecursionLevel = 1 ORDER BY 1, 2;
SELECT LastName FROM dbo.Employee AS e WHERE (SELECT COUNT(*) FROM dbo.ufn_FindReports(e.BusinessEntityID)) > 2 ORDER BY LastName;
GO
CREATE TABLE dbo.kept (n int, m int);
INSERT dbo.kept SELECT n, square FROM dbo.numbers(1, 4);
UPDATE k SET m = f.id FROM dbo.kept AS k JOIN dbo.numbers(2, 3) AS f ON f.n = k.n;
DELETE dbo.kept WHERE n IN (SELECT n FROM dbo.numbers(4, 4));
SELECT * FROM dbo.kept ORDER BY n;
GO
-- UPDATE, DELETE, MERGE and OUTPUT INTO of table variables, cursors, assignments by SELECT.
CREATE FUNCTION dbo.worked () RETURNS @t TABLE (n int NOT NULL, m int NULL) AS
BEGIN
    DECLARE @other TABLE (n int);
    DECLARE @gone TABLE (n int);
    DECLARE @n int, @count int = 0;
    INSERT @other SELECT n FROM dbo.numbers(1, 5);
    DECLARE c CURSOR LOCAL FOR SELECT n FROM @other ORDER BY n DESC;
    OPEN c;
    FETCH NEXT FROM c INTO @n;
    WHILE @@FETCH_STATUS = 0
    BEGIN
        INSERT @t VALUES (@n, NULL);
        SET @count += @@ROWCOUNT;
        FETCH NEXT FROM c INTO @n;
    END;
    CLOSE c;
    DEALLOCATE c;
    DELETE FROM @t OUTPUT deleted.n INTO @gone WHERE n % 2 = 0;
    UPDATE a SET m = a.n * 10 FROM @t AS a WHERE a.n < 5;
    MERGE @t AS t USING @gone AS g ON t.n = g.n + 1 WHEN MATCHED THEN UPDATE SET m = -t.n WHEN NOT MATCHED THEN INSERT (n, m) VALUES (g.n, 0);
    SELECT @n = MAX(n) FROM @t;
    INSERT @t VALUES (@n + 100, @count);
    RETURN;
END;
GO
SELECT * FROM dbo.worked() ORDER BY n;
GO
-- In views, procedures, inline and scalar functions; what the calling transaction has changed is seen, also a table that it has made.
CREATE VIEW dbo.v AS SELECT n, square FROM dbo.numbers(1, 3);
GO
CREATE PROCEDURE dbo.p @to int AS SELECT SUM(n) AS total FROM dbo.numbers(1, @to);
GO
CREATE FUNCTION dbo.inlined (@to int) RETURNS TABLE AS RETURN (SELECT n FROM dbo.numbers(1, @to) WHERE n > 1);
GO
CREATE FUNCTION dbo.total (@to int) RETURNS int AS BEGIN RETURN (SELECT SUM(n) FROM dbo.numbers(1, @to)) END;
GO
SELECT * FROM dbo.v;
EXEC dbo.p 4;
SELECT * FROM dbo.inlined(3);
SELECT dbo.total(10) AS total;
GO
CREATE FUNCTION dbo.later () RETURNS @t TABLE (a int) AS BEGIN INSERT @t SELECT a FROM dbo.made; RETURN END;
GO
SELECT * FROM dbo.later();
GO
BEGIN TRANSACTION;
CREATE TABLE dbo.made (a int);
INSERT dbo.made VALUES (1);
SELECT * FROM dbo.later();
INSERT dbo.made SELECT a + 1 FROM dbo.later();
SELECT a FROM dbo.later() ORDER BY a;
ROLLBACK;
SELECT * FROM dbo.later();
GO
-- From another database, and under the stricter levels.
USE master;
SELECT COUNT(*) AS three FROM F.dbo.numbers(1, 3);
SELECT LastName FROM F.dbo.ufn_FindReports(2) ORDER BY LastName;
GO
USE F;
SET TRANSACTION ISOLATION LEVEL SERIALIZABLE;
BEGIN TRANSACTION;
SELECT COUNT(*) AS four FROM dbo.Employee AS e CROSS APPLY dbo.ufn_FindReports(e.BusinessEntityID) AS r WHERE r.RecursionLevel = 1;
UPDATE dbo.Employee SET JobTitle = N'x' WHERE BusinessEntityID IN (SELECT EmployeeID FROM dbo.ufn_FindReports(3));
COMMIT;
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
SELECT EmployeeID, JobTitle FROM dbo.ufn_FindReports(3) ORDER BY EmployeeID;
SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
GO
-- ALTER, DROP, what is shown of it.
SELECT name, type, type_desc FROM sys.objects WHERE name = 'numbers';
SELECT c.name, c.column_id, TYPE_NAME(c.user_type_id) AS type, c.is_nullable, c.is_identity, c.is_computed FROM sys.columns AS c WHERE c.object_id = OBJECT_ID('dbo.numbers') ORDER BY c.column_id;
SELECT OBJECTPROPERTY(OBJECT_ID('dbo.numbers'), 'IsTableFunction') AS is_table, OBJECTPROPERTY(OBJECT_ID('dbo.numbers'), 'IsInlineFunction') AS is_inline;
SELECT ROUTINE_NAME, ROUTINE_TYPE FROM INFORMATION_SCHEMA.ROUTINES WHERE ROUTINE_NAME = 'worked';
EXEC sp_helptext 'dbo.later';
GO
ALTER FUNCTION dbo.later (@n int) RETURNS @t TABLE (b int, c int) AS BEGIN INSERT @t VALUES (@n, 2 * @n); RETURN END;
GO
SELECT * FROM dbo.later(4);
GO
ALTER FUNCTION dbo.later (@n int) RETURNS int AS BEGIN RETURN @n END;
GO
CREATE OR ALTER FUNCTION dbo.later () RETURNS @t TABLE (b int) AS BEGIN INSERT @t VALUES (5); RETURN END;
GO
SELECT * FROM dbo.later();
DROP FUNCTION dbo.later;
SELECT * FROM dbo.later();
GO
