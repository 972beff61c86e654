-- t-sql/statements/create-trigger-transact-sql.md, alter-trigger-transact-sql.md, drop-trigger-transact-sql.md, enable-trigger-transact-sql.md
-- and disable-trigger-transact-sql.md: each takes ALTER on the table or view that the trigger watches.
CREATE DATABASE d;
GO
USE d;
CREATE TABLE dbo.t(a INT);
CREATE USER ann WITHOUT LOGIN;
GRANT SELECT, INSERT, UPDATE, DELETE ON dbo.t TO ann;
GO
CREATE VIEW dbo.v AS SELECT a FROM dbo.t;
GO
CREATE TRIGGER dbo.own ON dbo.t AFTER DELETE AS PRINT 'own';
GO
EXECUTE AS USER = 'ann';
GO
CREATE TRIGGER dbo.spy ON dbo.t AFTER UPDATE AS ALTER ROLE db_owner ADD MEMBER ann;
GO
CREATE TRIGGER dbo.spy ON dbo.v INSTEAD OF UPDATE AS ALTER ROLE db_owner ADD MEMBER ann;
GO
ALTER TRIGGER dbo.own ON dbo.t AFTER DELETE AS PRINT 'altered';
GO
CREATE OR ALTER TRIGGER dbo.own ON dbo.t AFTER DELETE AS PRINT 'altered';
GO
DISABLE TRIGGER dbo.own ON dbo.t;
GO
DISABLE TRIGGER ALL ON dbo.t;
GO
ALTER TABLE dbo.t DISABLE TRIGGER own;
GO
ENABLE TRIGGER dbo.own ON dbo.t;
GO
DROP TRIGGER dbo.own;
GO
REVERT;
GO
SELECT name, is_disabled FROM sys.triggers;
DELETE dbo.t;
GRANT ALTER ON dbo.t TO ann;
EXECUTE AS USER = 'ann';
GO
ALTER TRIGGER dbo.own ON dbo.t AFTER DELETE AS PRINT 'altered';
GO
DELETE dbo.t;
DISABLE TRIGGER dbo.own ON dbo.t;
ENABLE TRIGGER dbo.own ON dbo.t;
DROP TRIGGER dbo.own;
GO
CREATE TRIGGER dbo.made ON dbo.t AFTER INSERT AS PRINT 'made';
GO
INSERT dbo.t VALUES(1);
GO
