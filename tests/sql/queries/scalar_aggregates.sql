-- docs/relational-databases/performance/subqueries.md: a correlated subquery is evaluated for each row around it; the value of an
-- aggregate without rows is NULL, or 0 for COUNT (docs/t-sql/functions/count-transact-sql.md). docs/t-sql/language-elements/null-and-unknown-transact-sql.md:
-- a comparison with NULL is unknown.
CREATE DATABASE G;
GO
USE G;
SET NOCOUNT ON;
SET ANSI_WARNINGS ON;
CREATE TABLE dbo.shops (id int NOT NULL CONSTRAINT pk_shops PRIMARY KEY, town varchar(10) NULL, goal decimal(9, 2) NULL);
CREATE TABLE dbo.sales (id int NOT NULL, shop int NULL, town varchar(10) NULL, amount decimal(9, 2) NULL, units int NOT NULL);
INSERT INTO dbo.shops VALUES (1, 'Oslo', 100), (2, 'Rome', 5), (3, NULL, 0), (4, 'Bonn', NULL), (5, 'oslo', 40);
INSERT INTO dbo.sales VALUES (10, 1, 'Oslo', 100, 1), (11, 1, 'OSLO', 200, 2), (12, 3, NULL, 0, 3), (13, NULL, 'Rome', 300, 4),
  (14, 5, 'Bonn', 50, 5), (15, 1, 'Oslo', 100, 6), (16, 4, 'Bonn', 7, 7);
GO
SET SHOWPLAN_TEXT ON;
GO
-- A comparison drops the rows without a group: an inner join. COUNT and IS NULL keep them: an outer join.
SELECT s.id FROM dbo.shops AS s WHERE s.goal < (SELECT MAX(x.amount) FROM dbo.sales AS x WHERE x.shop = s.id) OPTION (HASH JOIN);
SELECT s.id FROM dbo.shops AS s WHERE 0 = (SELECT COUNT(*) FROM dbo.sales AS x WHERE x.shop = s.id) OPTION (HASH JOIN);
SELECT s.id FROM dbo.shops AS s WHERE (SELECT MAX(x.amount) FROM dbo.sales AS x WHERE x.shop = s.id) IS NULL OPTION (HASH JOIN);
-- The written order keeps a subquery a subquery. So does a correlation without an equality. A sum of ints that overflows fails
-- above an outer join, for its own row.
SELECT s.id FROM dbo.shops AS s WHERE s.goal < (SELECT MAX(x.amount) FROM dbo.sales AS x WHERE x.shop = s.id) OPTION (FORCE ORDER);
SELECT s.id FROM dbo.shops AS s WHERE s.id < (SELECT SUM(x.units) FROM dbo.sales AS x WHERE x.shop = s.id);
SELECT s.id FROM dbo.shops AS s WHERE s.id < (SELECT MAX(x.units) FROM dbo.sales AS x WHERE x.shop > s.id);
GO
SET SHOWPLAN_TEXT OFF;
GO
-- Averages: shop 1: 133.33, 3: 0, 4: 7, 5: 50; 2 has none. The goal of 4 is NULL.
SELECT s.id FROM dbo.shops AS s WHERE s.goal < (SELECT AVG(x.amount) FROM dbo.sales AS x WHERE x.shop = s.id) ORDER BY s.id;
SELECT s.id FROM dbo.shops AS s WHERE s.goal >= (SELECT AVG(x.amount) FROM dbo.sales AS x WHERE x.shop = s.id) ORDER BY s.id;
SELECT s.id FROM dbo.shops AS s WHERE s.goal < (SELECT 0.5 * SUM(x.amount) FROM dbo.sales AS x WHERE x.shop = s.id AND x.units > 1) ORDER BY s.id;
GO
-- The same rows with each method, and with a unique index to seek.
SELECT x.id FROM dbo.sales AS x WHERE x.amount = (SELECT MIN(y.amount) FROM dbo.sales AS y WHERE y.shop = x.shop) ORDER BY x.id OPTION (HASH JOIN);
SELECT x.id FROM dbo.sales AS x WHERE x.amount = (SELECT MIN(y.amount) FROM dbo.sales AS y WHERE y.shop = x.shop) ORDER BY x.id OPTION (MERGE JOIN);
SELECT x.id FROM dbo.sales AS x WHERE x.amount = (SELECT MIN(y.amount) FROM dbo.sales AS y WHERE y.shop = x.shop) ORDER BY x.id OPTION (LOOP JOIN);
SELECT x.id FROM dbo.sales AS x WHERE x.amount > (SELECT MAX(s.goal) FROM dbo.shops AS s WHERE s.id = x.shop) ORDER BY x.id OPTION (LOOP JOIN);
GO
-- No rows: NULL, and 0 for COUNT. A NULL shop equals no shop.
SELECT s.id FROM dbo.shops AS s WHERE 0 = (SELECT COUNT(*) FROM dbo.sales AS x WHERE x.shop = s.id) ORDER BY s.id;
SELECT s.id FROM dbo.shops AS s WHERE s.id > (SELECT COUNT(x.town) + 1 FROM dbo.sales AS x WHERE x.shop = s.id) ORDER BY s.id;
SELECT s.id FROM dbo.shops AS s WHERE (SELECT MAX(x.amount) FROM dbo.sales AS x WHERE x.shop = s.id) IS NULL ORDER BY s.id;
SELECT s.id FROM dbo.shops AS s WHERE s.id = 2 OR s.goal < (SELECT MAX(x.amount) FROM dbo.sales AS x WHERE x.shop = s.id) ORDER BY s.id;
SELECT s.id FROM dbo.shops AS s WHERE COALESCE((SELECT MAX(x.amount) FROM dbo.sales AS x WHERE x.shop = s.id), 5) = s.goal ORDER BY s.id;
SELECT s.id FROM dbo.shops AS s WHERE s.goal BETWEEN 1 AND (SELECT MAX(x.amount) FROM dbo.sales AS x WHERE x.shop = s.id) ORDER BY s.id;
SELECT s.id FROM dbo.shops AS s WHERE (SELECT MAX(x.amount) FROM dbo.sales AS x WHERE x.shop = s.id) BETWEEN 1 AND 60 ORDER BY s.id;
SELECT x.id FROM dbo.sales AS x WHERE 0 = (SELECT COUNT(*) FROM dbo.sales AS y WHERE y.shop = x.shop) ORDER BY x.id;
SELECT s.id FROM dbo.shops AS s WHERE s.goal < (SELECT MAX(x.amount) FROM dbo.sales AS x WHERE x.shop = s.id AND x.id > 99);
GO
-- Strings are equal without regard to case and trailing blanks; two equalities; two subqueries; one within another; over groups.
SELECT s.id FROM dbo.shops AS s WHERE 3 = (SELECT COUNT(*) FROM dbo.sales AS x WHERE x.town = s.town) ORDER BY s.id;
SELECT s.id FROM dbo.shops AS s WHERE 200 = (SELECT MAX(x.amount) FROM dbo.sales AS x WHERE x.town = s.town AND x.shop = s.id) ORDER BY s.id;
SELECT s.id FROM dbo.shops AS s WHERE (SELECT MIN(x.amount) FROM dbo.sales AS x WHERE x.shop = s.id) < (SELECT MAX(y.amount) FROM dbo.sales AS y WHERE y.town = s.town)
ORDER BY s.id;
SELECT s.id FROM dbo.shops AS s
WHERE s.id <= (SELECT COUNT(*) FROM dbo.sales AS x WHERE x.shop = s.id AND x.amount >= (SELECT AVG(y.amount) FROM dbo.sales AS y WHERE y.town = x.town)) ORDER BY s.id;
SELECT x.town, COUNT(*) AS n FROM dbo.sales AS x GROUP BY x.town HAVING COUNT(*) > (SELECT COUNT(*) FROM dbo.shops AS s WHERE s.town = x.town) ORDER BY x.town;
SELECT s.id, x.id FROM dbo.shops AS s JOIN dbo.sales AS x ON x.shop = s.id
WHERE x.amount = (SELECT MAX(y.amount) FROM dbo.sales AS y JOIN dbo.shops AS t ON t.id = y.shop WHERE y.shop = s.id AND t.goal > 0) ORDER BY s.id, x.id;
GO
-- A condition that divides is evaluated for whole rows only, in any order of the joins: no error 8134.
SELECT s.id FROM dbo.shops AS s JOIN dbo.sales AS x ON x.shop = s.id
WHERE s.goal > 0 AND x.amount / s.goal > (SELECT MIN(y.amount) / 100 FROM dbo.sales AS y WHERE y.shop = s.id) ORDER BY s.id, x.id;
GO
-- docs/t-sql/functions/avg-transact-sql.md: a sum beyond the type of the result is an error, but only for the rows that ask for it.
INSERT INTO dbo.sales VALUES (20, 9, NULL, 1, 2147483647), (21, 9, NULL, 1, 2147483647), (22, 8, NULL, 1, -7), (23, 8, NULL, 1, 2);
SELECT s.id FROM dbo.shops AS s WHERE s.id < (SELECT SUM(x.units) FROM dbo.sales AS x WHERE x.shop = s.id) ORDER BY s.id;
SELECT s.id FROM dbo.shops AS s WHERE s.id <= (SELECT AVG(x.units) FROM dbo.sales AS x WHERE x.shop = s.id) ORDER BY s.id;
SELECT s.id FROM dbo.shops AS s WHERE (SELECT AVG(x.units) FROM dbo.sales AS x WHERE x.shop = s.id) > 2 ORDER BY s.id;
SELECT s.id FROM dbo.shops AS s WHERE (SELECT SUM(x.units) FROM dbo.sales AS x WHERE x.shop = s.id) IS NULL ORDER BY s.id;
INSERT INTO dbo.shops VALUES (8, NULL, NULL), (9, NULL, NULL);
SELECT s.id FROM dbo.shops AS s WHERE s.id <> 9 AND (SELECT AVG(x.units) FROM dbo.sales AS x WHERE x.shop = s.id) = -2 ORDER BY s.id;
GO
SELECT s.id FROM dbo.shops AS s WHERE s.id < (SELECT SUM(x.units) FROM dbo.sales AS x WHERE x.shop = s.id) ORDER BY s.id;
GO
SELECT s.id FROM dbo.shops AS s WHERE s.id <= (SELECT AVG(x.units) FROM dbo.sales AS x WHERE x.shop = s.id) ORDER BY s.id;
GO
USE master;
DROP DATABASE G;
