-- docs/relational-databases/views/create-indexed-views.md: an indexed view follows each change of its tables; docs/relational-databases/tables/
-- primary-and-foreign-key-constraints.md, "Cascading Referential Integrity". The view reads a column that is computed when read.
CREATE DATABASE V;
GO
USE V;
SET NOCOUNT ON;
CREATE TABLE dbo.orders (id int NOT NULL PRIMARY KEY);
CREATE TABLE dbo.lines (id int NOT NULL PRIMARY KEY, order_id int NULL REFERENCES dbo.orders ON DELETE CASCADE ON UPDATE CASCADE,
  price int NOT NULL, number int NOT NULL, total AS price * number);
INSERT INTO dbo.orders VALUES (1), (2);
INSERT INTO dbo.lines VALUES (10, 1, 5, 2), (11, 1, 7, 1), (12, 2, 1, 3);
GO
CREATE VIEW dbo.totals WITH SCHEMABINDING AS
SELECT order_id, SUM(ISNULL(total, 0)) AS total, COUNT_BIG(*) AS lines FROM dbo.lines GROUP BY order_id;
GO
CREATE UNIQUE CLUSTERED INDEX ix_totals ON dbo.totals (order_id);
GO
DELETE dbo.orders WHERE id = 1;
SELECT order_id, total, lines FROM dbo.totals WITH (NOEXPAND);
UPDATE dbo.orders SET id = 5;
SELECT order_id, total, lines FROM dbo.totals WITH (NOEXPAND);
GO
-- A trigger and the view get the same rows.
CREATE TRIGGER dbo.tr_lines ON dbo.lines AFTER DELETE AS SELECT id, total, (SELECT COUNT(*) FROM dbo.totals WITH (NOEXPAND)) AS groups FROM deleted;
GO
DELETE dbo.orders;
GO
USE master;
DROP DATABASE V;
GO
