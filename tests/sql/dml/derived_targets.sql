-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md (359), -1000-to-1999.md (1077), -4000-to-4999.md (4405, 4406, 4418 to 4421):
-- the messages' texts. docs/t-sql/queries/update-transact-sql.md: the changed rows are those of one table;
-- docs/t-sql/data-types/table-transact-sql.md: table variables have no IDENTITY_INSERT.
CREATE TABLE #t (a int, b int);
INSERT INTO #t VALUES (1, 10), (2, 20);
CREATE TABLE #u (a int);
CREATE UNIQUE INDEX i ON #u (a) WITH (IGNORE_DUP_KEY = ON);
GO
UPDATE q SET a = 1 FROM (SELECT a + 1 AS a FROM #t) AS q;
GO
UPDATE q SET c = 1 FROM (SELECT a, a + b AS c FROM #t) AS q;
GO
UPDATE q SET s = 1 FROM (SELECT SUM(a) AS s FROM #t) AS q;
GO
DELETE q FROM (SELECT t.a, u.a AS c FROM #t AS t JOIN #u AS u ON u.a = t.a) AS q;
GO
WITH q AS (SELECT a + 1 AS a FROM #t) UPDATE q SET a = 1;
GO
WITH q AS (SELECT SUM(a) AS s FROM #t) UPDATE q SET s = 1;
GO
UPDATE q SET a = a + 10 FROM (SELECT a FROM #t WHERE b = 10) AS q;
SELECT a, b FROM #t ORDER BY b;
GO
INSERT INTO #t OUTPUT inserted.a INTO #u OUTPUT inserted.b VALUES (5, 50);
GO
INSERT INTO #t OUTPUT inserted.a INTO #u VALUES (5, 50);
SELECT a FROM #u;
GO
DECLARE @t table (i int IDENTITY, a int);
INSERT INTO @t (i, a) VALUES (1, 1);
