-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md (194, 196, 199), docs/t-sql/queries/select-into-clause-transact-sql.md:
-- INTO belongs to the first SELECT of a statement.
CREATE TABLE #t (a int);
INSERT INTO #t VALUES (1);
GO
DECLARE @x int;
SELECT @x = a INTO #u FROM #t;
GO
DECLARE @x int;
INSERT INTO #t SELECT @x = a FROM #t;
GO
SELECT a FROM #t UNION SELECT a INTO #u FROM #t;
GO
SELECT a INTO #u FROM #t UNION SELECT a + 1 FROM #t;
SELECT a FROM #u ORDER BY a;
