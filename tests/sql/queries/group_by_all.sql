-- docs/t-sql/queries/select-group-by-transact-sql.md: GROUP BY ALL includes the groups that don't meet WHERE; they have NULL for the aggregation.
-- That COUNT is 0 for them is inferred from COUNT over no rows (count-transact-sql.md).
CREATE TABLE Sales (Country varchar(50), Region varchar(50), Sales int);
INSERT INTO Sales VALUES (N'Canada', N'Alberta', 100);
INSERT INTO Sales VALUES (N'Canada', N'British Columbia', 200);
INSERT INTO Sales VALUES (N'Canada', N'British Columbia', 300);
INSERT INTO Sales VALUES (N'United States', N'Montana', 100);
GO
SET ANSI_WARNINGS OFF;
GO
SELECT Country, Region, SUM(Sales) AS TotalSales, COUNT(*) AS n, COUNT(DISTINCT Sales) AS d, MAX(Region) AS r
FROM Sales WHERE Sales > 100 GROUP BY ALL Country, Region ORDER BY Country, Region;
SELECT Country, AVG(Sales) AS a FROM Sales WHERE Region LIKE 'M%' GROUP BY ALL Country ORDER BY Country;
SELECT Country FROM Sales WHERE 1 = 0 GROUP BY ALL Country HAVING COUNT(*) = 0 ORDER BY COUNT(*), Country;
SELECT Country, STRING_AGG(Region, ',') AS regions FROM Sales WHERE Sales = 200 OR Sales IN (SELECT MAX(Sales) FROM Sales) GROUP BY ALL Country ORDER BY Country;
SELECT Country, COUNT(*) AS n FROM Sales GROUP BY ALL Country ORDER BY Country;
GO
SELECT Country FROM Sales GROUP BY ALL ROLLUP (Country);
GO
SET ANSI_WARNINGS ON;
GO
CREATE VIEW dbo.grouped WITH SCHEMABINDING AS SELECT Country, COUNT_BIG(*) AS n FROM dbo.Sales GROUP BY ALL Country;
GO
CREATE UNIQUE CLUSTERED INDEX i ON dbo.grouped (Country);
