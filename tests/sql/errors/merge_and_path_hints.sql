-- docs/relational-databases/errors-events/database-engine-events-and-errors-5000-to-5999.md, ...-10000-to-10999.md: the messages' texts;
-- docs/t-sql/statements/merge-transact-sql.md, insert-transact-sql.md, docs/t-sql/queries/hints-transact-sql-table.md (FORCESEEK, FORCESCAN),
-- docs/t-sql/queries/output-clause-transact-sql.md (nested changes), docs/t-sql/language-elements/set-operators-union-transact-sql.md.
CREATE TABLE t (a int NOT NULL CONSTRAINT p PRIMARY KEY, b int);
CREATE TABLE s (a int, b int);
CREATE TABLE l (a int);
CREATE INDEX i ON t (b);
INSERT INTO t VALUES (1, 1);
INSERT INTO s VALUES (1, 2), (2, 3);
GO
-- Actions and names of MERGE.
MERGE t USING s ON t.a = s.a WHEN MATCHED THEN INSERT VALUES (1, 1);
GO
MERGE t USING s ON t.a = s.a WHEN NOT MATCHED BY SOURCE THEN INSERT VALUES (1, 1);
GO
MERGE t USING s ON t.a = s.a WHEN NOT MATCHED THEN UPDATE SET b = 1;
GO
MERGE t USING s ON t.a = s.a WHEN NOT MATCHED BY TARGET THEN DELETE;
GO
MERGE t USING t ON t.a = t.a WHEN MATCHED THEN DELETE;
GO
MERGE t AS x USING s AS x ON x.a = x.a WHEN MATCHED THEN DELETE;
GO
MERGE t USING s ON t.a = s.a WHEN MATCHED AND COUNT(*) > 1 THEN DELETE;
GO
MERGE t USING s ON t.a = s.a WHEN NOT MATCHED THEN INSERT (a, b) VALUES (t.a, s.b);
GO
MERGE t USING s ON t.a = s.a WHEN NOT MATCHED BY SOURCE AND s.b > 1 THEN DELETE;
GO
DECLARE @b int;
MERGE t USING s ON t.a = s.a WHEN MATCHED THEN UPDATE SET @b = b = 2;
GO
-- An aggregate needs rows.
INSERT INTO t VALUES (1, COUNT(*));
GO
DECLARE @a int;
SELECT @a = 1 UNION ALL SELECT 2;
GO
DECLARE @a int;
SELECT a FROM t EXCEPT SELECT @a = a FROM s;
GO
-- Hints of an access path that exclude each other, or that are the target's.
SELECT a FROM t WITH (FORCESEEK, FORCESCAN) WHERE a = 1;
GO
SELECT a FROM t WITH (FORCESEEK (p (a)), INDEX (i)) WHERE a = 1;
GO
SELECT a FROM t WITH (FORCESEEK (p (a)), FORCESEEK) WHERE a = 1;
GO
SELECT a FROM t WITH (FORCESEEK, FORCESEEK) WHERE a = 1;
GO
SELECT a FROM t WITH (FORCESEEK, INDEX (0)) WHERE a = 1;
GO
SELECT a FROM t WITH (FORCESCAN, INDEX (p, i));
GO
UPDATE t WITH (FORCESEEK) SET b = 1 WHERE a = 1;
GO
DELETE FROM t WITH (FORCESCAN);
GO
UPDATE t WITH (INDEX (p)) SET b = 1;
GO
-- Clauses beside and in a nested change.
INSERT INTO l SELECT DISTINCT d.a FROM (DELETE FROM t OUTPUT deleted.a) AS d;
GO
INSERT INTO l SELECT d.a FROM (DELETE FROM t OUTPUT deleted.a) AS d GROUP BY d.a;
GO
INSERT INTO l SELECT d.a FROM (DELETE FROM t OUTPUT deleted.a) AS d ORDER BY d.a;
GO
INSERT INTO l SELECT TOP (1) d.a FROM (DELETE FROM t OUTPUT deleted.a) AS d;
GO
INSERT INTO l SELECT d.a FROM s JOIN (DELETE FROM t OUTPUT deleted.a) AS d ON d.a = s.a;
GO
INSERT INTO l SELECT d.a FROM (DELETE FROM t OUTPUT deleted.a INTO l (a)) AS d;
GO
INSERT INTO l SELECT d.a FROM (DELETE FROM t OUTPUT deleted.a OPTION (MAXDOP 1)) AS d;
GO
SELECT COUNT(*) AS n FROM t;
