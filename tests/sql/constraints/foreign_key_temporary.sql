-- docs/t-sql/statements/create-table-transact-sql.md (Temporary tables): "All other features are supported except FOREIGN KEY constraints. If a
-- FOREIGN KEY constraint is specified on a temporary table, the statement returns a warning message that states that the constraint was
-- skipped. The table is still created without the FOREIGN KEY constraints. Temporary tables can't be referenced in FOREIGN KEY constraints."
-- docs/relational-databases/errors-events/database-engine-events-and-errors.md: 1756, 1766.
CREATE DATABASE d;
GO
USE d;
CREATE TABLE p (a int PRIMARY KEY);
GO
CREATE TABLE #t (a int REFERENCES p (a), b int CONSTRAINT fk REFERENCES nothing (z) ON DELETE CASCADE, FOREIGN KEY (a, b) REFERENCES p (x, y));
INSERT #t VALUES (7, 8);
SELECT a, b FROM #t;
SELECT COUNT(*) AS keys FROM tempdb.sys.foreign_keys WHERE parent_object_id = OBJECT_ID('tempdb..#t'); --> 0
GO
ALTER TABLE #t ADD c int CONSTRAINT fc REFERENCES p (a), CONSTRAINT ck CHECK (c > 0);
GO
INSERT #t VALUES (1, 2, 3);
GO
INSERT #t VALUES (1, 2, 0);
GO
CREATE TABLE ##g (a int REFERENCES p (a));
GO
CREATE TABLE c (a int CONSTRAINT f REFERENCES #t (a));
GO
ALTER TABLE p ADD CONSTRAINT f FOREIGN KEY (a) REFERENCES ##g (a);
GO
DECLARE @v TABLE (a int REFERENCES p (a));
GO
DROP TABLE #t, ##g;
GO
