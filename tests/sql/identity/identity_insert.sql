-- docs/t-sql/statements/set-identity-insert-transact-sql.md: one table of a session at a time; a value greater than the current one becomes
-- the current one.
CREATE TABLE dbo.Tool(ID int IDENTITY NOT NULL, Name varchar(40) NOT NULL);
CREATE TABLE dbo.other(id int IDENTITY(10, 5), name varchar(10) NULL);
CREATE TABLE dbo.plain(a int NULL);
GO
SET NOCOUNT ON;
INSERT INTO dbo.Tool(Name) VALUES ('Screwdriver'), ('Hammer'), ('Saw'), ('Shovel');
GO
INSERT INTO dbo.Tool(ID, Name) VALUES (3, 'Garden shovel');
GO
INSERT INTO dbo.Tool VALUES (3, 'Garden shovel');
GO
SET IDENTITY_INSERT dbo.plain ON;
GO
SET IDENTITY_INSERT dbo.nosuch ON;
GO
SET IDENTITY_INSERT dbo.Tool ON;
GO
SET IDENTITY_INSERT dbo.other ON;
GO
INSERT INTO dbo.Tool(Name) VALUES ('Rake');
GO
INSERT INTO dbo.Tool(ID, Name) VALUES (3, 'Garden shovel'), (20, 'Axe'), (8, 'Saw');
SELECT @@IDENTITY AS [identity], IDENT_CURRENT(N'dbo.Tool') AS [current];
SET IDENTITY_INSERT dbo.Tool OFF;
INSERT INTO dbo.Tool(Name) VALUES ('Rake');
SELECT ID, Name FROM dbo.Tool;
SET IDENTITY_INSERT dbo.other ON;
INSERT INTO dbo.other(name, id) SELECT Name, ID + 100 FROM dbo.Tool WHERE ID = 20;
SET IDENTITY_INSERT dbo.other OFF;
INSERT INTO dbo.other(name) VALUES ('next');
SELECT id, name FROM dbo.other;
GO
-- @crash
SET NOCOUNT ON;
INSERT INTO dbo.other(name) VALUES ('later');
SELECT COUNT(*) AS rows FROM dbo.other;
SELECT COUNT(*) AS beyond FROM dbo.other WHERE name = 'later' AND id > 125;
GO
