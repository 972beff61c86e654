-- docs/t-sql/queries/select-group-by-transact-sql.md, GROUP BY CUBE: the page's table has the totals of the first expression behind each group of the
-- second, then the grand total, then the totals of the second expression.
CREATE TABLE dbo.Sales (Country VARCHAR(50), Region VARCHAR(50), Sales INT);
INSERT dbo.Sales VALUES ('United States', 'Montana', 100), ('Canada', 'British Columbia', 200), ('Canada', 'Alberta', 100), ('Canada', 'British Columbia', 300);
GO
SELECT Country, Region, SUM(Sales) AS TotalSales FROM dbo.Sales GROUP BY CUBE (Country, Region);
SELECT Country, Region, SUM(Sales) AS TotalSales FROM dbo.Sales GROUP BY Country, Region WITH CUBE;
-- Each grouping of a list that isn't the total of the one before is sorted by itself.
SELECT Country, Region, SUM(Sales) AS TotalSales FROM dbo.Sales GROUP BY GROUPING SETS ((Region), (Country), ());
SELECT Country, COUNT(*) AS n FROM dbo.Sales GROUP BY GROUPING SETS (Country, Country, ());
GO
DROP TABLE dbo.Sales;
GO
