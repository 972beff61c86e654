-- docs/t-sql/queries/hints-transact-sql-table.md: INDEX by name or number, FORCESEEK, FORCESCAN. What is found does not depend on them; 307 and 308 for an index
-- that is not there, 8622 where there is no plan as the hints have it (docs/relational-databases/errors-events/mssqlserver-8622-database-engine-error.md).
CREATE DATABASE P;
GO
USE P;
CREATE TABLE dbo.t(id int NOT NULL CONSTRAINT PK_t PRIMARY KEY, a int NULL, b int NULL, s varchar(10) NULL);
CREATE INDEX i_a ON dbo.t(a DESC, b);
CREATE INDEX i_s ON dbo.t(s) WHERE b > 1;
CREATE TABLE dbo.h(x int NULL);
INSERT INTO dbo.t VALUES (1, 10, 1, 'x'), (2, 20, 2, 'y'), (3, NULL, 3, NULL), (4, 20, NULL, 'x'), (5, 20, 5, 'z');
INSERT INTO dbo.h VALUES (20), (NULL), (10), (20);
GO
SELECT id FROM dbo.t WITH (INDEX(i_a)) WHERE a = 20 AND b > 1 ORDER BY id;
SELECT id FROM dbo.t WITH (INDEX(0)) WHERE a = 20 AND b > 1 ORDER BY id;
SELECT id FROM dbo.t WITH (INDEX = PK_t) WHERE a = 20 AND b > 1 ORDER BY id;
SELECT id FROM dbo.t WITH (FORCESEEK) WHERE a = 20 AND b > 1 ORDER BY id;
SELECT id FROM dbo.t WITH (FORCESCAN) WHERE a = 20 AND b > 1 ORDER BY id;
SELECT id FROM dbo.t WITH (FORCESCAN, INDEX(i_a)) WHERE a < 20 OR a IS NULL ORDER BY id;
SELECT id FROM dbo.t WITH (INDEX(i_s)) WHERE b > 2 ORDER BY id;
GO
-- A descending column by a range, from either end.
SELECT id, a, b FROM dbo.t WITH (FORCESEEK, INDEX(i_a)) WHERE a > 5 ORDER BY a DESC, b;
SELECT id, a, b FROM dbo.t WITH (FORCESEEK, INDEX(i_a)) WHERE a > 5 ORDER BY a, b DESC;
SELECT id, a, b FROM dbo.t WITH (FORCESEEK, INDEX(i_a)) WHERE a <= 10 ORDER BY a;
GO
-- A join seeks where a hint says so.
SELECT h.x, t.id FROM dbo.h AS h JOIN dbo.t AS t WITH (FORCESEEK) ON t.a = h.x AND t.b > 0 ORDER BY h.x, t.id;
SELECT h.x, t.id FROM dbo.h AS h LEFT JOIN dbo.t AS t WITH (FORCESCAN) ON t.a = h.x AND t.b > 0 ORDER BY h.x, t.id;
GO
SELECT id FROM dbo.t WITH (INDEX(nobody));
GO
SELECT id FROM dbo.t WITH (INDEX(7));
GO
SELECT x FROM dbo.h WITH (INDEX(1));
GO
SELECT id FROM dbo.t WITH (FORCESEEK) WHERE b = 1;
GO
-- The filtered index has not all rows.
SELECT id FROM dbo.t WITH (INDEX(i_s)) WHERE s = 'x';
GO
