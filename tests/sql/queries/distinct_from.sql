-- docs/t-sql/queries/is-distinct-from-transact-sql.md: IS [NOT] DISTINCT FROM is true or false, never unknown, so that
-- its negation holds where it doesn't. The page's table has the four combinations of values and NULL.
SET NOCOUNT ON;
CREATE TABLE dbo.pairs(id int NOT NULL PRIMARY KEY, a int NULL, b int NULL, c int NOT NULL);
INSERT INTO dbo.pairs VALUES (1, 0, 0, 0), (2, 0, 1, 1), (3, 0, NULL, 2), (4, NULL, NULL, 3), (5, NULL, 0, 4);
GO
SELECT id, a, b,
  CASE WHEN a IS DISTINCT FROM b THEN 1 ELSE 0 END AS differ,
  CASE WHEN NOT (a IS DISTINCT FROM b) THEN 1 ELSE 0 END AS not_differ,
  CASE WHEN a IS NOT DISTINCT FROM b THEN 1 ELSE 0 END AS same,
  CASE WHEN NOT (a IS NOT DISTINCT FROM b) THEN 1 ELSE 0 END AS not_same
FROM dbo.pairs ORDER BY id;
GO
SELECT id FROM dbo.pairs WHERE NOT (a IS DISTINCT FROM b) ORDER BY id;
SELECT id FROM dbo.pairs WHERE NOT (a IS NOT DISTINCT FROM b) ORDER BY id;
SELECT id FROM dbo.pairs WHERE NOT (a IS DISTINCT FROM c OR id = 9) ORDER BY id;
SELECT id FROM dbo.pairs WHERE NOT (a IS NOT DISTINCT FROM c) ORDER BY id;
GO
-- The NULLs of an outer join are not distinct either.
SELECT x.id, y.id AS other FROM dbo.pairs AS x LEFT JOIN dbo.pairs AS y ON x.a = y.b AND y.id > x.id
WHERE NOT (x.a * y.b IS DISTINCT FROM y.c) ORDER BY x.id, y.id;
GO
