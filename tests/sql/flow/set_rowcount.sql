-- docs/t-sql/statements/set-rowcount-transact-sql.md: a statement stops after so many rows; 0 switches it off.
CREATE DATABASE R;
GO
USE R;
CREATE TABLE dbo.t(a int);
INSERT INTO dbo.t VALUES (1), (2), (3), (4), (5), (6);
GO
SET ROWCOUNT 4;
SELECT COUNT(*) AS Count FROM dbo.t;
SELECT a FROM dbo.t ORDER BY a DESC;
-- The smaller of the two counts.
SELECT TOP (2) a FROM dbo.t ORDER BY a;
SELECT TOP (5) a FROM dbo.t ORDER BY a;
GO
-- What a subquery and a view read is not counted.
SELECT a FROM dbo.t WHERE a IN (SELECT a FROM dbo.t WHERE a > 3) ORDER BY a;
SELECT MAX(a) AS most FROM (SELECT a FROM dbo.t) AS d;
GO
SET ROWCOUNT 2;
UPDATE dbo.t SET a += 10 WHERE a < 10;
SELECT @@ROWCOUNT AS rows;
DELETE FROM dbo.t WHERE a > 10;
INSERT INTO dbo.t SELECT a + 100 FROM dbo.t;
SELECT a INTO #u FROM dbo.t;
DECLARE @last int;
SELECT @last = a FROM dbo.t ORDER BY a;
SET ROWCOUNT 0;
SELECT a FROM dbo.t ORDER BY a;
SELECT COUNT(*) AS rows, @last AS last FROM #u;
GO
-- A batch that removes rows piece by piece.
DECLARE @rounds int = 0;
SET ROWCOUNT 4;
WHILE 1 = 1
BEGIN
    DELETE FROM dbo.t;
    IF @@ROWCOUNT = 0 BREAK;
    SET @rounds += 1;
END
SET ROWCOUNT 0;
SELECT @rounds AS rounds;
GO
-- By a variable; it ends with the procedure that sets it.
CREATE PROCEDURE dbo.first_rows @n int AS SET ROWCOUNT @n; SELECT a FROM (VALUES (1), (2), (3)) AS v(a);
GO
EXEC dbo.first_rows 1;
EXEC dbo.first_rows 2;
SELECT a FROM (VALUES (1), (2), (3)) AS v(a);
GO
-- 507.
DECLARE @none int;
SET ROWCOUNT @none;
GO
