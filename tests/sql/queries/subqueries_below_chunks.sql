-- t-sql/queries/select-transact-sql.md; relational-databases/performance/subqueries.md: a correlated subquery is evaluated
-- for each row of the outer query, also where an aggregate, DISTINCT or join above reads the same column.
CREATE TABLE #t(id INT, k INT NULL, v INT NULL);
INSERT #t VALUES (1, 10, 5), (2, 20, 6), (3, NULL, 7), (4, 20, NULL);
CREATE TABLE #s(id INT, k INT NULL);
INSERT #s VALUES (1, 10), (2, 20), (3, 30);
GO
SELECT t.id, COUNT(*) AS n, MIN(t.k) AS k
FROM #s AS s JOIN #t AS t ON t.id = s.id
WHERE (NOT EXISTS (SELECT 1 FROM #t AS other WHERE other.k = t.k) OR t.v = -1)
GROUP BY t.id;
SELECT DISTINCT t.k
FROM #s AS s JOIN #t AS t ON t.id = s.id
WHERE (EXISTS (SELECT 1 FROM #s AS other WHERE other.k = t.k) OR t.v = -1);
SELECT SUM(t.k) AS k, COUNT(*) AS n
FROM #s AS s LEFT JOIN #t AS t ON t.id = s.id
WHERE t.id <= (SELECT COUNT(other.k) FROM #t AS other WHERE other.k >= t.k) OPTION (FORCE ORDER);
SELECT t.k, SUM(t.v) AS v
FROM #t AS t JOIN (SELECT k FROM #s AS s WHERE (NOT EXISTS (SELECT 1 FROM #t AS other WHERE other.k = s.k) OR s.k = 20)) AS s
    ON s.k = t.k
GROUP BY t.k;
