-- docs/t-sql/queries/select-clause-transact-sql.md: a column of a result is called by its alias, or as the query names it, whatever letters its table has for it; what is computed has no name.
CREATE TABLE dbo.People (FirstName nvarchar(20) NOT NULL, Age int NULL);
INSERT dbo.People VALUES (N'Ann', 41);
SELECT FIRSTNAME, p.[age] FROM dbo.People AS p;
SELECT age, COUNT(*) AS n FROM dbo.People GROUP BY AGE;
SELECT * FROM dbo.People;
SELECT * FROM (SELECT firstname, AGE + 1 AS [next] FROM dbo.People) AS q;
SELECT firstname AS [First], [Age of it] = age, age + 1 FROM dbo.People;
SELECT AGE INTO dbo.Ages FROM dbo.People;
SELECT name FROM sys.columns WHERE object_id = OBJECT_ID('dbo.Ages');
