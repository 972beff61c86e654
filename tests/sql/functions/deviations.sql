-- docs/t-sql/functions/: stdev, stdevp, var, varp -transact-sql.md: floats, NULL left out; the values have the mean 5 and the squared
-- deviations 32, so that the results follow from the definitions.
CREATE TABLE t (g int, v decimal(5, 2));
INSERT t VALUES (1, 2), (1, 4), (1, 4), (1, 4), (1, 5), (1, 5), (1, 7), (1, 9), (2, 7), (2, NULL), (3, NULL);
SELECT g, STDEVP(v) AS stdevp, VARP(v) AS varp, CAST(VAR(v) AS numeric(9, 6)) AS var, CAST(STDEV(v) AS numeric(9, 6)) AS stdev FROM t GROUP BY g ORDER BY g;
SELECT VARP(DISTINCT g) * 3 AS v, CAST(VAR(1000000000 + g % 2) AS numeric(5, 4)) AS far FROM t WHERE g < 3 AND v IN (2, 7);
GO
SELECT STDEV(name) FROM sys.databases;
