-- The examples of pages of docs/t-sql/functions, over small tables with the shape of the pages' tables. A line after
-- --> is a row that the page shows.
-- docs/t-sql/functions/cume-dist-transact-sql.md, docs/t-sql/functions/percent-rank-transact-sql.md
CREATE TABLE dbo.Pay (Department nvarchar(30), LastName nvarchar(30), Rate money, HireDate date);
INSERT INTO dbo.Pay VALUES (N'Document Control', N'Arifin', 17.7885, '2003-02-05'), (N'Document Control', N'Norred', 16.8269, '2003-04-07'), (N'Document Control', N'Kharatishvili', 16.8269, '2003-01-17'),
    (N'Document Control', N'Chai', 10.25, '2003-02-23'), (N'Document Control', N'Berge', 10.25, '2003-03-13'), (N'Information Services', N'Trenary', 50.4808, '2003-01-12'), (N'Information Services', N'Conroy', 39.6635, '2003-03-08'),
    (N'Information Services', N'Ajenstat', 38.4615, '2003-02-18'), (N'Information Services', N'Wilson', 38.4615, '2003-02-23'), (N'Information Services', N'Sharma', 32.4519, '2003-01-05'), (N'Information Services', N'Connelly', 32.4519, '2003-03-27'),
    (N'Information Services', N'Berg', 27.4038, '2003-03-20'), (N'Information Services', N'Meyyappan', 27.4038, '2003-03-07'), (N'Information Services', N'Bacon', 27.4038, '2003-02-12'), (N'Information Services', N'Bueno', 27.4038, '2003-01-24');
SELECT Department, LastName, Rate, CAST(CUME_DIST() OVER (PARTITION BY Department ORDER BY Rate) AS decimal(2, 1)) AS CumeDist, CAST(PERCENT_RANK() OVER (PARTITION BY Department ORDER BY Rate) AS decimal(16, 15)) AS PctRank
FROM dbo.Pay WHERE Department IN (N'Information Services', N'Document Control') ORDER BY Department, Rate DESC, LastName;
--> Document Control | Arifin | 17.7885 | 1.0 | 1.000000000000000
--> Document Control | Kharatishvili | 16.8269 | .8 | .500000000000000
--> Document Control | Norred | 16.8269 | .8 | .500000000000000
--> Document Control | Berge | 10.2500 | .4 | .000000000000000
--> Document Control | Chai | 10.2500 | .4 | .000000000000000
--> Information Services | Trenary | 50.4808 | 1.0 | 1.000000000000000
--> Information Services | Conroy | 39.6635 | .9 | .888888888888889
--> Information Services | Ajenstat | 38.4615 | .8 | .666666666666667
--> Information Services | Wilson | 38.4615 | .8 | .666666666666667
--> Information Services | Connelly | 32.4519 | .6 | .444444444444444
--> Information Services | Sharma | 32.4519 | .6 | .444444444444444
--> Information Services | Bacon | 27.4038 | .4 | .000000000000000
--> Information Services | Berg | 27.4038 | .4 | .000000000000000
--> Information Services | Bueno | 27.4038 | .4 | .000000000000000
--> Information Services | Meyyappan | 27.4038 | .4 | .000000000000000
GO
-- docs/t-sql/functions/last-value-transact-sql.md: the order of rows with the same rate is made certain.
SELECT Department, LastName, Rate, LAST_VALUE(HireDate) OVER (PARTITION BY Department ORDER BY Rate) AS LastValue
FROM (SELECT TOP (100) * FROM dbo.Pay WHERE LastName IN ('Arifin', 'Trenary', 'Conroy')) AS p ORDER BY Department, Rate;
--> Document Control | Arifin | 17.7885 | 2003-02-05
--> Information Services | Conroy | 39.6635 | 2003-03-08
--> Information Services | Trenary | 50.4808 | 2003-01-12
GO
-- docs/t-sql/functions/percentile-disc-transact-sql.md
SELECT DISTINCT Department AS DepartmentName, CAST(PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY Rate) OVER (PARTITION BY Department) AS decimal(6, 4)) AS MedianCont, PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY Rate) OVER (PARTITION BY Department) AS MedianDisc
FROM dbo.Pay WHERE Department = N'Document Control';
--> Document Control | 16.8269 | 16.8269
DROP TABLE dbo.Pay;
GO
-- docs/t-sql/functions/last-value-transact-sql.md
CREATE TABLE dbo.Quota (id int, q tinyint, y int, SalesQuota money);
INSERT INTO dbo.Quota VALUES (274, 1, 2006, 91000), (274, 2, 2006, 140000), (274, 3, 2006, 70000), (274, 4, 2006, 154000), (274, 1, 2007, 107000), (274, 2, 2007, 58000), (274, 3, 2007, 263000), (274, 4, 2007, 116000), (274, 1, 2008, 84000), (274, 2, 2008, 187000);
SELECT id, q, y, SalesQuota AS QuotaThisQuarter, SalesQuota - FIRST_VALUE(SalesQuota) OVER (PARTITION BY id, y ORDER BY q) AS DifferenceFromFirstQuarter,
    SalesQuota - LAST_VALUE(SalesQuota) OVER (PARTITION BY id, y ORDER BY q RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS DifferenceFromLastQuarter FROM dbo.Quota ORDER BY id, y, q;
--> 274 | 1 | 2006 | 91000.0000 | .0000 | -63000.0000
--> 274 | 2 | 2006 | 140000.0000 | 49000.0000 | -14000.0000
--> 274 | 3 | 2006 | 70000.0000 | -21000.0000 | -84000.0000
--> 274 | 4 | 2006 | 154000.0000 | 63000.0000 | .0000
--> 274 | 1 | 2007 | 107000.0000 | .0000 | -9000.0000
--> 274 | 2 | 2007 | 58000.0000 | -49000.0000 | -58000.0000
--> 274 | 3 | 2007 | 263000.0000 | 156000.0000 | 147000.0000
--> 274 | 4 | 2007 | 116000.0000 | 9000.0000 | .0000
--> 274 | 1 | 2008 | 84000.0000 | .0000 | -103000.0000
--> 274 | 2 | 2008 | 187000.0000 | 103000.0000 | .0000
DROP TABLE dbo.Quota;
GO
-- docs/t-sql/functions/lead-transact-sql.md
CREATE TABLE T (a int, b int, c int);
INSERT INTO T VALUES (1, 1, -3), (2, 2, 4), (3, 1, NULL), (4, 3, 1), (5, 2, NULL), (6, 1, 5);
SELECT b, c, LEAD(2 * c, b * (SELECT MIN(b) FROM T), -c / 2.0) OVER (ORDER BY a) AS i FROM T;
--> 1 | -3 | 8
--> 2 | 4 | 2
--> 1 | NULL | 2
--> 3 | 1 | 0
--> 2 | NULL | NULL
--> 1 | 5 | -2
DROP TABLE T;
SELECT TerritoryName, BusinessEntityID, SalesYTD, LEAD(SalesYTD, 1, 0) OVER (PARTITION BY TerritoryName ORDER BY SalesYTD DESC) AS NextRepSales
FROM (VALUES (N'Canada', 282, CAST(2604540.7172 AS money)), (N'Canada', 278, 1453719.4653), (N'Northwest', 284, 1576562.1966), (N'Northwest', 283, 1573012.9383), (N'Northwest', 280, 1352577.1325)) AS v(TerritoryName, BusinessEntityID, SalesYTD) ORDER BY TerritoryName;
--> Canada | 282 | 2604540.7172 | 1453719.4653
--> Canada | 278 | 1453719.4653 | .0000
--> Northwest | 284 | 1576562.1966 | 1573012.9383
--> Northwest | 283 | 1573012.9383 | 1352577.1325
--> Northwest | 280 | 1352577.1325 | .0000
SELECT y, q, s, LEAD(s, 1, 0) OVER (ORDER BY y, q) AS NextQuota, s - LEAD(s, 1, 0) OVER (ORDER BY y, q) AS Diff
FROM (VALUES (2001, 3, CAST(28000 AS money)), (2001, 4, 7000), (2002, 1, 91000), (2002, 2, 140000), (2002, 3, 7000), (2002, 4, 154000)) AS v(y, q, s) ORDER BY y, q;
--> 2001 | 3 | 28000.0000 | 7000.0000 | 21000.0000
--> 2001 | 4 | 7000.0000 | 91000.0000 | -84000.0000
--> 2002 | 1 | 91000.0000 | 140000.0000 | -49000.0000
GO
-- docs/t-sql/functions/dense-rank-transact-sql.md, docs/t-sql/functions/rank-transact-sql.md
CREATE TABLE dbo.Inventory (ProductID int, Name nvarchar(30), LocationID smallint, Quantity smallint);
INSERT INTO dbo.Inventory VALUES (494, N'Paint - Silver', 3, 49), (495, N'Paint - Blue', 3, 49), (493, N'Paint - Red', 3, 41), (496, N'Paint - Yellow', 3, 30), (492, N'Paint - Black', 3, 17),
    (495, N'Paint - Blue', 4, 35), (496, N'Paint - Yellow', 4, 25), (493, N'Paint - Red', 4, 24), (492, N'Paint - Black', 4, 14), (494, N'Paint - Silver', 4, 12);
SELECT ProductID, Name, LocationID, Quantity, DENSE_RANK() OVER (PARTITION BY LocationID ORDER BY Quantity DESC) AS Dense, RANK() OVER (PARTITION BY LocationID ORDER BY Quantity DESC) AS Rank FROM dbo.Inventory ORDER BY LocationID, Quantity DESC, ProductID;
--> 494 | Paint - Silver | 3 | 49 | 1 | 1
--> 495 | Paint - Blue | 3 | 49 | 1 | 1
--> 493 | Paint - Red | 3 | 41 | 2 | 3
--> 496 | Paint - Yellow | 3 | 30 | 3 | 4
--> 492 | Paint - Black | 3 | 17 | 4 | 5
--> 495 | Paint - Blue | 4 | 35 | 1 | 1
--> 496 | Paint - Yellow | 4 | 25 | 2 | 2
--> 493 | Paint - Red | 4 | 24 | 3 | 3
--> 492 | Paint - Black | 4 | 14 | 4 | 4
--> 494 | Paint - Silver | 4 | 12 | 5 | 5
DROP TABLE dbo.Inventory;
SELECT TOP (10) BusinessEntityID, Rate, DENSE_RANK() OVER (ORDER BY Rate DESC) AS RankBySalary
FROM (VALUES (1, CAST(125.50 AS money)), (25, 84.1346), (273, 72.1154), (2, 63.4615), (234, 60.0962), (263, 50.4808), (7, 50.4808), (234, 48.5577), (285, 48.101), (274, 48.101)) AS h(BusinessEntityID, Rate) ORDER BY Rate DESC, BusinessEntityID DESC;
--> 1 | 125.5000 | 1
--> 25 | 84.1346 | 2
--> 273 | 72.1154 | 3
--> 2 | 63.4615 | 4
--> 234 | 60.0962 | 5
--> 263 | 50.4808 | 6
--> 7 | 50.4808 | 6
--> 234 | 48.5577 | 7
--> 285 | 48.1010 | 8
--> 274 | 48.1010 | 8
GO
CREATE TABLE dbo.People (FirstName nvarchar(20), LastName nvarchar(30), SalesYTD money, PostalCode nvarchar(15), n int IDENTITY);
INSERT INTO dbo.People VALUES (N'Michael', N'Blythe', 4557045.0459, N'98027'), (N'Linda', N'Mitchell', 5200475.2313, N'98027'), (N'Jillian', N'Carson', 3857163.6332, N'98027'), (N'Garrett', N'Vargas', 1764938.9859, N'98027'), (N'Tsvi', N'Reiter', 2811012.7151, N'98027'),
    (N'Shu', N'Ito', 3018725.4858, N'98055'), (N'José', N'Saraiva', 3189356.2465, N'98055'), (N'David', N'Campbell', 3587378.4257, N'98055'), (N'Tete', N'Mensa-Annan', 1931620.1835, N'98055'), (N'Lynn', N'Tsoflias', 1758385.926, N'98055'),
    (N'Rachel', N'Valdez', 2241204.0424, N'98055'), (N'Jae', N'Pak', 5015682.3752, N'98055'), (N'Ranjit', N'Varkey Chudukatil', 3827950.238, N'98055');
SELECT FirstName, LastName, ROW_NUMBER() OVER (ORDER BY PostalCode, n) AS "Row Number", RANK() OVER (ORDER BY PostalCode) AS Rank, DENSE_RANK() OVER (ORDER BY PostalCode) AS "Dense Rank", NTILE(4) OVER (ORDER BY PostalCode, n) AS Quartile, SalesYTD, PostalCode FROM dbo.People ORDER BY n;
--> Michael | Blythe | 1 | 1 | 1 | 1 | 4557045.0459 | 98027
--> Linda | Mitchell | 2 | 1 | 1 | 1 | 5200475.2313 | 98027
--> Jillian | Carson | 3 | 1 | 1 | 1 | 3857163.6332 | 98027
--> Garrett | Vargas | 4 | 1 | 1 | 1 | 1764938.9859 | 98027
--> Tsvi | Reiter | 5 | 1 | 1 | 2 | 2811012.7151 | 98027
--> Shu | Ito | 6 | 6 | 2 | 2 | 3018725.4858 | 98055
--> José | Saraiva | 7 | 6 | 2 | 2 | 3189356.2465 | 98055
--> David | Campbell | 8 | 6 | 2 | 3 | 3587378.4257 | 98055
--> Tete | Mensa-Annan | 9 | 6 | 2 | 3 | 1931620.1835 | 98055
--> Lynn | Tsoflias | 10 | 6 | 2 | 3 | 1758385.9260 | 98055
--> Rachel | Valdez | 11 | 6 | 2 | 4 | 2241204.0424 | 98055
--> Jae | Pak | 12 | 6 | 2 | 4 | 5015682.3752 | 98055
--> Ranjit | Varkey Chudukatil | 13 | 6 | 2 | 4 | 3827950.2380 | 98055
DROP TABLE dbo.People;
GO
-- docs/t-sql/functions/ntile-transact-sql.md
CREATE TABLE dbo.Sellers (FirstName nvarchar(20), LastName nvarchar(30), TerritoryName nvarchar(20), SalesYTD money, PostalCode nvarchar(15));
INSERT INTO dbo.Sellers VALUES (N'Linda', N'Mitchell', N'Southwest', 4251368.5497, N'98027'), (N'Jae', N'Pak', N'United Kingdom', 4116871.2277, N'98055'), (N'Michael', N'Blythe', N'Northeast', 3763178.1787, N'98027'), (N'Jillian', N'Carson', N'Central', 3189418.3662, N'98027'),
    (N'Ranjit', N'Varkey Chudukatil', N'France', 3121616.3202, N'98055'), (N'José', N'Saraiva', N'Canada', 2604540.7172, N'98055'), (N'Shu', N'Ito', N'Southwest', 2458535.6169, N'98055'), (N'Tsvi', N'Reiter', N'Southeast', 2315185.6110, N'98027'),
    (N'Rachel', N'Valdez', N'Germany', 1827066.7118, N'98055'), (N'Tete', N'Mensa-Annan', N'Northwest', 1576562.1966, N'98055'), (N'David', N'Campbell', N'Northwest', 1573012.9383, N'98055'), (N'Garrett', N'Vargas', N'Canada', 1453719.4653, N'98027'),
    (N'Lynn', N'Tsoflias', N'Australia', 1421810.9242, N'98055'), (N'Pamela', N'Ansman-Wolfe', N'Northwest', 1352577.1325, N'98027');
SELECT FirstName, LastName, NTILE(4) OVER (ORDER BY SalesYTD DESC) AS Quartile, CONVERT(nvarchar(20), SalesYTD, 1) AS SalesYTD, PostalCode FROM dbo.Sellers;
--> Linda | Mitchell | 1 | 4,251,368.55 | 98027
--> Jae | Pak | 1 | 4,116,871.23 | 98055
--> Michael | Blythe | 1 | 3,763,178.18 | 98027
--> Jillian | Carson | 1 | 3,189,418.37 | 98027
--> Ranjit | Varkey Chudukatil | 2 | 3,121,616.32 | 98055
--> José | Saraiva | 2 | 2,604,540.72 | 98055
--> Shu | Ito | 2 | 2,458,535.62 | 98055
--> Tsvi | Reiter | 2 | 2,315,185.61 | 98027
--> Rachel | Valdez | 3 | 1,827,066.71 | 98055
--> Tete | Mensa-Annan | 3 | 1,576,562.20 | 98055
--> David | Campbell | 3 | 1,573,012.94 | 98055
--> Garrett | Vargas | 4 | 1,453,719.47 | 98027
--> Lynn | Tsoflias | 4 | 1,421,810.92 | 98055
--> Pamela | Ansman-Wolfe | 4 | 1,352,577.13 | 98027
DECLARE @NTILE_Var int = 4;
SELECT FirstName, LastName, NTILE(@NTILE_Var) OVER (PARTITION BY PostalCode ORDER BY SalesYTD DESC) AS Quartile, CONVERT(nvarchar(20), SalesYTD, 1) AS SalesYTD, PostalCode FROM dbo.Sellers ORDER BY PostalCode, SalesYTD DESC;
--> Linda | Mitchell | 1 | 4,251,368.55 | 98027
--> Michael | Blythe | 1 | 3,763,178.18 | 98027
--> Jillian | Carson | 2 | 3,189,418.37 | 98027
--> Tsvi | Reiter | 2 | 2,315,185.61 | 98027
--> Garrett | Vargas | 3 | 1,453,719.47 | 98027
--> Pamela | Ansman-Wolfe | 4 | 1,352,577.13 | 98027
--> Jae | Pak | 1 | 4,116,871.23 | 98055
--> Ranjit | Varkey Chudukatil | 1 | 3,121,616.32 | 98055
--> José | Saraiva | 2 | 2,604,540.72 | 98055
--> Shu | Ito | 2 | 2,458,535.62 | 98055
--> Rachel | Valdez | 3 | 1,827,066.71 | 98055
--> Tete | Mensa-Annan | 3 | 1,576,562.20 | 98055
--> David | Campbell | 4 | 1,573,012.94 | 98055
--> Lynn | Tsoflias | 4 | 1,421,810.92 | 98055
GO
-- docs/t-sql/functions/row-number-transact-sql.md
SELECT name, recovery_model_desc FROM sys.databases WHERE database_id < 5 ORDER BY name ASC;
--> master | SIMPLE
--> model | FULL
--> msdb | SIMPLE
--> tempdb | SIMPLE
SELECT ROW_NUMBER() OVER (ORDER BY name ASC) AS Row#, name, recovery_model_desc FROM sys.databases WHERE database_id < 5;
--> 1 | master | SIMPLE
--> 2 | model | FULL
--> 3 | msdb | SIMPLE
--> 4 | tempdb | SIMPLE
SELECT ROW_NUMBER() OVER (PARTITION BY recovery_model_desc ORDER BY name ASC) AS Row#, name, recovery_model_desc FROM sys.databases WHERE database_id < 5;
--> 1 | model | FULL
--> 1 | master | SIMPLE
--> 2 | msdb | SIMPLE
--> 3 | tempdb | SIMPLE
GO
SELECT ROW_NUMBER() OVER (ORDER BY SalesYTD DESC) AS Row, FirstName, LastName, ROUND(SalesYTD, 2, 1) AS "Sales YTD" FROM dbo.Sellers WHERE TerritoryName IS NOT NULL AND SalesYTD > 3700000;
--> 1 | Linda | Mitchell | 4251368.5400
--> 2 | Jae | Pak | 4116871.2200
--> 3 | Michael | Blythe | 3763178.1700
SELECT FirstName, LastName, TerritoryName, ROUND(SalesYTD, 2, 1) AS SalesYTD, ROW_NUMBER() OVER (PARTITION BY TerritoryName ORDER BY SalesYTD DESC) AS Row FROM dbo.Sellers WHERE TerritoryName IS NOT NULL AND SalesYTD <> 0 ORDER BY TerritoryName;
--> Lynn | Tsoflias | Australia | 1421810.9200 | 1
--> José | Saraiva | Canada | 2604540.7100 | 1
--> Garrett | Vargas | Canada | 1453719.4600 | 2
--> Jillian | Carson | Central | 3189418.3600 | 1
--> Ranjit | Varkey Chudukatil | France | 3121616.3200 | 1
--> Rachel | Valdez | Germany | 1827066.7100 | 1
--> Michael | Blythe | Northeast | 3763178.1700 | 1
--> Tete | Mensa-Annan | Northwest | 1576562.1900 | 1
--> David | Campbell | Northwest | 1573012.9300 | 2
--> Pamela | Ansman-Wolfe | Northwest | 1352577.1300 | 3
--> Tsvi | Reiter | Southeast | 2315185.6100 | 1
--> Linda | Mitchell | Southwest | 4251368.5400 | 1
--> Shu | Ito | Southwest | 2458535.6100 | 2
--> Jae | Pak | United Kingdom | 4116871.2200 | 1
DROP TABLE dbo.Sellers;
GO
