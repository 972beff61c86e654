-- docs/t-sql/statements/create-table-transact-sql.md, temporary tables: UPDATE, DELETE, SELECT INTO and TRUNCATE work on them as on others, and
-- a rollback takes all of it back.
CREATE TABLE #t(id int, v varchar(8000));
INSERT INTO #t(id, v) VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd');
GO
SELECT id, v INTO #copy FROM #t WHERE id > 1;
BEGIN TRANSACTION;
UPDATE #t SET v = REPLICATE(v, 3000 * id);
DELETE FROM #t WHERE id = 2;
INSERT INTO #t(id, v) SELECT id + 10, v FROM #copy;
UPDATE #t SET v = 'short' WHERE id = 4;
SELECT id, LEN(v) AS length FROM #t ORDER BY id;
TRUNCATE TABLE #copy;
ROLLBACK;
SELECT id, v FROM #t ORDER BY id;
SELECT id, v FROM #copy ORDER BY id;
TRUNCATE TABLE #t;
SELECT COUNT(*) AS rows FROM #t;
