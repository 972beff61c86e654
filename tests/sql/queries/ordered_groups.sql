-- docs/relational-databases/showplan-logical-and-physical-operators-reference.md, "Stream Aggregate": groups rows by one or more columns, and requires input ordered by these
-- columns within its groups; docs/t-sql/queries/hints-transact-sql-query.md: HASH GROUP and ORDER GROUP say how GROUP BY and DISTINCT are done, HASH UNION and CONCAT UNION how UNION is.
CREATE DATABASE G;
GO
USE G;
SET NOCOUNT ON;
CREATE TABLE dbo.lines (order_id int NOT NULL, line int NOT NULL, item varchar(10) COLLATE Latin1_General_BIN2 NULL, amount int NULL, CONSTRAINT pk_lines PRIMARY KEY (order_id, line));
INSERT INTO dbo.lines VALUES (1, 1, 'Nut', 10), (1, 2, 'nut', 20), (3, 1, NULL, 5), (3, 2, 'nut', NULL), (3, 3, 'Nut', 5), (7, 1, NULL, NULL);
GO
SET SHOWPLAN_TEXT ON;
GO
-- The clustered key brings the rows of an order together; the groups come in its order, and where the greatest comes first it is read from its end.
SELECT order_id, SUM(amount) AS s FROM dbo.lines GROUP BY order_id ORDER BY order_id;
SELECT DISTINCT order_id FROM dbo.lines ORDER BY order_id DESC;
SELECT order_id, COUNT(*) AS n FROM dbo.lines GROUP BY order_id OPTION (HASH GROUP);
-- What does not come so is sorted where a hint has it, by its own collation; without one there is a table of groups.
SELECT item, COUNT(*) AS n FROM dbo.lines GROUP BY item OPTION (ORDER GROUP);
SELECT item FROM dbo.lines GROUP BY item;
SELECT item FROM dbo.lines UNION SELECT 'x' OPTION (HASH UNION);
GO
SET SHOWPLAN_TEXT OFF;
GO
SELECT order_id, SUM(amount) AS s, COUNT(DISTINCT item) AS items, MAX(item) AS m FROM dbo.lines GROUP BY order_id;
GO
SELECT DISTINCT order_id FROM dbo.lines ORDER BY order_id DESC;
SELECT item, COUNT(*) AS n FROM dbo.lines GROUP BY item ORDER BY n, item OPTION (ORDER GROUP);
SELECT order_id + 1 AS next, COUNT(*) AS n FROM dbo.lines GROUP BY order_id + 1 OPTION (ORDER GROUP);
SELECT order_id FROM dbo.lines WHERE order_id > 9 GROUP BY order_id;
SELECT TOP (2) order_id, STRING_AGG(line, ',') AS l FROM dbo.lines GROUP BY order_id ORDER BY order_id;
-- Groups over a merge join: its rows come in the order of the keys of either side.
SELECT b.order_id, COUNT(*) AS n FROM dbo.lines AS a JOIN dbo.lines AS b ON a.order_id = b.order_id GROUP BY b.order_id OPTION (MERGE JOIN, ORDER GROUP);
SELECT order_id FROM dbo.lines UNION SELECT line FROM dbo.lines ORDER BY order_id OPTION (HASH UNION);
GO
-- Sorted inputs of a union are not merged yet: refused by name.
SELECT order_id FROM dbo.lines UNION SELECT line FROM dbo.lines OPTION (MERGE UNION);
GO
