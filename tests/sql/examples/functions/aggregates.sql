-- The examples of pages of docs/t-sql/functions. A line after --> is a row that the page shows.
-- docs/t-sql/functions/approx-percentile-disc-transact-sql.md
SET NOCOUNT ON
GO
DROP TABLE IF EXISTS tblEmployee
GO
CREATE TABLE tblEmployee (EmplId INT IDENTITY(1,1) PRIMARY KEY CLUSTERED, DeptId INT, Salary int);
GO
INSERT INTO tblEmployee VALUES (1, 31),(1, 33), (1, 18), (2, 25),(2, 35),(2, 10), (2, 10),(3,1), (3,NULL), (4,NULL), (4,NULL)
GO
SELECT DeptId, APPROX_PERCENTILE_DISC(0.10) WITHIN GROUP(ORDER BY Salary) AS 'P10', APPROX_PERCENTILE_DISC(0.90) WITHIN GROUP(ORDER BY Salary) AS 'P90' FROM tblEmployee GROUP BY DeptId
--> 1 | 18 | 33
--> 2 | 10 | 35
--> 3 | 1 | 1
--> 4 | NULL | NULL
DROP TABLE tblEmployee;
SET NOCOUNT OFF;
GO
-- docs/t-sql/functions/approx-count-distinct-transact-sql.md
CREATE TABLE dbo.Orders (O_OrderKey int, O_OrderStatus nvarchar(64));
INSERT INTO dbo.Orders VALUES (1, N'F'), (1, N'F'), (2, N'O'), (3, N'O'), (3, N'P'), (NULL, N'P');
SELECT APPROX_COUNT_DISTINCT(O_OrderKey) AS Approx_Distinct_OrderKey FROM dbo.Orders;
--> 3
SELECT O_OrderStatus, APPROX_COUNT_DISTINCT(O_OrderKey) AS Approx_Distinct_OrderKey FROM dbo.Orders GROUP BY O_OrderStatus ORDER BY O_OrderStatus;
--> F | 1
--> O | 2
--> P | 1
DROP TABLE dbo.Orders;
GO
-- docs/t-sql/functions/max-transact-sql.md, docs/t-sql/functions/min-transact-sql.md
SELECT MAX(name) FROM sys.databases WHERE database_id < 5;
--> tempdb
SELECT DISTINCT d, MIN(r) OVER (PARTITION BY d) AS MinSalary, MAX(r) OVER (PARTITION BY d) AS MaxSalary, AVG(r) OVER (PARTITION BY d) AS AvgSalary, COUNT(r) OVER (PARTITION BY d) AS EmployeesPerDept
FROM (VALUES (N'Document Control', CAST(17.7885 AS money)), (N'Document Control', $16.8269), (N'Document Control', $16.8269), (N'Document Control', $10.25), (N'Document Control', $10.25)) AS p(d, r);
--> Document Control | 10.2500 | 17.7885 | 14.3884 | 5
SELECT DISTINCT MIN(UnitPrice) FROM (VALUES (CAST(5.1865 AS money)), (419.4589), (28.8404)) AS f(UnitPrice);
--> 5.1865
GO
-- docs/t-sql/functions/stdev-transact-sql.md
SELECT y, q, s, CAST(STDEV(s) OVER (ORDER BY y, q) AS decimal(9, 2)) AS StdDeviation FROM (VALUES (2002, 1, CAST(91000 AS money)), (2002, 2, 140000), (2002, 3, 70000), (2002, 4, 154000)) AS f(y, q, s) ORDER BY q;
--> 2002 | 1 | 91000.0000 | NULL
--> 2002 | 2 | 140000.0000 | 34648.23
--> 2002 | 3 | 70000.0000 | 35921.21
--> 2002 | 4 | 154000.0000 | 39752.36
GO
-- docs/t-sql/functions/json-arrayagg-transact-sql.md
SELECT JSON_ARRAYAGG(NULL);
--> []
SELECT JSON_ARRAYAGG(c1) FROM (VALUES ('c'), ('b'), ('a')) AS t(c1);
--> ["c","b","a"]
SELECT JSON_ARRAYAGG(c1 ORDER BY c1) FROM (VALUES ('c'), ('b'), ('a')) AS t(c1);
--> ["a","b","c"]
SELECT JSON_ARRAYAGG(1 RETURNING JSON);
--> [1]
WITH T AS (SELECT * FROM (VALUES (1, 'k1', 'a', 2), (1, 'k2', 'b', 3), (1, 'k3', 'b', 4), (2, 'j1', 'd', 7), (2, 'j2', 'd', 9)) AS b(id, name, type, amount))
SELECT id, type, SUM(amount) AS total_amount, JSON_ARRAYAGG(amount ORDER BY amount DESC) AS json_total_amount FROM T GROUP BY GROUPING SETS ((id), (type), (id, type), ()) ORDER BY id, type;
--> NULL | NULL | 25 | [9,7,4,3,2]
--> NULL | a | 2 | [2]
--> NULL | b | 7 | [4,3]
--> NULL | d | 16 | [9,7]
--> 1 | NULL | 9 | [4,3,2]
--> 1 | a | 2 | [2]
--> 1 | b | 7 | [4,3]
--> 2 | NULL | 16 | [9,7]
--> 2 | d | 16 | [9,7]
GO
-- docs/t-sql/functions/logical-functions-least-transact-sql.md
SELECT LEAST('6.62', 3.1415, N'7') AS Least;
--> 3.1415
SELECT LEAST('Glacier', N'Joshua Tree', 'Mount Rainier') AS Least;
--> Glacier
SELECT q, y, l, LEAST(q, y, l) AS Least FROM (VALUES (CAST(NULL AS money), CAST(559697.5639 AS money), CAST(.0000 AS money)), (250000, 1453719.4653, 1620276.8966), (NULL, 172524.4512, 0)) AS sp(q, y, l);
--> NULL | 559697.5639 | .0000 | .0000
--> 250000.0000 | 1453719.4653 | 1620276.8966 | 250000.0000
--> NULL | 172524.4512 | .0000 | .0000
CREATE TABLE studies (Variable varchar(10) NOT NULL, Correlation decimal(4, 3) NULL);
INSERT INTO studies VALUES ('Var1', 0.2), ('Var2', 0.825), ('Var3', 0.61);
GO
DECLARE @PredictionA DECIMAL(2,1) = 0.7;
DECLARE @PredictionB DECIMAL(3,1) = 0.65;
SELECT Variable, Correlation FROM studies WHERE Correlation < LEAST(@PredictionA, @PredictionB);
--> Var1 | .200
--> Var3 | .610
DROP TABLE studies;
CREATE TABLE products (prod_id int IDENTITY(1,1), listprice smallmoney NULL);
INSERT INTO products VALUES (14.99), (49.99), (24.99);
DECLARE @PriceX smallmoney = 19.99;
SELECT LEAST(listprice, 40, @PriceX) AS LeastPrice FROM products;
--> 14.9900
--> 19.9900
--> 19.9900
DROP TABLE products;
GO
-- docs/t-sql/functions/logical-functions-iif-transact-sql.md
DECLARE @a INT = 45, @b INT = 40;
SELECT IIF ( @a > @b, 'TRUE', 'FALSE' ) AS Result;
--> TRUE
GO
SELECT IIF ( 45 > 30, NULL, NULL ) AS Result;
--> Msg 8133, Level 16, State 1, Line 1
GO
DECLARE @P INT = NULL, @S INT = NULL;
SELECT IIF ( 45 > 30, @p, @s ) AS Result;
--> NULL
GO
