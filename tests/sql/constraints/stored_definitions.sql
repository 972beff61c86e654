-- docs/relational-databases/system-catalog-views/sys-check-constraints-transact-sql.md, sys-computed-columns-transact-sql.md, sys-indexes-transact-sql.md;
-- the texts as recorded answers of SQL Server.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.t(a int, b int, c int, d date, z varchar(10),
    n1 AS -a, n2 AS a - -b, n3 AS YEAR(d), n4 AS MONTH(d) + Day(d), n5 AS -(a * b), n6 AS -5,
    CONSTRAINT c1 CHECK (a > 0 AND (b > 0 AND c > 0)), CONSTRAINT c2 CHECK ((a > 0 AND b > 0) AND c > 0), CONSTRAINT c3 CHECK (a > 0 OR (b > 0 OR c > 0)),
    CONSTRAINT c4 CHECK (a > 0 OR (b > 0 AND c > 0)), CONSTRAINT c5 CHECK (a > 0 AND b BETWEEN 1 AND 5), CONSTRAINT c6 CHECK (a = 1 OR b IN (2, 3)),
    CONSTRAINT c7 CHECK (a & 1 = 1), CONSTRAINT c8 CHECK (a + 1 > b - 2), CONSTRAINT c9 CHECK (a * 2 > b % 3), CONSTRAINT d1 CHECK (a + b IN (1, 2)),
    CONSTRAINT d2 CHECK (a + 1 BETWEEN b - 1 AND b + 1), CONSTRAINT d3 CHECK (-a < b), CONSTRAINT d4 CHECK (YEAR(d) >= 2000 AND z IS NOT NULL));
CREATE INDEX i ON dbo.t(a) WHERE a > 0 AND z IS NOT NULL;
SELECT name, definition FROM sys.check_constraints ORDER BY name;
SELECT name, definition FROM sys.computed_columns ORDER BY name;
SELECT filter_definition FROM sys.indexes WHERE name = 'i';
INSERT dbo.t(a, b, c, d, z) VALUES (1, 2, 3, '2026-02-03', 'z');
GO
ALTER TABLE dbo.t NOCHECK CONSTRAINT ALL;
INSERT dbo.t(a, b, c, d, z) VALUES (1, 2, 3, '2026-02-03', 'z');
SELECT n1, n2, n3, n4, n5, n6 FROM dbo.t; --> -1 | 3 | 2026 | 5 | -2 | -5
GO
