-- docs/t-sql/language-elements/and-transact-sql.md and or-transact-sql.md: the truth tables. (a AND b) OR (a AND c) is a AND (b OR c) for TRUE,
-- FALSE and UNKNOWN. docs/relational-databases/showplan-logical-and-physical-operators-reference.md: the arguments of Hash Match.
CREATE DATABASE G;
GO
USE G;
SET NOCOUNT ON;
CREATE TABLE dbo.parts (id int NOT NULL, brand varchar(10) NULL, size int NOT NULL);
CREATE TABLE dbo.lines (part int NULL, quantity int NULL, mode varchar(10) NOT NULL);
INSERT INTO dbo.parts VALUES (1, 'A', 5), (2, 'B', 10), (3, NULL, 15), (4, 'A', 50);
INSERT INTO dbo.lines VALUES (1, 3, 'AIR'), (1, 30, 'AIR'), (2, 12, 'AIR'), (2, 12, 'SHIP'), (3, NULL, 'AIR'), (NULL, 3, 'AIR'), (4, 3, 'AIR');
GO
SET SHOWPLAN_TEXT ON;
GO
-- The equality of all branches becomes the key of the join, the mode's condition is pushed to its table.
SELECT COUNT(*) AS n FROM dbo.lines AS l, dbo.parts AS p
WHERE (p.id = l.part AND p.brand = 'A' AND l.quantity < 10 AND l.mode = 'AIR') OR (l.mode = 'AIR' AND p.id = l.part AND p.brand = 'B' AND l.quantity < 20);
-- A branch that is nothing but the factor.
SELECT COUNT(*) AS n FROM dbo.parts AS p WHERE p.size = 5 OR (p.size = 5 AND p.brand = 'A');
-- A factor that can fail stays where it is.
SELECT COUNT(*) AS n FROM dbo.parts AS p WHERE (p.size > 20 AND 1 / (p.size - 5) = 0) OR (p.brand = 'B' AND 1 / (p.size - 5) = 0);
-- A constant holds on both sides of an equality.
SELECT COUNT(*) AS n FROM dbo.lines AS l JOIN dbo.parts AS p ON p.id = l.part WHERE p.id < 3;
GO
SET SHOWPLAN_TEXT OFF;
GO
SELECT p.id, l.quantity FROM dbo.lines AS l, dbo.parts AS p
WHERE (p.id = l.part AND p.brand = 'A' AND l.quantity < 10 AND l.mode = 'AIR') OR (l.mode = 'AIR' AND p.id = l.part AND p.brand = 'B' AND l.quantity < 20)
ORDER BY p.id, l.quantity;
SELECT p.id FROM dbo.parts AS p WHERE p.size = 5 OR (p.size = 5 AND p.brand = 'A') ORDER BY p.id;
SELECT p.id FROM dbo.parts AS p WHERE (p.brand = 'A' AND p.size = 5) OR (p.brand = 'A' AND p.size = 50) OR (p.brand IS NULL AND p.size = 15) ORDER BY p.id;
SELECT p.id FROM dbo.parts AS p WHERE NOT ((p.brand = 'A' AND p.size = 5) OR (p.brand = 'A' AND p.size > 20)) ORDER BY p.id;
SELECT p.id FROM dbo.parts AS p WHERE (p.size > 20 AND 1 / (p.size - 5) = 0) OR (p.brand = 'B' AND 1 / (p.size - 5) = 0) ORDER BY p.id;
SELECT p.id, l.quantity FROM dbo.lines AS l JOIN dbo.parts AS p ON p.id = l.part WHERE p.id < 3 ORDER BY p.id, l.quantity, l.mode;
SELECT p.id, q.id AS other FROM dbo.parts AS p, dbo.parts AS q WHERE (p.brand = 'A' AND q.brand = 'B') OR (p.brand = 'B' AND q.brand = 'A') ORDER BY p.id, q.id;
DECLARE @least int = 2;
SELECT p.id, l.mode FROM dbo.lines AS l, dbo.parts AS p WHERE p.id = l.part AND l.part >= @least ORDER BY p.id, l.mode;
GO
