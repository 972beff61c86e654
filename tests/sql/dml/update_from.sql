-- docs/t-sql/queries/update-transact-sql.md and docs/t-sql/statements/delete-transact-sql.md: FROM with joins, aliases, common table expressions, views and
-- TOP; variables and compound assignments in SET.
CREATE DATABASE G;
GO
USE G;
GO
SET NOCOUNT ON;
CREATE TABLE dbo.Table1(ColA int NOT NULL, ColB decimal(10, 3) NOT NULL);
CREATE TABLE dbo.Table2(ColA int NOT NULL, ColB decimal(10, 3) NOT NULL);
INSERT INTO dbo.Table1 VALUES (1, 10.0), (2, 20.0), (3, 30.0);
INSERT INTO dbo.Table2 VALUES (1, 0.0), (2, 5.0);
GO
-- The page's example: several source rows for one row.
UPDATE dbo.Table2 SET dbo.Table2.ColB = dbo.Table2.ColB + dbo.Table1.ColB FROM dbo.Table2 INNER JOIN dbo.Table1 ON (dbo.Table2.ColA = dbo.Table1.ColA);
SELECT ColA, ColB FROM dbo.Table2 ORDER BY ColA;
GO
-- By an alias; a table beside FROM; a left join; a derived table; a row that is met twice is changed once.
UPDATE t SET ColB = s.ColB FROM dbo.Table2 AS t JOIN dbo.Table1 AS s ON s.ColA = t.ColA;
SELECT @@ROWCOUNT AS n;
UPDATE dbo.Table2 SET ColB = s.ColB * 2 FROM dbo.Table1 AS s WHERE s.ColA = Table2.ColA;
SELECT @@ROWCOUNT AS n;
UPDATE t SET ColB = ISNULL(s.v, -1) FROM dbo.Table1 AS t LEFT JOIN (SELECT ColA, SUM(ColB) AS v FROM dbo.Table2 GROUP BY ColA) AS s ON s.ColA = t.ColA;
SELECT ColA, ColB FROM dbo.Table1 ORDER BY ColA;
UPDATE t SET ColB = t.ColB + 1 FROM dbo.Table1 AS t CROSS JOIN (VALUES (1), (2), (3)) AS v(n);
SELECT @@ROWCOUNT AS n;
SELECT ColA, ColB FROM dbo.Table1 ORDER BY ColA;
UPDATE x SET x.ColB = y.ColA FROM dbo.Table1 AS x JOIN dbo.Table1 AS y ON y.ColA = x.ColA + 1;
SELECT ColA, ColB FROM dbo.Table1 ORDER BY ColA;
GO
-- The side of an outer join that is not there is no row of the table.
UPDATE t SET ColB = 100 FROM dbo.Table1 AS s LEFT JOIN dbo.Table2 AS t ON t.ColA = s.ColA;
SELECT @@ROWCOUNT AS n;
GO
-- Common table expressions: TOP with an order, a numbering, a recursion; DELETE through one.
CREATE TABLE dbo.items(id int NOT NULL, parent int NULL, v int NULL);
INSERT INTO dbo.items VALUES (1, NULL, 5), (2, 1, 5), (3, 1, 7), (4, 3, 7), (5, 3, 7), (6, NULL, 9);
WITH first_two AS (SELECT TOP (2) id, v FROM dbo.items ORDER BY id DESC) UPDATE first_two SET v = 0;
SELECT id, v FROM dbo.items ORDER BY id;
WITH numbered AS (SELECT id, v, ROW_NUMBER() OVER (PARTITION BY v ORDER BY id) AS n FROM dbo.items) DELETE FROM numbered WHERE n > 1;
SELECT id, v FROM dbo.items ORDER BY id;
WITH below AS (SELECT id, 0 AS depth FROM dbo.items WHERE id = 1 UNION ALL SELECT i.id, depth + 1 FROM dbo.items AS i JOIN below AS b ON i.parent = b.id)
UPDATE c SET v = d.depth * 10 FROM dbo.items AS c JOIN below AS d ON c.id = d.id;
SELECT id, v FROM dbo.items ORDER BY id;
UPDATE d SET v = v + 1 FROM (SELECT id, v FROM dbo.items WHERE id > 1) AS d;
DELETE d FROM (SELECT TOP (1) * FROM dbo.items ORDER BY id DESC) AS d;
SELECT id, v FROM dbo.items ORDER BY id;
GO
-- TOP: a number, percent; with a join.
INSERT INTO dbo.items VALUES (10, NULL, 1), (11, NULL, 1), (12, NULL, 1), (13, NULL, 1);
UPDATE TOP (2) dbo.items SET v = 2 WHERE v = 1;
SELECT @@ROWCOUNT AS n;
DELETE TOP (50) PERCENT FROM dbo.items WHERE id >= 10;
SELECT @@ROWCOUNT AS n;
DECLARE @n int = 1;
DELETE TOP (@n) i FROM dbo.items AS i JOIN dbo.Table1 AS t ON i.id >= 10 AND t.ColA = 1;
SELECT @@ROWCOUNT AS n;
SELECT COUNT(*) AS left_ FROM dbo.items;
GO
-- Through a view of one table, and of two.
CREATE VIEW dbo.named AS SELECT ColA AS a, ColB AS b, ColA * 2 AS twice FROM dbo.Table1 WHERE ColA < 3;
GO
CREATE VIEW dbo.both_ AS SELECT s.ColA, s.ColB AS b1, t.ColB AS b2 FROM dbo.Table1 AS s JOIN dbo.Table2 AS t ON t.ColA = s.ColA;
GO
UPDATE dbo.named SET b = twice;
DELETE dbo.named WHERE a = 1;
SELECT ColA, ColB FROM dbo.Table1 ORDER BY ColA;
UPDATE dbo.both_ SET b1 = b2 + 1;
SELECT ColA, b1, b2 FROM dbo.both_ ORDER BY ColA;
GO
UPDATE dbo.named SET twice = 1;
GO
UPDATE dbo.both_ SET b1 = 1, b2 = 1;
GO
DELETE dbo.both_;
GO
WITH g AS (SELECT ColA, COUNT(*) AS n FROM dbo.Table1 GROUP BY ColA) UPDATE g SET ColA = 1;
GO
-- Variables: the new value, the old one, one that goes from row to row; compound assignments.
CREATE TABLE dbo.t(id int NOT NULL, v int NOT NULL, running int NULL, s varchar(5) NULL);
INSERT INTO dbo.t (id, v) VALUES (1, 10), (2, 20), (3, 30);
DECLARE @old int, @new int, @sum int = 0, @text varchar(20);
UPDATE dbo.t SET @old = v, @new = v = v + 5 WHERE id = 2;
SELECT @old AS old, @new AS new;
UPDATE dbo.t SET @sum = running = @sum + v;
SELECT @sum AS total;
SELECT id, v, running FROM dbo.t ORDER BY id;
UPDATE dbo.t SET @text = s = 'ab' + CAST(id AS varchar(5)) WHERE id = 3;
UPDATE dbo.t SET @sum += v;
SELECT @text AS text, @sum AS total, @@ROWCOUNT AS n;
UPDATE dbo.t SET v += 1, running -= 1, s = DEFAULT WHERE id < 3;
SELECT id, v, running, s FROM dbo.t ORDER BY id;
UPDATE dbo.t SET v = 1, @new = 7 WHERE id = 99;
SELECT @new AS unchanged;
GO
-- Assignments see the row as it was.
UPDATE dbo.t SET v = running, running = v;
SELECT id, v, running FROM dbo.t ORDER BY id;
GO
-- 264, 8154, 4104, 137, 208, 206.
UPDATE dbo.t SET v = 1, v = 2;
GO
UPDATE dbo.t SET v = 1 FROM dbo.t AS a JOIN dbo.t AS b ON a.id = b.id;
GO
UPDATE x SET v = 1 FROM dbo.t AS a;
GO
UPDATE a SET b.v = 1 FROM dbo.t AS a JOIN dbo.t AS b ON a.id = b.id;
GO
UPDATE dbo.t SET @nobody = v;
GO
UPDATE dbo.t SET v = SUM(v);
GO
UPDATE dbo.t SET v = CAST('2024-01-01' AS date);
GO
-- Tables with keys: rows that move in their clustered index, keys that are exchanged, a numbering of integers, OUTPUT of keys.
SET NOCOUNT ON;
CREATE TABLE dbo.keyed(id int NOT NULL PRIMARY KEY, u int NOT NULL CONSTRAINT UQ_keyed UNIQUE, v int NULL);
INSERT INTO dbo.keyed VALUES (1, 10, 5), (2, 20, 5), (3, 30, 7), (4, 40, 7);
UPDATE k SET id = k.id + 1, u = 50 - k.u OUTPUT deleted.id AS was, inserted.id AS is_ FROM dbo.keyed AS k JOIN (VALUES (1), (2), (3), (4)) AS x(n) ON x.n = k.id;
SELECT id, u, v FROM dbo.keyed ORDER BY id;
WITH c AS (SELECT *, ROW_NUMBER() OVER (PARTITION BY v ORDER BY id) AS rn FROM dbo.keyed) DELETE FROM c WHERE rn > 1;
SELECT id, u, v FROM dbo.keyed ORDER BY id;
WITH c AS (SELECT TOP (1) id, u FROM dbo.keyed ORDER BY id DESC) UPDATE c SET u = 99;
UPDATE k SET v = x.n FROM dbo.keyed AS k JOIN (VALUES (2, 77), (4, 88)) AS x(id, n) ON x.id = k.id WHERE k.id = 2;
SELECT id, u, v FROM dbo.keyed ORDER BY id;
GO
UPDATE k SET u = 1 FROM dbo.keyed AS k CROSS JOIN (VALUES (1)) AS x(n);
GO
SELECT id, u, v FROM dbo.keyed ORDER BY id;
GO
