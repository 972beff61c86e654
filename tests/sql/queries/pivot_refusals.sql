-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md (275, 473, 488), -1000-to-1999.md (1086), -4000-to-4999.md (4150, 4190): the
-- messages' texts. docs/t-sql/queries/from-using-pivot-and-unpivot.md; docs/t-sql/queries/with-common-table-expression-
-- transact-sql.md: recursive members have no PIVOT and no hint on the recursive reference.
CREATE TABLE #t (a int, b int, x xml);
INSERT INTO #t VALUES (1, 10, '<x/>'), (2, 20, NULL);
GO
SELECT [1], [x] FROM (SELECT a, b FROM #t) AS q PIVOT (SUM(b) FOR a IN ([1], [x])) AS p;
GO
SELECT [1], [2] FROM (SELECT a, b FROM #t) AS q PIVOT (SUM(b) FOR a IN ([1], [2])) AS p;
GO
SELECT * FROM (SELECT a, b, x FROM #t) AS q PIVOT (SUM(b) FOR a IN ([1], [2])) AS p;
GO
SELECT n, v FROM (SELECT a, b FROM #t) AS q UNPIVOT (v FOR n IN (q.a, b)) AS u;
GO
WITH q AS (SELECT 1 AS a, 1 AS b UNION ALL SELECT [1], 1 FROM q PIVOT (SUM(b) FOR a IN ([1])) AS p) SELECT a FROM q;
GO
WITH q AS (SELECT 1 AS a UNION ALL SELECT a + 1 FROM q WITH (NOLOCK) WHERE a < 3) SELECT a FROM q;
GO
SELECT (SELECT a FROM #t UNION ALL SELECT b FROM #t FOR XML PATH) AS x;
GO
SELECT x FROM (SELECT a FROM #t UNION ALL SELECT b FROM #t FOR JSON PATH) AS q (x);
GO
SELECT a FROM #t UNION ALL SELECT b FROM #t ORDER BY a FOR XML PATH;
