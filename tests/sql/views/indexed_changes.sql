-- The rows of an indexed view follow each change of its tables: docs/relational-databases/views/create-indexed-views.md. Each step compares the stored
-- rows with the definition; dbcc-checktable-transact-sql.md (EXTENDED_LOGICAL_CHECKS) does so too.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.customers(id int NOT NULL PRIMARY KEY, region varchar(10) NOT NULL);
CREATE TABLE dbo.orders(id int NOT NULL PRIMARY KEY, customer int NOT NULL REFERENCES dbo.customers(id) ON DELETE CASCADE ON UPDATE CASCADE, amount int NOT NULL, note varchar(20) NULL);
INSERT dbo.customers VALUES (1, 'north'), (2, 'north'), (3, 'south');
INSERT dbo.orders VALUES (10, 1, 100, 'a'), (11, 1, 50, NULL), (12, 2, 30, 'b'), (13, 3, 20, 'c');
GO
CREATE VIEW dbo.big WITH SCHEMABINDING AS SELECT id, amount * 2 AS twice, note FROM dbo.orders WHERE amount >= 30;
GO
CREATE VIEW dbo.by_region WITH SCHEMABINDING AS SELECT c.region, SUM(o.amount) AS total, COUNT_BIG(o.note) AS notes, COUNT_BIG(*) AS n FROM dbo.orders AS o JOIN dbo.customers AS c ON c.id = o.customer GROUP BY c.region;
GO
CREATE UNIQUE CLUSTERED INDEX by_id ON dbo.big(id);
CREATE UNIQUE CLUSTERED INDEX by_region ON dbo.by_region(region);
GO
CREATE PROCEDURE dbo.show AS
    SELECT id, twice, note FROM dbo.big WITH (NOEXPAND) ORDER BY id;
    SELECT region, total, notes, n FROM dbo.by_region WITH (NOEXPAND) ORDER BY region;
    SELECT (SELECT COUNT(*) FROM (SELECT * FROM dbo.big EXCEPT SELECT * FROM dbo.big WITH (NOEXPAND)) AS x) + (SELECT COUNT(*) FROM (SELECT * FROM dbo.big WITH (NOEXPAND) EXCEPT SELECT * FROM dbo.big) AS x)
        + (SELECT COUNT(*) FROM (SELECT * FROM dbo.by_region EXCEPT SELECT * FROM dbo.by_region WITH (NOEXPAND)) AS x) + (SELECT COUNT(*) FROM (SELECT * FROM dbo.by_region WITH (NOEXPAND) EXCEPT SELECT * FROM dbo.by_region) AS x) AS differing;
GO
EXEC dbo.show;
-- A cascade changes both tables of the join: orders of customer 1 go with the customer.
DELETE dbo.customers WHERE id = 1;
EXEC dbo.show;
-- A cascade of an update, which changes the region as well.
UPDATE dbo.customers SET id = id + 100, region = 'east' WHERE id = 2;
EXEC dbo.show;
MERGE dbo.orders AS t USING (VALUES (12, 102, 31), (14, 3, 40), (15, 102, 60)) AS s(id, customer, amount) ON t.id = s.id
    WHEN MATCHED THEN UPDATE SET amount = s.amount
    WHEN NOT MATCHED THEN INSERT (id, customer, amount) VALUES (s.id, s.customer, s.amount)
    WHEN NOT MATCHED BY SOURCE THEN DELETE;
EXEC dbo.show;
-- A statement that is rolled back, as a whole or by its transaction, leaves the view as it was.
BEGIN TRANSACTION;
UPDATE dbo.orders SET amount = amount * 10;
SELECT region, total FROM dbo.by_region WITH (NOEXPAND) ORDER BY region;
ROLLBACK;
INSERT dbo.orders VALUES (20, 3, 1, NULL), (20, 3, 1, NULL);
EXEC dbo.show;
GO
-- An error of a view undoes the statement: an overflow of the sum (8115), a duplicate key of the view (2601).
INSERT dbo.orders VALUES (21, 3, 2147483647, NULL);
GO
CREATE VIEW dbo.by_note WITH SCHEMABINDING AS SELECT note, id FROM dbo.orders WHERE note IS NOT NULL;
GO
CREATE UNIQUE CLUSTERED INDEX by_note ON dbo.by_note(note);
INSERT dbo.orders VALUES (22, 3, 1, 'x');
INSERT dbo.orders VALUES (23, 3, 1, 'x');
GO
-- Two rows exchange their keys in one statement.
INSERT dbo.orders VALUES (24, 3, 1, 'y');
UPDATE dbo.orders SET note = CASE note WHEN 'x' THEN 'y' ELSE 'x' END WHERE id IN (22, 24);
SELECT note, id FROM dbo.by_note WITH (NOEXPAND) ORDER BY note;
-- The rows of a new clustered index must be unique as well (1505).
UPDATE dbo.orders SET note = NULL WHERE id = 24;
DROP INDEX by_note ON dbo.by_note;
INSERT dbo.orders VALUES (25, 3, 1, 'y');
CREATE UNIQUE CLUSTERED INDEX by_note ON dbo.by_note(note);
GO
DROP VIEW dbo.by_note;
GO
-- AFTER triggers see the view changed (create-trigger-transact-sql.md: they run after all constraint checks and cascades).
CREATE TRIGGER dbo.after_orders ON dbo.orders AFTER INSERT AS SELECT total AS total_in_trigger FROM dbo.by_region WITH (NOEXPAND) WHERE region = 'south';
GO
INSERT dbo.orders VALUES (30, 3, 1000, NULL);
DROP TRIGGER dbo.after_orders;
EXEC dbo.show;
-- SET ROWCOUNT and TEXTSIZE limit the statement, not the view.
SET ROWCOUNT 1;
UPDATE dbo.orders SET amount = amount + 1;
SET ROWCOUNT 0;
EXEC dbo.show;
DBCC CHECKTABLE('dbo.by_region') WITH EXTENDED_LOGICAL_CHECKS, NO_INFOMSGS;
DBCC CHECKDB WITH EXTENDED_LOGICAL_CHECKS, NO_INFOMSGS;
GO
-- Required SET options (create-indexed-views.md): changes of the tables, and reading of the rows, fail with 1934.
SET ARITHABORT OFF;
SET ANSI_WARNINGS OFF;
INSERT dbo.orders VALUES (40, 3, 1, NULL);
GO
SET CONCAT_NULL_YIELDS_NULL OFF;
GO
SELECT COUNT(*) AS n FROM dbo.by_region WITH (NOEXPAND);
GO
SET ARITHABORT, ANSI_WARNINGS, CONCAT_NULL_YIELDS_NULL ON;
GO
-- What can't be changed through the stored rows.
DELETE v FROM dbo.by_region AS v WITH (NOEXPAND);
GO
ALTER TABLE dbo.orders SWITCH TO dbo.customers;
GO
DECLARE @t TABLE (id int);
INSERT dbo.orders (id, customer, amount) OUTPUT inserted.id INTO @t VALUES (50, 3, 5);
SELECT id FROM @t;
SELECT region, total FROM dbo.by_region WITH (NOEXPAND) ORDER BY region;
