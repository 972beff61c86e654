-- docs/relational-databases/indexes/indexes-on-computed-columns.md: an index needs a deterministic and precise expression, PERSISTED or not;
-- errors 2729 and 2799 (docs/relational-databases/errors-events/database-engine-events-and-errors-2000-to-2999.md).
CREATE TABLE dbo.t (a int NOT NULL PRIMARY KEY, b int NULL, twice AS b * 2, f float NULL, half AS f / 2, now AS GETDATE(), kept AS f * 2 PERSISTED);
INSERT dbo.t (a, b, f) VALUES (1, 10, 1), (2, 20, 2), (3, NULL, 3);
GO
CREATE UNIQUE INDEX i ON dbo.t (twice);
SELECT is_persisted FROM sys.computed_columns WHERE name = 'twice';
GO
INSERT dbo.t (a, b) VALUES (4, 40);
UPDATE dbo.t SET b = 21 WHERE a = 2;
SELECT a, twice FROM dbo.t WITH (INDEX(i)) WHERE twice >= 20 ORDER BY twice;
GO
INSERT dbo.t (a, b) VALUES (5, 40);
GO
DELETE dbo.t WHERE twice = 42;
SELECT a, b, twice FROM dbo.t ORDER BY a;
DBCC CHECKTABLE('dbo.t') WITH NO_INFOMSGS;
GO
CREATE INDEX j ON dbo.t (now);
GO
CREATE INDEX j ON dbo.t (half);
GO
CREATE INDEX j ON dbo.t (kept) INCLUDE (half);
SELECT a, half FROM dbo.t WHERE kept = 2;
GO
-- docs/t-sql/statements/create-table-transact-sql.md: PRIMARY KEY and UNIQUE don't need PERSISTED, other constraints do.
CREATE TABLE dbo.u (a int NOT NULL, c AS a + 1 CONSTRAINT uc UNIQUE, d AS a * 10, INDEX k (d));
INSERT dbo.u VALUES (1), (2);
SELECT a FROM dbo.u WHERE c = 3;
SELECT a FROM dbo.u WHERE d = 10;
GO
INSERT dbo.u VALUES (2);
GO
CREATE TABLE dbo.w (a int NOT NULL, c AS a + 1 CHECK (c > 0));
GO
ALTER TABLE dbo.t ADD CONSTRAINT uq UNIQUE (half);
GO
ALTER TABLE dbo.t ADD e AS a + 100, CONSTRAINT ue UNIQUE (e);
GO
SELECT a, e FROM dbo.t WHERE e = 101;
DROP INDEX i ON dbo.t;
ALTER TABLE dbo.t DROP COLUMN twice;
GO
SELECT a, e FROM dbo.t ORDER BY a;
GO
