-- docs/t-sql/statements/create-trigger-transact-sql.md, "Remarks for DML Triggers"; docs/t-sql/functions/update-trigger-functions-transact-sql.md, columns-updated-transact-sql.md and trigger-nestlevel-transact-sql.md.
CREATE DATABASE T;
GO
USE T;
GO
CREATE TABLE dbo.goods (id int IDENTITY(10, 10) PRIMARY KEY, price int NOT NULL, name varchar(10) NULL, doubled AS price * 2);
CREATE TABLE dbo.journal (number int IDENTITY PRIMARY KEY, what varchar(10) NOT NULL, id int NULL, price int NULL, doubled int NULL);
GO
-- The rows as they are now and as they were, computed columns and identity values too.
CREATE TRIGGER dbo.tr_goods ON dbo.goods AFTER INSERT, UPDATE, DELETE AS
BEGIN
  DECLARE @rows int = @@ROWCOUNT;
  PRINT CONCAT('rows ', @rows, ', level ', @@NESTLEVEL, ', triggers ', TRIGGER_NESTLEVEL(), ', transactions ', @@TRANCOUNT);
  SET NOCOUNT ON;
  INSERT INTO dbo.journal (what, id, price, doubled) SELECT 'inserted', id, price, doubled FROM inserted ORDER BY id;
  INSERT INTO dbo.journal (what, id, price, doubled) SELECT 'deleted', d.id, d.price, d.doubled FROM deleted AS d ORDER BY d.id;
END;
GO
INSERT INTO dbo.goods (price, name) VALUES (1, 'a'), (2, 'b');
SELECT @@ROWCOUNT AS affected, SCOPE_IDENTITY() AS own, @@IDENTITY AS last;
UPDATE dbo.goods SET price += 5 WHERE id = 20;
DELETE dbo.goods WHERE name = 'a';
SELECT what, id, price, doubled FROM dbo.journal ORDER BY number;
GO
-- A statement that concerns no row fires it, too; TRUNCATE TABLE does not.
UPDATE dbo.goods SET price = 0 WHERE id = 5;
TRUNCATE TABLE dbo.goods;
SELECT COUNT(*) AS rows FROM dbo.goods;
GO
DROP TRIGGER dbo.tr_goods;
GO
-- Which columns get values.
CREATE TRIGGER dbo.tr_columns ON dbo.goods FOR INSERT, UPDATE, DELETE AS
  IF UPDATE(price) PRINT 'price';
  IF UPDATE(name) PRINT 'name';
  IF UPDATE(price) OR NOT UPDATE(name) PRINT 'either';
  PRINT CONVERT(varchar(10), COLUMNS_UPDATED(), 1);
GO
INSERT INTO dbo.goods (price) VALUES (1);
UPDATE dbo.goods SET name = 'x';
UPDATE dbo.goods SET price = price, name = 'y';
DELETE dbo.goods;
GO
CREATE TRIGGER dbo.tr_wrong ON dbo.goods FOR UPDATE AS IF UPDATE(missing) PRINT 'x';
GO
CREATE TRIGGER dbo.tr_wrong ON dbo.goods FOR UPDATE AS IF UPDATE(doubled) PRINT 'x';
GO
IF UPDATE(price) PRINT 'x';
GO
SELECT COLUMNS_UPDATED() AS bits;
GO
DROP TRIGGER dbo.tr_columns;
GO
-- Several triggers; the constraints come first, and where they fail none is fired.
CREATE TABLE dbo.checked (a int CONSTRAINT positive CHECK (a > 0));
GO
CREATE TRIGGER dbo.tr_one ON dbo.checked FOR INSERT AS PRINT 'one';
GO
CREATE TRIGGER dbo.tr_two ON dbo.checked FOR INSERT AS PRINT 'two';
GO
INSERT INTO dbo.checked VALUES (1);
INSERT INTO dbo.checked VALUES (0);
GO
-- MERGE fires for each action that it names.
CREATE TABLE dbo.merged (a int PRIMARY KEY, b int);
INSERT INTO dbo.merged VALUES (1, 1), (2, 2);
GO
CREATE TRIGGER dbo.tr_merged ON dbo.merged FOR INSERT, UPDATE, DELETE AS
  DECLARE @rows int = @@ROWCOUNT;
  DECLARE @text varchar(100) = CONCAT('of ', @rows, ': ', (SELECT STRING_AGG(a, ',') FROM inserted), ' for ', (SELECT STRING_AGG(a, ',') FROM deleted));
  PRINT @text;
GO
MERGE dbo.merged AS t USING (VALUES (2, 20), (3, 30)) AS s (a, b) ON t.a = s.a
WHEN MATCHED THEN UPDATE SET b = s.b
WHEN NOT MATCHED THEN INSERT VALUES (s.a, s.b)
WHEN NOT MATCHED BY SOURCE THEN DELETE;
GO
-- Neither table can be changed, and what is called does not see them.
CREATE PROCEDURE dbo.look AS SELECT COUNT(*) AS rows FROM inserted;
GO
CREATE TRIGGER dbo.tr_change ON dbo.merged FOR INSERT AS DELETE inserted;
GO
CREATE TRIGGER dbo.tr_look ON dbo.merged FOR INSERT AS EXEC dbo.look;
GO
INSERT INTO dbo.merged VALUES (9, 9);
GO
SELECT a FROM dbo.merged ORDER BY a;
GO
-- Not with an OUTPUT clause without INTO, and no target of OUTPUT INTO.
UPDATE dbo.merged SET b = 1 OUTPUT inserted.a;
GO
DECLARE @t table (a int);
DELETE dbo.merged OUTPUT deleted.a INTO @t WHERE a = 2;
SELECT a FROM @t;
GO
UPDATE dbo.journal SET price = 1 OUTPUT inserted.price, 1 INTO dbo.merged;
GO
USE master;
DROP DATABASE T;
GO
