-- A value of a derived table that nothing uses isn't computed. A subquery in it may name a computed column of the outer
-- row, which then has no use either (docs/t-sql/queries/from-transact-sql.md: a derived table's columns).
SET NOCOUNT ON;
CREATE TABLE dbo.t(id int NOT NULL PRIMARY KEY, x int NULL, k AS (x % 3));
INSERT INTO dbo.t(id, x) VALUES (1, 2), (2, 5), (3, NULL);
GO
SELECT d.id FROM (SELECT o.id, (SELECT SUM(i.id) FROM dbo.t AS i WHERE i.x > o.k) AS unused FROM dbo.t AS o) AS d
ORDER BY d.id;
GO
-- A subquery in a subquery, and an EXISTS.
SELECT COUNT(*) AS n FROM (SELECT o.id,
    (SELECT MAX(i.id) FROM dbo.t AS i WHERE i.x > (SELECT MIN(j.x) FROM dbo.t AS j WHERE j.k = o.k)) AS unused,
    CASE WHEN EXISTS (SELECT * FROM dbo.t AS i WHERE i.x = e.more) THEN 1 END AS unused_too
  FROM dbo.t AS o JOIN (SELECT id, x + k AS more FROM dbo.t) AS e ON e.id = o.id) AS d;
GO
-- The same in a subquery of an UPDATE.
UPDATE dbo.t SET x = (SELECT MAX(d.id) FROM (SELECT o.id,
    (SELECT TOP (1) i.id FROM dbo.t AS i WHERE i.x > o.k ORDER BY i.id) AS unused FROM dbo.t AS o) AS d);
SELECT id, x, k FROM dbo.t ORDER BY id;
GO
