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
-- OUTPUT shows the new row under the view's names (docs/t-sql/queries/output-clause-transact-sql.md).
CREATE VIEW dbo.turned AS SELECT d, b, a, id FROM dbo.t;
GO
CREATE TABLE dbo.four (a int, b int, c AS a * 2);
GO
CREATE VIEW dbo.four_turned AS SELECT b AS a, a AS b, c FROM dbo.four;
GO
INSERT dbo.turned (a, d) OUTPUT inserted.*, inserted.a + 1 AS next VALUES (60, 61), (62, NULL);
DECLARE @made TABLE (a int, d int);
INSERT dbo.turned (a, d) OUTPUT inserted.a, inserted.d INTO @made SELECT 63, 64;
SELECT a, d FROM @made;
WITH part AS (SELECT d AS x, a FROM dbo.t) INSERT part (a, x) OUTPUT inserted.x, inserted.a VALUES (65, 66);
GO
INSERT dbo.derived (a) OUTPUT inserted.next, inserted.one VALUES (80);
UPDATE dbo.derived SET a = 90 OUTPUT deleted.next, inserted.next, inserted.* WHERE a = 80;
GO
CREATE FUNCTION dbo.plus_one (@a int) RETURNS int WITH SCHEMABINDING AS BEGIN RETURN @a + 1; END;
GO
CREATE VIEW dbo.by_function AS SELECT a, dbo.plus_one(a) AS next FROM dbo.t;
GO
INSERT dbo.by_function (a) OUTPUT inserted.a VALUES (81);
GO
-- So do UPDATE and DELETE, also if the view has as many columns as its table.
INSERT dbo.four VALUES (1, 2);
UPDATE dbo.four_turned SET a = 5 OUTPUT deleted.a, deleted.b, inserted.a, inserted.b;
GO
CREATE TRIGGER dbo.watch ON dbo.u AFTER INSERT, UPDATE AS SELECT k, w FROM inserted;
GO
CREATE VIEW dbo.u_turned AS SELECT w AS k, k AS w FROM dbo.u;
GO
INSERT dbo.u_turned (k, w) VALUES (70, 71);
UPDATE dbo.u_turned SET k = 72 WHERE w = 71;
GO
