-- docs/t-sql/queries/select-group-by-transact-sql.md (with the page's table), docs/t-sql/functions/grouping-transact-sql.md and
-- grouping-id-transact-sql.md: ROLLUP, CUBE, GROUPING SETS, both ways to write them, and what tells a total from a NULL.
CREATE DATABASE G;
GO
USE G;
GO
SET NOCOUNT ON;
CREATE TABLE dbo.Sales(Country varchar(50), Region varchar(50), Sales int);
INSERT INTO dbo.Sales VALUES (N'Canada', N'Alberta', 100), (N'Canada', N'British Columbia', 200), (N'Canada', N'British Columbia', 300), (N'United States', N'Montana', 100);
GO
SELECT Country, Region, SUM(Sales) AS TotalSales FROM dbo.Sales GROUP BY Country, Region ORDER BY Country, Region;
SELECT Country, Region, SUM(Sales) AS TotalSales FROM dbo.Sales GROUP BY ROLLUP (Country, Region) ORDER BY GROUPING(Country), Country, GROUPING(Region), Region;
SELECT Country, Region, SUM(Sales) AS TotalSales FROM dbo.Sales GROUP BY CUBE (Country, Region) ORDER BY Country, Region;
SELECT Country, Region, SUM(Sales) AS TotalSales FROM dbo.Sales GROUP BY Country, Region WITH ROLLUP ORDER BY Country, Region;
SELECT Country, Region, SUM(Sales) AS TotalSales FROM dbo.Sales GROUP BY Country, Region WITH CUBE ORDER BY Country, Region;
GO
-- What GROUPING SETS lists is not consolidated: both elements have a grand total.
SELECT Country, Region, SUM(Sales) AS TotalSales FROM dbo.Sales GROUP BY GROUPING SETS (ROLLUP (Country, Region), CUBE (Country, Region)) ORDER BY Country, Region;
SELECT Country, SUM(Sales) AS TotalSales FROM dbo.Sales GROUP BY GROUPING SETS (Country, ()) ORDER BY Country;
SELECT Country, SUM(Sales) AS TotalSales FROM dbo.Sales GROUP BY GROUPING SETS ((), (Country), (Country), ()) ORDER BY Country;
SELECT Country, Region, COUNT(*) AS n FROM dbo.Sales GROUP BY GROUPING SETS ((Country), (Region)) ORDER BY Country, Region;
SELECT Country, Region, COUNT(*) AS n FROM dbo.Sales GROUP BY GROUPING SETS ((Country, Region)) ORDER BY Country, Region;
SELECT Country, Region, COUNT(*) AS n FROM dbo.Sales GROUP BY Country, GROUPING SETS ((Region), ()) ORDER BY Country, Region;
SELECT Country, Region, COUNT(*) AS n FROM dbo.Sales GROUP BY ROLLUP ((Country, Region)) ORDER BY Country, Region;
SELECT Country, Region, Sales, COUNT(*) AS n FROM dbo.Sales GROUP BY CUBE ((Country, Region), Sales) ORDER BY Country, Region, Sales;
SELECT Country, Region, COUNT(*) AS n FROM dbo.Sales GROUP BY ROLLUP (Country), ROLLUP (Region) ORDER BY Country, Region;
GO
-- GROUPING is a tinyint, GROUPING_ID an int with a bit for each argument, the last one's the lowest.
SELECT Country, Region, GROUPING(Country) AS c, GROUPING(Region) AS r, GROUPING_ID(Country, Region) AS both_, GROUPING_ID(Region, Country) AS turned, GROUPING_ID(Country) AS one
FROM dbo.Sales GROUP BY CUBE (Country, Region) ORDER BY both_, Country, Region;
SELECT CASE GROUPING_ID(Country, Region) WHEN 0 THEN Region WHEN 1 THEN 'Total: ' + Country WHEN 3 THEN 'Company total' END AS line, SUM(Sales) AS total
FROM dbo.Sales GROUP BY ROLLUP (Country, Region) ORDER BY GROUPING(Country), Country, GROUPING(Region), Region;
SELECT Country, SUM(Sales) AS total FROM dbo.Sales GROUP BY ROLLUP (Country, Region) HAVING GROUPING(Region) = 1 ORDER BY Country;
SELECT Country, GROUPING(Country) AS c FROM dbo.Sales GROUP BY Country ORDER BY Country;
GO
-- A NULL of the rows and one of a total are told apart.
INSERT INTO dbo.Sales VALUES (NULL, NULL, 7), ('Canada', NULL, 5);
SELECT Country, Region, SUM(Sales) AS total, GROUPING_ID(Country, Region) AS id FROM dbo.Sales GROUP BY ROLLUP (Country, Region) ORDER BY id, Country, Region;
GO
-- DISTINCT and other aggregates; expressions; ORDER BY an aggregate; TOP; DISTINCT; a window over the groups.
SELECT Country, COUNT(DISTINCT Region) AS regions, COUNT(*) AS n, AVG(Sales) AS mean, MIN(Sales) AS least, MAX(Sales) AS most FROM dbo.Sales WHERE Country IS NOT NULL GROUP BY ROLLUP (Country) ORDER BY GROUPING(Country), Country;
SELECT LEFT(Country, 1) AS letter, Sales % 2 AS odd, COUNT(*) AS n FROM dbo.Sales GROUP BY CUBE (LEFT(Country, 1), Sales % 2) ORDER BY GROUPING_ID(LEFT(Country, 1), Sales % 2), letter, odd;
SELECT TOP (2) Country, SUM(Sales) AS total FROM dbo.Sales GROUP BY ROLLUP (Country) ORDER BY SUM(Sales) DESC;
SELECT DISTINCT GROUPING(Region) AS g FROM dbo.Sales GROUP BY ROLLUP (Country, Region) ORDER BY g;
SELECT Country, SUM(Sales) AS total, RANK() OVER (PARTITION BY GROUPING(Country) ORDER BY SUM(Sales) DESC) AS r FROM dbo.Sales GROUP BY ROLLUP (Country) ORDER BY GROUPING(Country), r;
GO
-- No rows: the empty grouping has one all the same.
SELECT Country, COUNT(*) AS n FROM dbo.Sales WHERE Sales < 0 GROUP BY GROUPING SETS (Country, ());
SELECT COUNT(*) AS n FROM dbo.Sales WHERE Sales < 0 GROUP BY ();
SELECT Country, COUNT(*) AS n FROM dbo.Sales WHERE Sales < 0 GROUP BY Country;
-- A grouped column may be NULL in a table that is made of it.
SELECT Country AS c, COUNT(*) AS n INTO dbo.made FROM (SELECT 'x' AS Country) AS d GROUP BY ROLLUP (Country);
SELECT c, n FROM dbo.made ORDER BY c;
GO
-- A filter over a derived table of groupings is about its rows.
SELECT * FROM (SELECT Country, Region, COUNT(*) AS n FROM dbo.Sales GROUP BY CUBE (Country, Region)) AS d WHERE d.Country IS NULL AND d.Region = 'Montana';
GO
-- 8120, 144, 164, 8160, 8161; both ways to write it at once (10702); limits (10703, 10706).
SELECT Region FROM dbo.Sales GROUP BY ROLLUP (Country);
GO
SELECT 1 FROM dbo.Sales GROUP BY ROLLUP (COUNT(*));
GO
SELECT COUNT(*) FROM dbo.Sales GROUP BY 1;
GO
SELECT GROUPING(Country) FROM dbo.Sales;
GO
SELECT GROUPING(Region) FROM dbo.Sales GROUP BY ROLLUP (Country);
GO
SELECT GROUPING_ID(Country, Region) FROM dbo.Sales GROUP BY ROLLUP (Country);
GO
SELECT COUNT(*) FROM dbo.Sales GROUP BY ROLLUP (Country) WITH CUBE;
GO
CREATE TABLE dbo.wide(a1 int, a2 int, a3 int, a4 int, a5 int, a6 int, a7 int, a8 int, a9 int, a10 int, a11 int, a12 int, a13 int);
INSERT INTO dbo.wide (a1) VALUES (1);
SELECT COUNT(*) AS groups FROM (SELECT COUNT(*) AS n FROM dbo.wide GROUP BY CUBE (a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12)) AS d;
GO
SELECT COUNT(*) FROM dbo.wide GROUP BY GROUPING SETS (CUBE (a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12), ());
GO
SELECT COUNT(*) FROM dbo.wide GROUP BY CUBE (a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13);
GO
SELECT COUNT(*) FROM dbo.wide GROUP BY a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13 WITH CUBE;
GO
SELECT COUNT(*) FROM dbo.wide GROUP BY ROLLUP (a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a1 + 1, a1 + 2, a1 + 3, a1 + 4, a1 + 5, a1 + 6, a1 + 7, a1 + 8, a1 + 9, a1 + 10, a1 + 11, a1 + 12, a1 + 13, a1 + 14, a1 + 15, a1 + 16, a1 + 17, a1 + 18, a1 + 19, a1 + 20);
GO
