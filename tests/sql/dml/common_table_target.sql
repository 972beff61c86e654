-- docs/t-sql/queries/update-transact-sql.md, *Limitations and restrictions*: a common table expression as target has no object id, so a
-- reference under an alias in FROM is another one. Both examples of the page, with the results that it shows. A view has an id, so its only
-- reference in FROM is the target, as with tables (*FROM*).
SET NOCOUNT ON;
DECLARE @x TABLE (ID INT, Value INT);
DECLARE @y TABLE (ID INT, Value INT);
INSERT @x VALUES (1, 10), (2, 20);
INSERT @y VALUES (1, 100),(2, 200);
WITH cte AS (SELECT * FROM @x)
UPDATE x -- cte is referenced by the alias.
SET Value = y.Value
FROM cte AS x  -- cte is assigned an alias.
INNER JOIN @y AS y ON y.ID = x.ID;
SELECT * FROM @x;
GO
DECLARE @x TABLE (ID INT, Value INT);
DECLARE @y TABLE (ID INT, Value INT);
INSERT @x VALUES (1, 10), (2, 20);
INSERT @y VALUES (1, 100),(2, 200);
WITH cte AS (SELECT * FROM @x)
UPDATE cte   -- cte is not referenced by the alias.
SET Value = y.Value
FROM cte AS x  -- cte is assigned an alias.
INNER JOIN @y AS y ON y.ID = x.ID;
SELECT * FROM @x;
GO
-- The second reference decides nothing about the rows of the target.
DECLARE @x TABLE (ID INT, Value INT);
INSERT @x VALUES (1, 10), (2, 20), (3, 30);
WITH cte AS (SELECT * FROM @x)
DELETE cte FROM cte AS x WHERE x.ID = 2;
SELECT COUNT(*) AS remaining FROM @x;
INSERT @x VALUES (1, 10), (2, 20), (3, 30);
WITH cte AS (SELECT * FROM @x)
DELETE x FROM cte AS x WHERE x.ID = 2;
SELECT ID FROM @x ORDER BY ID;
GO
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.t (id int PRIMARY KEY, name varchar(10));
INSERT dbo.t VALUES (1, 'a'), (2, 'b'), (3, 'c');
GO
CREATE VIEW dbo.v AS SELECT id, name FROM dbo.t WHERE id < 3;
GO
UPDATE dbo.v SET name = 'x' FROM dbo.v AS w WHERE w.id = 2;
UPDATE v SET name = 'y' FROM dbo.v AS w JOIN dbo.t AS o ON o.id = w.id + 2;
DELETE dbo.v FROM dbo.t AS o WHERE o.id = 4;
SELECT id, name FROM dbo.t ORDER BY id;
GO
-- 8154: two references.
UPDATE dbo.v SET name = 'z' FROM dbo.v AS w JOIN dbo.v AS u ON u.id = w.id;
GO
