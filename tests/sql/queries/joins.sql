-- docs/relational-databases/performance/joins.md and docs/t-sql/queries/from-transact-sql.md: INNER gives pairs for which ON holds; LEFT, RIGHT
-- and FULL also rows without a partner, beside NULLs; NULL joins nothing; CROSS gives all pairs.
CREATE DATABASE G;
GO
USE G;
GO
SET NOCOUNT ON;
CREATE TABLE dbo.customer(id int NOT NULL, name varchar(10) NOT NULL, city int NULL);
CREATE TABLE dbo.city(id int NULL, name varchar(10) NOT NULL);
INSERT INTO dbo.customer VALUES (1, 'Ann', 10), (2, 'Bob', 20), (3, 'Cy', NULL), (4, 'Di', 40), (5, 'Eve', 10);
INSERT INTO dbo.city VALUES (10, 'Oslo'), (20, 'Rome'), (30, 'Kyiv'), (NULL, 'Atlantis');
SELECT c.name, t.name AS city FROM dbo.customer AS c JOIN dbo.city AS t ON c.city = t.id ORDER BY c.id;
SELECT c.name, t.name AS city FROM dbo.customer AS c LEFT OUTER JOIN dbo.city AS t ON c.city = t.id ORDER BY c.id;
SELECT c.name, t.name AS city FROM dbo.customer AS c RIGHT JOIN dbo.city AS t ON c.city = t.id ORDER BY t.name, c.name;
SELECT c.name, t.name AS city FROM dbo.customer AS c FULL JOIN dbo.city AS t ON c.city = t.id ORDER BY c.name, t.name;
-- A condition in ON decides about partners, one in WHERE about rows.
SELECT c.name, t.name AS city FROM dbo.customer AS c LEFT JOIN dbo.city AS t ON c.city = t.id AND t.name = 'Rome' ORDER BY c.id;
SELECT c.name, t.name AS city FROM dbo.customer AS c LEFT JOIN dbo.city AS t ON c.city = t.id WHERE t.name = 'Rome';
SELECT c.name FROM dbo.customer AS c LEFT JOIN dbo.city AS t ON c.city = t.id WHERE t.id IS NULL ORDER BY c.name;
SELECT COUNT(*) AS pairs FROM dbo.customer CROSS JOIN dbo.city;
SELECT COUNT(*) AS pairs FROM dbo.customer, dbo.city WHERE customer.city < city.id;
-- Several joins, and one table twice.
SELECT a.name, b.name AS other, t.name AS city
FROM dbo.customer AS a
JOIN dbo.customer AS b ON a.city = b.city AND a.id < b.id
JOIN dbo.city AS t ON t.id = b.city;
SELECT a.name, x.name AS city FROM dbo.customer AS a LEFT JOIN (dbo.customer AS b JOIN dbo.city AS x ON b.city = x.id) ON a.id = b.id ORDER BY a.id;
SELECT t.*, c.id FROM dbo.city AS t JOIN dbo.customer AS c ON c.city = t.id WHERE c.name = 'Bob';
GO
-- docs/relational-databases/errors-events: 209, 1013, 1011, 4104.
SELECT name FROM dbo.customer JOIN dbo.city ON customer.city = city.id;
GO
SELECT 1 FROM dbo.city JOIN dbo.city ON 1 = 1;
GO
SELECT 1 FROM dbo.city AS q JOIN dbo.customer AS q ON 1 = 1;
GO
SELECT x.id FROM dbo.city AS q;
