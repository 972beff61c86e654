-- docs/relational-databases/tables/primary-and-foreign-key-constraints.md, "Triggers and Cascading Referential Actions": AFTER triggers fire
-- after all cascading actions, in the opposite order of the cascade; the trigger of the statement's table fires regardless of whether rows
-- are affected, and no other tables are affected then. docs/t-sql/statements/create-trigger-transact-sql.md: inserted and deleted, UPDATE(),
-- ROLLBACK; docs/t-sql/functions/trigger-nestlevel-transact-sql.md.
CREATE DATABASE T;
GO
USE T;
SET NOCOUNT ON;
CREATE TABLE dbo.orders (id int NOT NULL PRIMARY KEY, name varchar(10) NULL);
CREATE TABLE dbo.lines (id int NOT NULL PRIMARY KEY, order_id int NULL REFERENCES dbo.orders ON DELETE CASCADE ON UPDATE CASCADE,
  price int NOT NULL, number int NOT NULL, total AS price * number);
CREATE TABLE dbo.notes (id int NOT NULL PRIMARY KEY, line_id int NULL DEFAULT 0 REFERENCES dbo.lines ON DELETE SET NULL, body nvarchar(max) NULL);
CREATE TABLE dbo.log (at int IDENTITY, what varchar(200));
INSERT INTO dbo.orders VALUES (1, 'a'), (2, 'b'), (3, 'c');
INSERT INTO dbo.lines VALUES (10, 1, 5, 2), (11, 1, 7, 1), (12, 2, 1, 1);
INSERT INTO dbo.notes VALUES (100, 10, REPLICATE(CAST(N'x' AS nvarchar(max)), 9000)), (101, 12, N'y');
GO
CREATE TRIGGER dbo.tr_lines ON dbo.lines AFTER UPDATE, DELETE AS
  INSERT INTO dbo.log SELECT CONCAT('lines: ', @@ROWCOUNT, ' level ', TRIGGER_NESTLEVEL(), IIF(UPDATE(order_id), ' key', ''), IIF(UPDATE(price), ' price', ''));
  INSERT INTO dbo.log SELECT CONCAT('  old ', id, ' of ', order_id, ' total ', total) FROM deleted ORDER BY id;
  INSERT INTO dbo.log SELECT CONCAT('  new ', id, ' of ', order_id, ' total ', total) FROM inserted ORDER BY id;
  -- All tables have changed already.
  INSERT INTO dbo.log SELECT CONCAT('  ', (SELECT COUNT(*) FROM dbo.orders), ' orders, ', (SELECT COUNT(*) FROM dbo.lines), ' lines');
GO
CREATE TRIGGER dbo.tr_notes ON dbo.notes AFTER UPDATE AS
  INSERT INTO dbo.log SELECT CONCAT('notes: ', d.id, ' of ', d.line_id, ' now ', i.line_id, ', ', LEN(i.body))
  FROM inserted AS i JOIN deleted AS d ON d.id = i.id;
GO
-- The statement's own table has no trigger. The row count is the statement's.
SET NOCOUNT OFF;
DELETE dbo.orders WHERE id = 1;
SELECT @@ROWCOUNT AS [rowcount], @@TRANCOUNT AS trancount;
SET NOCOUNT ON;
SELECT what FROM dbo.log ORDER BY at;
SELECT id, line_id FROM dbo.notes ORDER BY id;
GO
TRUNCATE TABLE dbo.log;
GO
CREATE TRIGGER dbo.tr_orders ON dbo.orders AFTER UPDATE, DELETE AS
  INSERT INTO dbo.log SELECT CONCAT('orders: ', COUNT(*)) FROM deleted;
GO
UPDATE dbo.orders SET id = 20 WHERE id = 2;
-- No rows of lines refer to this order, and none to an order that isn't there.
DELETE dbo.orders WHERE id = 3;
DELETE dbo.orders WHERE id = 99;
-- An update of another column doesn't cascade.
UPDATE dbo.orders SET name = 'B';
SELECT what FROM dbo.log ORDER BY at;
GO
-- A disabled trigger doesn't fire.
DISABLE TRIGGER dbo.tr_lines ON dbo.lines;
GO
TRUNCATE TABLE dbo.log;
UPDATE dbo.orders SET id = 21 WHERE id = 20;
SELECT what FROM dbo.log ORDER BY at;
GO
ENABLE TRIGGER dbo.tr_lines ON dbo.lines;
GO
-- MERGE cascades by both of its clauses; OUTPUT comes from the statement's table.
INSERT INTO dbo.orders VALUES (30, 'x');
INSERT INTO dbo.lines VALUES (31, 30, 1, 1);
TRUNCATE TABLE dbo.log;
DROP TRIGGER dbo.tr_orders;
GO
MERGE dbo.orders AS o USING (VALUES (21, 22), (30, NULL)) AS s(id, new) ON o.id = s.id
WHEN MATCHED AND s.new IS NULL THEN DELETE
WHEN MATCHED THEN UPDATE SET id = s.new
OUTPUT $action, deleted.id;
SELECT what FROM dbo.log ORDER BY at;
GO
-- ROLLBACK in the trigger of a cascade ends the statement and its transaction.
CREATE OR ALTER TRIGGER dbo.tr_lines ON dbo.lines AFTER DELETE AS ROLLBACK;
GO
DELETE dbo.orders;
GO
SELECT (SELECT COUNT(*) FROM dbo.orders) AS orders, (SELECT COUNT(*) FROM dbo.lines) AS lines, @@TRANCOUNT AS trancount;
GO
-- An error of the trigger, too.
CREATE OR ALTER TRIGGER dbo.tr_lines ON dbo.lines AFTER DELETE AS THROW 50001, 'kept', 1;
GO
BEGIN TRY
  DELETE dbo.orders;
END TRY
BEGIN CATCH
  SELECT ERROR_NUMBER() AS number, ERROR_PROCEDURE() AS [procedure];
END CATCH
GO
SELECT (SELECT COUNT(*) FROM dbo.orders) AS orders, (SELECT COUNT(*) FROM dbo.lines) AS lines;
GO
USE master;
DROP DATABASE T;
GO
