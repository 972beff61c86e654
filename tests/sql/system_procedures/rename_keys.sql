-- docs/relational-databases/system-stored-procedures/sp-rename-transact-sql.md: foreign keys know their tables and columns by what these are, not by names.
CREATE DATABASE S;
GO
USE S;
CREATE TABLE dbo.parent(id int CONSTRAINT PK_p PRIMARY KEY);
CREATE TABLE dbo.child(id int PRIMARY KEY, p int CONSTRAINT FK_c REFERENCES dbo.parent(id));
INSERT INTO dbo.parent VALUES (1);
INSERT INTO dbo.child VALUES (1, 1);
GO
EXEC sp_rename 'dbo.parent', 'elder';
EXEC sp_rename 'dbo.elder.id', 'number', 'COLUMN';
EXEC sp_rename 'dbo.child.p', 'elder_number', 'COLUMN';
EXEC sp_rename 'dbo.FK_c', 'FK_elder';
EXEC sp_rename 'dbo.PK_p', 'PK_elder';
GO
SELECT OBJECTPROPERTY(OBJECT_ID('dbo.child'), 'TableHasForeignKey') AS child, OBJECTPROPERTY(OBJECT_ID('dbo.elder'), 'TableHasForeignKey') AS elder, OBJECTPROPERTY(OBJECT_ID('dbo.FK_elder'), 'IsForeignKey') AS is_key;
INSERT INTO dbo.child VALUES (2, 2);
DELETE FROM dbo.elder;
INSERT INTO dbo.elder VALUES (2);
INSERT INTO dbo.child VALUES (2, 2);
SELECT c.id, e.number FROM dbo.child c JOIN dbo.elder e ON e.number = c.elder_number;
GO
-- @restart
USE S;
DELETE FROM dbo.elder WHERE number = 2;
DROP TABLE dbo.elder;
GO
