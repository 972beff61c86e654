-- docs/t-sql/statements/create-view-transact-sql.md, Updatable views: any modification must reference columns of one base table, which underlie the view's
-- directly; docs/relational-databases/errors-events/database-engine-events-and-errors-4000-to-4999.md: 4405, 4406.
CREATE DATABASE V;
GO
USE V;
GO
CREATE TABLE dbo.t (id int IDENTITY(5, 5), a int NOT NULL, b varchar(10) DEFAULT 'none', c AS a * 2, d int NULL CHECK (d > 0));
CREATE TABLE dbo.u (k int PRIMARY KEY, w int);
GO
CREATE VIEW dbo.v AS SELECT a AS first, b, d FROM dbo.t WHERE a > 10;
GO
CREATE VIEW dbo.whole AS SELECT id, a, b, d FROM dbo.t;
GO
CREATE VIEW dbo.upon AS SELECT first AS one FROM dbo.v;
GO
CREATE VIEW dbo.both_ AS SELECT t.a, t.d, u.k, u.w FROM dbo.t JOIN dbo.u ON u.k = t.a;
GO
CREATE VIEW dbo.derived AS SELECT a, a + 1 AS next, 1 AS one FROM dbo.t;
GO
CREATE VIEW dbo.grouped AS SELECT a, COUNT(*) AS n FROM dbo.t GROUP BY a;
GO
-- Rows that the view doesn't show come, too: it has no WITH CHECK OPTION.
INSERT dbo.v VALUES (11, 'x', 1);
INSERT INTO dbo.v (d, first) VALUES (2, 1), (3, 12);
INSERT dbo.v (first) SELECT first + 100 FROM dbo.v;
SELECT * FROM dbo.t ORDER BY id;
SELECT * FROM dbo.v ORDER BY first;
GO
-- The identity column is no part of what VALUES gives.
INSERT dbo.whole VALUES (20, 'w', 4);
INSERT dbo.upon VALUES (21);
SELECT id, a, b, c, d FROM dbo.t WHERE a IN (20, 21) ORDER BY a;
SELECT SCOPE_IDENTITY() AS last;
GO
INSERT dbo.both_ (k, w) VALUES (11, 1);
INSERT dbo.both_ (a) VALUES (30);
SELECT * FROM dbo.both_;
GO
INSERT dbo.both_ (a, k) VALUES (1, 1);
GO
INSERT dbo.both_ VALUES (1, 1, 1, 1);
GO
INSERT dbo.derived (a) VALUES (40);
GO
INSERT dbo.derived (a, next) VALUES (41, 42);
GO
INSERT dbo.derived (a, one) VALUES (41, 1);
GO
INSERT dbo.grouped (a) VALUES (1);
GO
INSERT dbo.v (missing) VALUES (1);
GO
INSERT dbo.v (first, b) VALUES (1);
GO
-- What the base table asks for holds.
BEGIN TRY
    INSERT dbo.v (first, d) VALUES (1, -1);
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS error;
END CATCH;
GO
INSERT dbo.v (b) VALUES ('x');
GO
WITH part AS (SELECT a, b FROM dbo.t) INSERT part (a, b) VALUES (50, 'cte');
SELECT a, b FROM dbo.t WHERE a >= 40 ORDER BY a;
GO
-- It is undone with its transaction.
BEGIN TRAN;
INSERT dbo.v (first) VALUES (77);
ROLLBACK;
SELECT COUNT(*) AS n FROM dbo.t WHERE a = 77;
GO
INSERT dbo.v (first) OUTPUT inserted.first VALUES (1);
GO
