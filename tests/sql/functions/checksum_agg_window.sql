-- docs/t-sql/functions/checksum-agg-transact-sql.md: an OVER clause may follow CHECKSUM_AGG; docs/t-sql/queries/select-over-clause-transact-sql.md.
-- The checksum of the same values is the same in any order.
CREATE TABLE dbo.t (id int NOT NULL, g int NOT NULL, v int NULL);
INSERT INTO dbo.t VALUES (1, 1, 5), (2, 1, 9), (3, 2, 9), (4, 2, NULL), (5, 2, 5), (6, 3, NULL), (7, 4, 5);
GO
SELECT t.id, IIF(CHECKSUM_AGG(v) OVER (PARTITION BY g) = (SELECT CHECKSUM_AGG(o.v) FROM dbo.t AS o WHERE o.g = t.g), 'same', 'other') AS of_group,
  IIF(CHECKSUM_AGG(v) OVER (PARTITION BY g ORDER BY id) = (SELECT CHECKSUM_AGG(o.v) FROM dbo.t AS o WHERE o.g = t.g AND o.id <= t.id), 'same', 'other') AS so_far
FROM dbo.t ORDER BY t.id;
SELECT COUNT(DISTINCT c) AS distinct_sums FROM (SELECT g, CHECKSUM_AGG(v) OVER (PARTITION BY g) AS c FROM dbo.t) AS s WHERE g IN (1, 2);
GO
SELECT CHECKSUM_AGG(CAST(v AS bit)) OVER () FROM dbo.t;
GO
DROP TABLE dbo.t;
GO
