-- docs/t-sql/queries/with-common-table-expression-transact-sql.md: recursive common table expressions, with the page's examples D, H and I
-- (smaller), what is not allowed in a recursive member, and MAXRECURSION of docs/t-sql/queries/hints-transact-sql-query.md (100 where nothing
-- is said, 0 for no limit, at most 32,767).
CREATE DATABASE G;
GO
USE G;
GO
SET NOCOUNT ON;
CREATE TABLE dbo.MyEmployees(EmployeeID smallint NOT NULL, FirstName nvarchar(30) NOT NULL, LastName nvarchar(40) NOT NULL, Title nvarchar(50) NOT NULL, DeptID smallint NOT NULL, ManagerID int NULL);
INSERT INTO dbo.MyEmployees VALUES
 (1, N'Ken', N'Sánchez', N'Chief Executive Officer', 16, NULL),
 (273, N'Brian', N'Welcker', N'Vice President of Sales', 3, 1),
 (274, N'Stephen', N'Jiang', N'North American Sales Manager', 3, 273),
 (275, N'Michael', N'Blythe', N'Sales Representative', 3, 274),
 (276, N'Linda', N'Mitchell', N'Sales Representative', 3, 274),
 (285, N'Syed', N'Abbas', N'Pacific Sales Manager', 3, 273),
 (286, N'Lynn', N'Tsoflias', N'Sales Representative', 3, 285),
 (16, N'David', N'Bradley', N'Marketing Manager', 4, 273),
 (23, N'Mary', N'Gibson', N'Marketing Specialist', 4, 16);
GO
WITH DirectReports(ManagerID, EmployeeID, Title, EmployeeLevel) AS (
    SELECT ManagerID, EmployeeID, Title, 0 AS EmployeeLevel FROM dbo.MyEmployees WHERE ManagerID IS NULL
    UNION ALL
    SELECT e.ManagerID, e.EmployeeID, e.Title, EmployeeLevel + 1
    FROM dbo.MyEmployees AS e INNER JOIN DirectReports AS d ON e.ManagerID = d.EmployeeID)
SELECT ManagerID, EmployeeID, Title, EmployeeLevel FROM DirectReports ORDER BY ManagerID, EmployeeID;
GO
-- Two levels.
WITH DirectReports(ManagerID, EmployeeID, Title, EmployeeLevel) AS (
    SELECT ManagerID, EmployeeID, Title, 0 AS EmployeeLevel FROM dbo.MyEmployees WHERE ManagerID IS NULL
    UNION ALL
    SELECT e.ManagerID, e.EmployeeID, e.Title, EmployeeLevel + 1
    FROM dbo.MyEmployees AS e INNER JOIN DirectReports AS d ON e.ManagerID = d.EmployeeID)
SELECT EmployeeID, EmployeeLevel FROM DirectReports WHERE EmployeeLevel <= 2 ORDER BY EmployeeID;
GO
-- A hierarchical list.
WITH DirectReports(Name, Title, EmployeeID, EmployeeLevel, Sort) AS (
    SELECT CONVERT(varchar(255), e.FirstName + ' ' + e.LastName), e.Title, e.EmployeeID, 1, CONVERT(varchar(255), e.FirstName + ' ' + e.LastName)
    FROM dbo.MyEmployees AS e WHERE e.ManagerID IS NULL
    UNION ALL
    SELECT CONVERT(varchar(255), REPLICATE('|    ', EmployeeLevel) + e.FirstName + ' ' + e.LastName), e.Title, e.EmployeeID, EmployeeLevel + 1,
        CONVERT(varchar(255), RTRIM(Sort) + '|    ' + FirstName + ' ' + LastName)
    FROM dbo.MyEmployees AS e JOIN DirectReports AS d ON e.ManagerID = d.EmployeeID)
SELECT EmployeeID, Name, Title, EmployeeLevel FROM DirectReports ORDER BY Sort;
GO
-- An infinite loop, ended by MAXRECURSION 2: who has a manager is joined with that manager again and again.
WITH cte (EmployeeID, ManagerID, Title) AS (
    SELECT EmployeeID, ManagerID, Title FROM dbo.MyEmployees WHERE ManagerID IS NOT NULL
    UNION ALL
    SELECT cte.EmployeeID, cte.ManagerID, cte.Title FROM cte JOIN dbo.MyEmployees AS e ON cte.ManagerID = e.EmployeeID)
SELECT COUNT(*) FROM cte OPTION (MAXRECURSION 2);
GO
-- Corrected.
WITH cte (EmployeeID, ManagerID, Title) AS (
    SELECT EmployeeID, ManagerID, Title FROM dbo.MyEmployees WHERE ManagerID IS NOT NULL
    UNION ALL
    SELECT e.EmployeeID, e.ManagerID, e.Title FROM dbo.MyEmployees AS e JOIN cte ON e.ManagerID = cte.EmployeeID)
SELECT COUNT(*) AS n, COUNT(DISTINCT EmployeeID) AS people FROM cte;
GO
-- Several anchors and several recursive members.
CREATE TABLE dbo.Person(ID int, Name varchar(30), Mother int, Father int);
INSERT dbo.Person VALUES (1, 'Sue', NULL, NULL), (2, 'Ed', NULL, NULL), (3, 'Emma', 1, 2), (4, 'Jack', 1, 2), (5, 'Jane', NULL, NULL), (6, 'Bonnie', 5, 4), (7, 'Bill', 5, 4);
WITH Generation (ID) AS (
    SELECT Mother FROM dbo.Person WHERE Name = 'Bonnie'
    UNION
    SELECT Father FROM dbo.Person WHERE Name = 'Bonnie'
    UNION ALL
    SELECT Person.Father FROM Generation, Person WHERE Generation.ID = Person.ID
    UNION ALL
    SELECT Person.Mother FROM Generation, dbo.Person WHERE Generation.ID = Person.ID)
SELECT Person.ID, Person.Name, Person.Mother, Person.Father FROM Generation, dbo.Person WHERE Generation.ID = Person.ID ORDER BY Person.ID;
GO
-- A member's functions over windows see what it makes of one row.
DECLARE @t1 TABLE (itmID int, itmIDComp int);
INSERT @t1 VALUES (1, 10), (2, 10);
DECLARE @t2 TABLE (itmID int, itmIDComp int);
INSERT @t2 VALUES (3, 10), (4, 10);
WITH vw AS (SELECT itmIDComp, itmID FROM @t1 UNION ALL SELECT itmIDComp, itmID FROM @t2),
r AS (
    SELECT t.itmID AS itmIDComp, NULL AS itmID, CAST(0 AS bigint) AS N, 1 AS Lvl
    FROM (SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4) AS t (itmID)
    UNION ALL
    SELECT t.itmIDComp, t.itmID, ROW_NUMBER() OVER (PARTITION BY t.itmIDComp ORDER BY t.itmIDComp, t.itmID) AS N, Lvl + 1
    FROM r JOIN vw AS t ON t.itmID = r.itmIDComp)
SELECT Lvl, N FROM r;
GO
-- 100 recursions where nothing is said: the row that would take one more ends the statement.
WITH n AS (SELECT 0 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 100) SELECT COUNT(*) AS n, MAX(i) AS most FROM n;
GO
WITH n AS (SELECT 0 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 101) SELECT COUNT(*) AS n FROM n;
GO
WITH n AS (SELECT 0 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 101) SELECT COUNT(*) AS n FROM n OPTION (MAXRECURSION 101);
GO
WITH n AS (SELECT 0 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 40000) SELECT COUNT(*) AS n FROM n OPTION (MAXRECURSION 0);
GO
WITH n AS (SELECT 0 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 32767) SELECT COUNT(*) AS n FROM n OPTION (RECOMPILE, MAXRECURSION 32767);
GO
WITH n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n) SELECT TOP (3) i FROM n;
GO
WITH n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n) SELECT i FROM n OPTION (MAXRECURSION 3);
GO
WITH n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n) SELECT i FROM n OPTION (MAXRECURSION 32768);
GO
WITH n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n) SELECT i FROM n OPTION (MAXRECURSION 3, MAXRECURSION 3);
GO
-- All columns may be NULL, whatever the members say.
WITH n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i, i * 2 AS twice INTO dbo.made FROM n;
INSERT INTO dbo.made VALUES (NULL, NULL);
SELECT i, twice FROM dbo.made ORDER BY i;
GO
-- In an INSERT, a view, a subquery; used twice; with variables; a WITH before it.
WITH n AS (SELECT 10 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 12) INSERT INTO dbo.made SELECT i, 0 FROM n;
SELECT COUNT(*) AS n FROM dbo.made WHERE twice = 0;
DECLARE @from int = 5, @to int = 7;
WITH n AS (SELECT @from AS i UNION ALL SELECT i + 1 FROM n WHERE i < @to) SELECT a.i, b.i AS other FROM n AS a JOIN n AS b ON a.i = b.i + 1 ORDER BY a.i;
WITH step(by_) AS (SELECT 3), n(i) AS (SELECT 0 UNION ALL SELECT n.i + step.by_ FROM n CROSS JOIN step WHERE i < 9) SELECT i FROM n ORDER BY i;
WITH n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i FROM n WHERE i = (SELECT MAX(i) FROM n) OR EXISTS (SELECT * FROM n AS m WHERE m.i = n.i + 3) ORDER BY i;
GO
CREATE VIEW dbo.numbers AS WITH n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 4) SELECT i FROM n;
GO
SELECT SUM(i) AS total FROM dbo.numbers;
GO
-- A recursion inside another one's member, and CROSS APPLY in one.
WITH a AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM a WHERE i < 3), b AS (SELECT 1 AS j UNION ALL SELECT j + a.i FROM b JOIN a ON a.i = b.j WHERE j < 4) SELECT j FROM b ORDER BY j;
GO
WITH t AS (SELECT 1 AS i UNION ALL SELECT x.v FROM t CROSS APPLY (SELECT i * 2 AS v UNION ALL SELECT i * 3) AS x WHERE x.v < 10) SELECT i FROM t ORDER BY i;
GO
-- 240: a type of its own.
WITH n AS (SELECT 1 AS i UNION ALL SELECT i + 1.5 FROM n WHERE i < 5) SELECT i FROM n;
GO
-- docs/t-sql/queries/with-common-table-expression-transact-sql.md: "The data type of a column in the recursive member must be the same as
-- the data type of the corresponding column in the anchor member." So bigint isn't int, although int converts to it.
WITH n AS (SELECT 1 AS i UNION ALL SELECT CAST(i + 1 AS bigint) FROM n WHERE i < 5) SELECT i FROM n;
GO
WITH n(i, s) AS (SELECT 1, 'a' UNION ALL SELECT i + 1, s + 'b' FROM n WHERE i < 5) SELECT i, s FROM n;
GO
WITH n(i, s) AS (SELECT 1, CAST('a' AS varchar(10)) UNION ALL SELECT i + 1, CAST(s + 'b' AS varchar(10)) FROM n WHERE i < 3) SELECT i, s FROM n ORDER BY i;
GO
-- 205: a number of columns of its own.
WITH n AS (SELECT 1 AS i UNION ALL SELECT i + 1, 2 FROM n WHERE i < 5) SELECT i FROM n;
GO
-- 252: no UNION ALL on top.
WITH n AS (SELECT i + 1 AS i FROM n) SELECT i FROM n;
GO
WITH n AS (SELECT 1 AS i UNION SELECT i + 1 FROM n WHERE i < 5) SELECT i FROM n;
GO
-- 246: no anchor; 247: an anchor behind a recursive member.
WITH n AS (SELECT i + 1 AS i FROM n UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
GO
WITH n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 5 UNION ALL SELECT 7) SELECT i FROM n;
GO
-- 253: it may be named once in a member.
WITH n AS (SELECT 1 AS i UNION ALL SELECT a.i + 1 FROM n AS a JOIN n AS b ON a.i = b.i WHERE a.i < 5) SELECT i FROM n;
GO
WITH n AS (SELECT 1 AS i UNION ALL SELECT DISTINCT i + 1 FROM n WHERE i < 5) SELECT i FROM n;
GO
WITH n AS (SELECT 1 AS i UNION ALL SELECT TOP (1) i + 1 FROM n WHERE i < 5) SELECT i FROM n;
GO
WITH n AS (SELECT 1 AS i UNION ALL SELECT n.i + 1 FROM n LEFT JOIN dbo.Person AS p ON p.ID = n.i WHERE i < 5) SELECT i FROM n;
GO
WITH n AS (SELECT 1 AS i UNION ALL SELECT ID FROM dbo.Person WHERE ID IN (SELECT i + 1 FROM n)) SELECT i FROM n;
GO
WITH n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 5 GROUP BY i) SELECT i FROM n;
GO
WITH n AS (SELECT 1 AS i UNION ALL SELECT MAX(i) + 1 FROM n WHERE i < 5) SELECT i FROM n;
GO
-- 208: it sees those before it alone.
WITH a AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM b WHERE i < 5), b AS (SELECT 1 AS i) SELECT i FROM a;
GO
