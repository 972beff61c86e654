-- docs/t-sql/queries/select-group-by-transact-sql.md, GROUP BY ROLLUP: the page's table shows the groups in the order of their expressions, with each
-- total behind its groups.
CREATE TABLE dbo.Sales (Country VARCHAR(50), Region VARCHAR(50), Sales INT);
INSERT dbo.Sales VALUES ('United States', 'Montana', 100), ('Canada', 'British Columbia', 200), ('Canada', 'Alberta', 100), ('Canada', 'British Columbia', 300);
GO
SELECT Country, Region, SUM(Sales) AS TotalSales FROM dbo.Sales GROUP BY ROLLUP (Country, Region);
SELECT Country, Region, SUM(Sales) AS TotalSales FROM dbo.Sales GROUP BY Country, Region WITH ROLLUP;
-- A NULL of a row comes before other values, and the total's NULL behind them.
INSERT dbo.Sales VALUES ('Canada', NULL, 7), (NULL, 'Nowhere', 1);
SELECT Country, Region, SUM(Sales) AS TotalSales, GROUPING(Country) AS c, GROUPING(Region) AS r FROM dbo.Sales GROUP BY ROLLUP (Country, Region);
SELECT Country, Region, COUNT(DISTINCT Sales) AS n FROM dbo.Sales GROUP BY ROLLUP ((Country, Region));
