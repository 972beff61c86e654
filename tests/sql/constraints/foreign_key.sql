-- docs/relational-databases/tables/primary-and-foreign-key-constraints.md; docs/t-sql/statements/create-table-transact-sql.md, FOREIGN KEY REFERENCES.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.Parent (id int NOT NULL CONSTRAINT PK_Parent PRIMARY KEY, code varchar(10) NOT NULL CONSTRAINT UQ_code UNIQUE, note varchar(20));
CREATE TABLE dbo.Child (cid int NOT NULL PRIMARY KEY, pid int NULL CONSTRAINT FK_pid REFERENCES dbo.Parent(id), pcode varchar(10) NULL, CONSTRAINT FK_code FOREIGN KEY (pcode) REFERENCES dbo.Parent(code));
INSERT dbo.Parent VALUES (1, 'a', NULL), (2, 'b', NULL), (3, 'c', NULL);
GO
-- A value must be there, or NULL.
INSERT dbo.Child VALUES (1, 1, 'a'), (2, NULL, NULL), (3, 2, NULL);
INSERT dbo.Child VALUES (4, 9, 'a');
GO
INSERT dbo.Child VALUES (4, 1, 'zzz');
GO
INSERT dbo.Child SELECT cid + 10, cid, NULL FROM dbo.Child WHERE cid < 3;
INSERT dbo.Child SELECT cid + 20, cid, NULL FROM dbo.Child WHERE cid > 10;
GO
UPDATE dbo.Child SET pid = 77 WHERE cid = 1;
GO
UPDATE dbo.Child SET pcode = 'nope';
GO
-- The collation says what is equal.
UPDATE dbo.Child SET pid = 3, pcode = 'B' WHERE cid = 1;
SELECT * FROM dbo.Child;
GO
-- What is referred to stays.
DELETE dbo.Parent WHERE id = 3;
GO
DELETE dbo.Parent WHERE code = 'b';
GO
UPDATE dbo.Parent SET id = 30 WHERE id = 3;
GO
UPDATE dbo.Parent SET id = id + 10;
GO
-- What is not referred to, and columns that nobody refers to, may change; keys may be exchanged: the statement is judged by what it leaves.
UPDATE dbo.Parent SET note = 'n', code = UPPER(code);
UPDATE dbo.Parent SET id = CASE id WHEN 1 THEN 3 WHEN 3 THEN 1 ELSE id END;
SELECT * FROM dbo.Parent;
UPDATE dbo.Child SET pid = NULL WHERE pid = 2;
DELETE dbo.Child WHERE pid = 2;
GO
BEGIN TRANSACTION;
DELETE dbo.Child;
DELETE dbo.Parent;
ROLLBACK;
SELECT (SELECT COUNT(*) FROM dbo.Parent) AS parents, (SELECT COUNT(*) FROM dbo.Child) AS children;
GO
BEGIN TRY
    DELETE dbo.Parent WHERE id = 1;
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS number, ERROR_MESSAGE() AS message;
END CATCH;
GO
-- 3726 and 4712, also where the key is disabled; nobody refers to a child.
DROP TABLE dbo.Parent;
GO
TRUNCATE TABLE dbo.Parent;
GO
ALTER TABLE dbo.Child NOCHECK CONSTRAINT ALL;
TRUNCATE TABLE dbo.Parent;
GO
TRUNCATE TABLE dbo.Child;
DROP TABLE dbo.Child;
DROP TABLE dbo.Parent;
GO
-- Several columns, in another order than the key's; a NULL among them refers to nothing.
CREATE TABLE dbo.P2 (a int NOT NULL, b varchar(5) NOT NULL, PRIMARY KEY (b DESC, a));
CREATE TABLE dbo.C2 (x int, y varchar(5), CONSTRAINT FK_xy FOREIGN KEY (x, y) REFERENCES dbo.P2 (a, b));
INSERT dbo.P2 VALUES (1, 'p'), (2, 'q');
INSERT dbo.C2 VALUES (1, 'p'), (NULL, 'zz'), (5, NULL), (NULL, NULL);
INSERT dbo.C2 VALUES (1, 'q');
GO
DELETE dbo.P2 WHERE a = 1;
GO
DELETE dbo.P2 WHERE a = 2;
UPDATE dbo.C2 SET x = 2 WHERE y = 'zz';
GO
-- A table that refers to itself: in one statement the order of rows does not matter.
CREATE TABLE dbo.Tree (id int PRIMARY KEY, parent int NULL CONSTRAINT FK_tree REFERENCES dbo.Tree(id));
INSERT dbo.Tree VALUES (3, 2), (2, 1), (1, NULL), (4, 4);
INSERT dbo.Tree VALUES (5, 6);
GO
DELETE dbo.Tree WHERE id = 2;
GO
DELETE dbo.Tree WHERE id IN (2, 3);
DELETE dbo.Tree WHERE id = 4;
UPDATE dbo.Tree SET parent = 8;
GO
SELECT * FROM dbo.Tree;
DELETE dbo.Tree;
TRUNCATE TABLE dbo.Tree;
DROP TABLE dbo.Tree;
GO
-- Without the columns of the table referred to: its primary key. How the catalog shows it.
CREATE TABLE dbo.C3 (a int, b varchar(5), FOREIGN KEY (b, a) REFERENCES dbo.P2, c int CONSTRAINT FK_self REFERENCES dbo.C3 (d) NOT FOR REPLICATION, d int UNIQUE);
SELECT name, is_disabled, is_not_trusted, is_not_for_replication, delete_referential_action_desc, update_referential_action, is_system_named FROM sys.foreign_keys WHERE name IN ('FK_self', 'FK_xy') ORDER BY name;
SELECT constraint_column_id, parent_column_id, referenced_column_id FROM sys.foreign_key_columns AS c WHERE constraint_object_id = (SELECT MIN(object_id) FROM sys.foreign_keys WHERE parent_object_id = OBJECT_ID('dbo.C3')) ORDER BY constraint_column_id;
SELECT LEFT(name, 12) AS made FROM sys.foreign_keys WHERE is_system_named = 1;
GO
-- @restart
USE G;
GO
INSERT dbo.C3 VALUES (9, 'zz', NULL, 1);
GO
INSERT dbo.C3 VALUES (NULL, NULL, 2, 1);
GO
INSERT dbo.C3 VALUES (NULL, NULL, 1, 1);
GO
DBCC CHECKDB WITH NO_INFOMSGS;
GO
