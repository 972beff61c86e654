-- docs/t-sql/statements/create-trigger-transact-sql.md, INSTEAD OF, "Remarks for DML Triggers"; docs/relational-databases/triggers/use-the-inserted-and-deleted-tables.md.
CREATE DATABASE T;
GO
USE T;
GO
CREATE TABLE dbo.people (id int IDENTITY PRIMARY KEY, name varchar(20) NOT NULL, town varchar(20) NOT NULL DEFAULT 'here', age int CHECK (age > 0));
GO
-- Rows that the table would refuse come to the trigger; what it inserts itself goes into the table.
CREATE TRIGGER dbo.tr_insert ON dbo.people INSTEAD OF INSERT AS
BEGIN
  SELECT id, name, town, age FROM inserted ORDER BY age;
  INSERT INTO dbo.people (name, town, age) SELECT ISNULL(name, 'nobody'), town, ABS(age) FROM inserted ORDER BY age;
END;
GO
CREATE TRIGGER dbo.tr_after ON dbo.people AFTER INSERT AS SELECT id, name, town, age FROM inserted ORDER BY id;
GO
INSERT INTO dbo.people (name, age) VALUES (NULL, 5), ('b', -7);
SELECT @@ROWCOUNT AS affected;
SELECT id, name, town, age FROM dbo.people ORDER BY id;
GO
DROP TRIGGER dbo.tr_after;
GO
CREATE TRIGGER dbo.tr_update ON dbo.people INSTEAD OF UPDATE AS
  SELECT i.id, d.name AS old, i.name AS new, IIF(UPDATE(name), 'name', 'other') AS said FROM inserted i JOIN deleted d ON i.id = d.id ORDER BY i.id;
GO
-- What it does itself is an UPDATE like any other, in whose place the other trigger runs.
CREATE TRIGGER dbo.tr_delete ON dbo.people INSTEAD OF DELETE AS
  UPDATE dbo.people SET town = 'gone' WHERE id IN (SELECT id FROM deleted);
GO
UPDATE dbo.people SET name = name + '!' WHERE age < 6;
SELECT name FROM dbo.people ORDER BY id;
DELETE p FROM dbo.people AS p WHERE p.age = 7;
GO
SELECT id, name, town FROM dbo.people ORDER BY id;
GO
-- Of a view that nothing could be changed through.
CREATE TABLE dbo.parts (id int PRIMARY KEY, part varchar(10));
INSERT INTO dbo.parts VALUES (1, 'x'), (2, 'y');
DROP TRIGGER dbo.tr_insert, dbo.tr_update, dbo.tr_delete;
GO
CREATE VIEW dbo.both AS SELECT p.id, p.name, q.part, LEN(p.name) AS letters FROM dbo.people p JOIN dbo.parts q ON q.id = p.id;
GO
CREATE TRIGGER dbo.tr_view ON dbo.both INSTEAD OF INSERT, UPDATE, DELETE AS
BEGIN
  SET NOCOUNT ON;
  UPDATE p SET name = i.name FROM dbo.people AS p JOIN inserted AS i ON i.id = p.id;
  UPDATE q SET part = i.part FROM dbo.parts AS q JOIN inserted AS i ON i.id = q.id;
  DELETE dbo.parts WHERE id IN (SELECT id FROM deleted EXCEPT SELECT id FROM inserted);
END;
GO
UPDATE dbo.both SET name = 'new', part = 'z' WHERE letters > 1;
SELECT id, name, part FROM dbo.both ORDER BY id;
DELETE dbo.both WHERE part = 'z';
SELECT id, name, part FROM dbo.both ORDER BY id;
INSERT INTO dbo.both VALUES (2, 'last', 'w', 99);
SELECT id, name, part, letters FROM dbo.both ORDER BY id;
GO
-- One for each event; none after the statement on a view.
CREATE TRIGGER dbo.tr_second ON dbo.both INSTEAD OF DELETE AS PRINT 'x';
GO
CREATE TRIGGER dbo.tr_after_view ON dbo.both AFTER DELETE AS PRINT 'x';
GO
-- None beside a cascading foreign key.
CREATE TABLE dbo.child (id int REFERENCES dbo.parts ON DELETE CASCADE);
GO
CREATE TRIGGER dbo.tr_child ON dbo.child INSTEAD OF DELETE AS PRINT 'x';
GO
-- It goes with the view.
SELECT name, OBJECT_NAME(parent_id) AS parent, is_instead_of_trigger FROM sys.triggers;
DROP VIEW dbo.both;
SELECT COUNT(*) AS triggers FROM sys.triggers;
GO
USE master;
DROP DATABASE T;
GO
