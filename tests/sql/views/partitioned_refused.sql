-- docs/t-sql/statements/create-view-transact-sql.md, "Conditions for Creating Partitioned Views" and "Conditions for Modifying Data in Partitioned Views";
-- docs/relational-databases/errors-events/database-engine-events-and-errors-4000-to-4999.md: 4416, 4417, 4426 and 4431 to 4457; ...-0-to-999.md: 417, 489; ...-5000-to-5999.md: 5317.
CREATE DATABASE P;
GO
USE P;
SET NOCOUNT ON;
CREATE TABLE dbo.a (k int NOT NULL PRIMARY KEY CHECK (k < 10), v int NULL DEFAULT 1);
CREATE TABLE dbo.b (k int NOT NULL PRIMARY KEY CHECK (k >= 10), v int NULL);
CREATE TABLE dbo.overlapping (k int NOT NULL PRIMARY KEY CHECK (k >= 9), v int NULL);
CREATE TABLE dbo.unconstrained (k int NOT NULL PRIMARY KEY, v int NULL);
CREATE TABLE dbo.twice (k int NOT NULL PRIMARY KEY CHECK (k >= 10), v int NULL, CHECK (k < 100));
CREATE TABLE dbo.keyless (k int NOT NULL CHECK (k >= 10), v int NULL);
CREATE TABLE dbo.by_v (k int NOT NULL CHECK (k >= 10), v int NOT NULL PRIMARY KEY);
CREATE TABLE dbo.wide (k int NOT NULL PRIMARY KEY CHECK (k >= 10), v bigint NULL);
CREATE TABLE dbo.wide_key (k bigint NOT NULL PRIMARY KEY CHECK (k >= 10), v int NULL);
CREATE TABLE dbo.more (k int NOT NULL PRIMARY KEY CHECK (k >= 10), v int NULL, w int NULL);
CREATE TABLE dbo.numbered (k int NOT NULL PRIMARY KEY CHECK (k >= 10), v int IDENTITY NOT NULL);
CREATE TABLE dbo.stamped_a (k int NOT NULL PRIMARY KEY CHECK (k < 10), v rowversion);
CREATE TABLE dbo.stamped (k int NOT NULL PRIMARY KEY CHECK (k >= 10), v rowversion);
CREATE TABLE dbo.computed_a (k int NOT NULL PRIMARY KEY CHECK (k < 10), v AS k + 1);
CREATE TABLE dbo.computed (k int NOT NULL PRIMARY KEY CHECK (k >= 10), v AS k + 1);
CREATE TABLE dbo.fired (k int NOT NULL PRIMARY KEY CHECK (k >= 10), v int NULL);
CREATE TABLE dbo.replaced (k int NOT NULL PRIMARY KEY CHECK (k >= 10), v int NULL);
CREATE TABLE dbo.cascading (k int NOT NULL PRIMARY KEY CHECK (k >= 10), v int NULL REFERENCES dbo.unconstrained ON DELETE SET NULL);
CREATE TABLE dbo.parent (k int NOT NULL PRIMARY KEY CHECK (k >= 10), v int NULL);
CREATE TABLE dbo.child (k int NULL REFERENCES dbo.parent ON DELETE CASCADE);
CREATE INDEX i ON dbo.computed (v);
GO
CREATE TRIGGER dbo.f ON dbo.fired AFTER INSERT AS PRINT 'fired';
GO
CREATE TRIGGER dbo.r ON dbo.replaced INSTEAD OF INSERT AS PRINT 'replaced';
GO
CREATE VIEW dbo.good AS SELECT k, v FROM dbo.a UNION ALL SELECT k, v FROM dbo.b;
GO
CREATE VIEW dbo.distinct_rows AS SELECT k, v FROM dbo.a UNION SELECT k, v FROM dbo.b;
GO
CREATE VIEW dbo.difference AS SELECT k, v FROM dbo.a EXCEPT SELECT k, v FROM dbo.b;
GO
CREATE VIEW dbo.filtered AS SELECT k, v FROM dbo.a UNION ALL SELECT k, v FROM dbo.b WHERE v > 0;
GO
CREATE VIEW dbo.expression AS SELECT k, v FROM dbo.a UNION ALL SELECT k, v + 1 FROM dbo.b;
GO
CREATE VIEW dbo.nested AS SELECT k, v FROM dbo.good;
GO
CREATE VIEW dbo.overlaps AS SELECT k, v FROM dbo.a UNION ALL SELECT k, v FROM dbo.overlapping;
GO
CREATE VIEW dbo.lacks_check AS SELECT k, v FROM dbo.a UNION ALL SELECT k, v FROM dbo.unconstrained;
GO
CREATE VIEW dbo.two_checks AS SELECT k, v FROM dbo.a UNION ALL SELECT k, v FROM dbo.twice;
GO
CREATE VIEW dbo.lacks_key AS SELECT k, v FROM dbo.a UNION ALL SELECT k, v FROM dbo.keyless;
GO
CREATE VIEW dbo.other_key AS SELECT k, v FROM dbo.a UNION ALL SELECT k, v FROM dbo.by_v;
GO
CREATE VIEW dbo.without_key AS SELECT v FROM dbo.a UNION ALL SELECT v FROM dbo.b;
GO
CREATE VIEW dbo.other_types AS SELECT k, v FROM dbo.a UNION ALL SELECT k, v FROM dbo.wide;
GO
CREATE VIEW dbo.other_key_types AS SELECT k, v FROM dbo.a UNION ALL SELECT k, v FROM dbo.wide_key;
GO
CREATE VIEW dbo.not_all AS SELECT k, v FROM dbo.a UNION ALL SELECT k, v FROM dbo.more;
GO
CREATE VIEW dbo.same_table AS SELECT k, v FROM dbo.a UNION ALL SELECT k, v FROM dbo.a;
GO
CREATE VIEW dbo.same_column AS SELECT k, v, v AS again FROM dbo.a UNION ALL SELECT k, v, v FROM dbo.b;
GO
CREATE VIEW dbo.with_identity AS SELECT k, v FROM dbo.a UNION ALL SELECT k, v FROM dbo.numbered;
GO
CREATE VIEW dbo.with_timestamp AS SELECT k, v FROM dbo.stamped_a UNION ALL SELECT k, v FROM dbo.stamped;
GO
CREATE VIEW dbo.with_index AS SELECT k, v FROM dbo.computed_a UNION ALL SELECT k, v FROM dbo.computed;
GO
CREATE VIEW dbo.with_trigger AS SELECT k, v FROM dbo.a UNION ALL SELECT k, v FROM dbo.fired;
GO
CREATE VIEW dbo.with_instead AS SELECT k, v FROM dbo.a UNION ALL SELECT k, v FROM dbo.replaced;
GO
CREATE VIEW dbo.with_cascade AS SELECT k, v FROM dbo.a UNION ALL SELECT k, v FROM dbo.cascading;
GO
CREATE VIEW dbo.referenced AS SELECT k, v FROM dbo.a UNION ALL SELECT k, v FROM dbo.parent;
GO
-- Other set operators, and other forms of UNION ALL.
INSERT dbo.distinct_rows VALUES (1, 1);
GO
DELETE dbo.difference;
GO
DELETE dbo.filtered;
GO
UPDATE dbo.expression SET v = 1;
GO
DELETE dbo.nested;
GO
DELETE d FROM (SELECT k FROM dbo.a UNION ALL SELECT k FROM dbo.b) AS d;
GO
-- Rules for the members.
DELETE dbo.overlaps;
GO
DELETE dbo.lacks_check;
GO
DELETE dbo.two_checks;
GO
DELETE dbo.lacks_key;
GO
DELETE dbo.other_key;
GO
DELETE dbo.without_key;
GO
DELETE dbo.other_types;
GO
DELETE dbo.other_key_types;
GO
DELETE dbo.not_all;
GO
DELETE dbo.same_table;
GO
DELETE dbo.same_column;
GO
DELETE dbo.with_index;
GO
DELETE dbo.with_instead;
GO
DELETE dbo.with_trigger;
GO
DELETE dbo.with_cascade;
GO
-- Rules for INSERT.
INSERT dbo.good (k) VALUES (1);
GO
INSERT dbo.good (v) VALUES (1);
GO
INSERT dbo.good VALUES (1, DEFAULT);
GO
INSERT dbo.good DEFAULT VALUES;
GO
INSERT dbo.good OUTPUT inserted.k VALUES (1, 1);
GO
INSERT dbo.good SELECT k + 1, v FROM dbo.a;
GO
INSERT dbo.good SELECT k + 1, v FROM dbo.good;
GO
INSERT dbo.good SELECT k, v FROM (DELETE dbo.unconstrained OUTPUT deleted.k, deleted.v) AS d;
GO
INSERT dbo.good VALUES (1, 'x');
GO
INSERT dbo.good VALUES (1, 2, 3);
GO
INSERT dbo.with_identity VALUES (1, 1);
GO
INSERT dbo.with_timestamp VALUES (1, NULL);
GO
-- Rules for UPDATE and DELETE.
UPDATE dbo.good SET v = DEFAULT;
GO
UPDATE TOP (1) dbo.good SET v = 1;
GO
DELETE TOP (1) dbo.good;
GO
DELETE dbo.good OUTPUT deleted.k;
GO
UPDATE dbo.good SET v = (SELECT MAX(k) FROM dbo.b);
GO
DELETE g FROM dbo.good AS g JOIN dbo.a ON a.k = g.v;
GO
DELETE g FROM dbo.good AS g JOIN dbo.good AS h ON h.k = g.v;
GO
UPDATE dbo.good SET w = 1;
GO
UPDATE dbo.with_identity SET v = 1;
GO
UPDATE dbo.with_timestamp SET k = 1;
GO
UPDATE dbo.with_trigger SET k = 1;
GO
UPDATE dbo.with_cascade SET k = 1;
GO
UPDATE dbo.referenced SET k = 1;
GO
INSERT dbo.good VALUES (1, 1);
UPDATE dbo.good SET k = NULL;
GO
MERGE dbo.good AS g USING dbo.unconstrained AS u ON u.k = g.k WHEN MATCHED THEN DELETE;
GO
-- A constraint that isn't trusted is no partitioning constraint.
DELETE dbo.good;
ALTER TABLE dbo.b NOCHECK CONSTRAINT ALL;
GO
DELETE dbo.good;
GO
