-- docs/relational-databases/performance/subqueries.md: EXISTS tests whether the subquery returns rows; IN compares with all its rows; a
-- correlated subquery depends on the outer row. docs/relational-databases/showplan-logical-and-physical-operators-reference.md: a left semi
-- join returns each row of the first input that has a match, a left anti semi join each row that has none; right semi joins are the
-- same for the second input. docs/t-sql/language-elements/in-transact-sql.md: a NULL among the values of NOT IN makes it unknown.
CREATE DATABASE G;
GO
USE G;
SET NOCOUNT ON;
CREATE TABLE dbo.customers (id int NOT NULL CONSTRAINT pk_customers PRIMARY KEY, city varchar(10) NULL, rival int NULL);
CREATE TABLE dbo.sales (id int NOT NULL, customer int NULL, amount int NOT NULL, note varchar(10) NOT NULL);
INSERT INTO dbo.customers VALUES (1, 'Oslo', 2), (2, 'Rome', NULL), (3, NULL, 9), (4, 'Oslo', 1), (5, 'Bonn', 5);
INSERT INTO dbo.sales VALUES (10, 1, 100, 'a'), (11, 1, 200, 'b'), (12, 3, 0, 'c'), (13, NULL, 300, 'a'), (14, 5, 50, 'd'), (15, 1, 100, 'a');
GO
SET SHOWPLAN_TEXT ON;
GO
SELECT c.id FROM dbo.customers AS c WHERE EXISTS (SELECT * FROM dbo.sales AS s WHERE s.customer = c.id AND s.amount > 60);
SELECT c.id FROM dbo.customers AS c WHERE NOT EXISTS (SELECT * FROM dbo.sales AS s WHERE s.customer = c.id);
SELECT s.id FROM dbo.sales AS s WHERE s.customer IN (SELECT c.id FROM dbo.customers AS c WHERE c.city = 'Oslo') OPTION (LOOP JOIN);
SELECT c.id FROM dbo.customers AS c WHERE c.id NOT IN (SELECT s.id FROM dbo.sales AS s);
SELECT s.id FROM dbo.sales AS s WHERE NOT EXISTS (SELECT * FROM dbo.customers AS c WHERE c.id = s.customer) OPTION (LOOP JOIN);
-- Rows that a NULL makes unknown are no rows without a match: the anti join of NOT IN with a nullable side knows of NULLs.
SELECT c.id FROM dbo.customers AS c WHERE c.id NOT IN (SELECT s.customer FROM dbo.sales AS s);
-- The written order keeps a subquery a subquery.
SELECT c.id FROM dbo.customers AS c WHERE EXISTS (SELECT * FROM dbo.sales AS s WHERE s.customer = c.id) OPTION (FORCE ORDER);
GO
SET SHOWPLAN_TEXT OFF;
GO
-- Each row comes once, however many matches it has.
SELECT c.id FROM dbo.customers AS c WHERE EXISTS (SELECT * FROM dbo.sales AS s WHERE s.customer = c.id) ORDER BY c.id;
SELECT c.id FROM dbo.customers AS c WHERE NOT EXISTS (SELECT * FROM dbo.sales AS s WHERE s.customer = c.id) ORDER BY c.id;
SELECT c.id FROM dbo.customers AS c WHERE EXISTS (SELECT * FROM dbo.sales AS s WHERE s.customer = c.id AND s.amount > 60) ORDER BY c.id;
SELECT s.id FROM dbo.sales AS s WHERE s.customer IN (SELECT c.id FROM dbo.customers AS c WHERE c.city = 'Oslo') ORDER BY s.id;
SELECT s.id FROM dbo.sales AS s WHERE s.customer IN (SELECT c.id FROM dbo.customers AS c WHERE c.city = 'Oslo') ORDER BY s.id OPTION (LOOP JOIN);
SELECT s.id FROM dbo.sales AS s WHERE NOT EXISTS (SELECT * FROM dbo.customers AS c WHERE c.id = s.customer) ORDER BY s.id OPTION (LOOP JOIN);
SELECT s.id FROM dbo.sales AS s WHERE NOT EXISTS (SELECT * FROM dbo.customers AS c WHERE c.id = s.customer) ORDER BY s.id OPTION (HASH JOIN);
GO
-- Conditions of both sides beside the equality; of the outer row alone; of neither.
SELECT c.id FROM dbo.customers AS c WHERE EXISTS (SELECT * FROM dbo.customers AS r WHERE r.rival = c.id AND r.id > c.id) ORDER BY c.id;
SELECT c.id FROM dbo.customers AS c WHERE NOT EXISTS (SELECT * FROM dbo.customers AS r WHERE r.rival = c.id AND r.id > c.id) ORDER BY c.id;
SELECT c.id FROM dbo.customers AS c WHERE EXISTS (SELECT * FROM dbo.sales AS s WHERE s.customer = c.id AND c.city = 'Oslo') ORDER BY c.id;
SELECT c.id FROM dbo.customers AS c WHERE NOT EXISTS (SELECT * FROM dbo.sales AS s WHERE s.customer = c.id AND c.city = 'Oslo') ORDER BY c.id;
SELECT c.id FROM dbo.customers AS c WHERE NOT EXISTS (SELECT * FROM dbo.sales AS s WHERE s.customer = c.id AND 1 = 0) ORDER BY c.id;
GO
-- NULL: equal to nothing in EXISTS; NOT IN beside it is unknown, and NOT IN of no rows is true even for NULL.
SELECT c.id FROM dbo.customers AS c WHERE c.rival IN (SELECT r.id FROM dbo.customers AS r) ORDER BY c.id;
SELECT c.id FROM dbo.customers AS c WHERE c.rival NOT IN (SELECT r.id FROM dbo.customers AS r) ORDER BY c.id;
SELECT c.id FROM dbo.customers AS c WHERE c.id NOT IN (SELECT s.customer FROM dbo.sales AS s) ORDER BY c.id;
SELECT c.id FROM dbo.customers AS c WHERE c.id NOT IN (SELECT s.customer FROM dbo.sales AS s WHERE s.customer IS NOT NULL) ORDER BY c.id;
SELECT c.id FROM dbo.customers AS c WHERE c.rival NOT IN (SELECT s.customer FROM dbo.sales AS s WHERE s.amount > 999) ORDER BY c.id;
GO
-- Several of them, one within another, over groups, and in a joined or grouped query.
SELECT c.id FROM dbo.customers AS c
WHERE EXISTS (SELECT * FROM dbo.sales AS s WHERE s.customer = c.id AND EXISTS (SELECT * FROM dbo.sales AS o WHERE o.note = s.note AND o.id <> s.id))
AND NOT EXISTS (SELECT * FROM dbo.customers AS r WHERE r.rival = c.id AND r.city = 'Rome') AND c.city IS NOT NULL ORDER BY c.id;
SELECT c.id FROM dbo.customers AS c WHERE c.id IN (SELECT s.customer FROM dbo.sales AS s GROUP BY s.customer HAVING SUM(s.amount) > 80) ORDER BY c.id;
SELECT c.city, COUNT(*) AS n FROM dbo.customers AS c JOIN dbo.customers AS r ON r.rival = c.id
WHERE EXISTS (SELECT * FROM dbo.sales AS s WHERE s.customer = r.id) GROUP BY c.city ORDER BY c.city;
SELECT c.id, x.n FROM dbo.customers AS c
CROSS APPLY (SELECT COUNT(*) AS n FROM dbo.sales AS s WHERE s.id > c.id AND EXISTS (SELECT * FROM dbo.customers AS o WHERE o.id = s.customer)) AS x ORDER BY c.id;
GO
-- An error of the subquery comes up only where a row asks for it. No outer row: the subquery isn't read. A condition that can fail is
-- evaluated for rows with an equal key only, and 12 has the amount 0 (8134).
SELECT c.id FROM dbo.customers AS c WHERE c.city = 'Pisa' AND EXISTS (SELECT * FROM dbo.sales AS s WHERE s.customer = c.id AND 1 / s.amount = 0);
SELECT c.id FROM dbo.customers AS c WHERE c.id <> 3 AND EXISTS (SELECT * FROM dbo.sales AS s WHERE s.customer = c.id AND 1 / s.amount = 0) ORDER BY c.id;
GO
SELECT c.id FROM dbo.customers AS c WHERE c.id = 3 AND EXISTS (SELECT * FROM dbo.sales AS s WHERE s.customer = c.id AND 1 / s.amount = 0);
GO
-- A comparison of texts under a collation of its own, and of two types.
SELECT c.id FROM dbo.customers AS c WHERE EXISTS (SELECT * FROM dbo.customers AS o WHERE o.city = c.city COLLATE Latin1_General_BIN2 AND o.id <> c.id) ORDER BY c.id;
SELECT c.id FROM dbo.customers AS c WHERE CAST(c.id AS bigint) IN (SELECT s.customer FROM dbo.sales AS s) ORDER BY c.id;
GO
