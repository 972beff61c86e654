-- t-sql/statements/insert-transact-sql.md, update-transact-sql.md, delete-transact-sql.md, *Permissions*: INSERT, UPDATE and DELETE on the target, also
-- where an INSTEAD OF trigger runs in place of the statement.
CREATE DATABASE d;
GO
USE d;
CREATE TABLE dbo.t(gone INT, a INT, b INT);
ALTER TABLE dbo.t DROP COLUMN gone;
INSERT dbo.t VALUES(1, 2);
CREATE USER ann WITHOUT LOGIN;
GO
CREATE VIEW dbo.v AS SELECT a, b FROM dbo.t;
GO
CREATE TRIGGER dbo.of_t ON dbo.t INSTEAD OF INSERT, UPDATE, DELETE AS PRINT 'of t';
GO
CREATE TRIGGER dbo.of_v ON dbo.v INSTEAD OF INSERT, UPDATE, DELETE AS PRINT 'of v';
GO
EXECUTE AS USER = 'ann';
INSERT dbo.t VALUES(1, 2);
UPDATE dbo.t SET a = 0;
DELETE dbo.t;
INSERT dbo.v VALUES(1, 2);
UPDATE dbo.v SET a = 0;
DELETE dbo.v;
REVERT;
GO
GRANT INSERT, DELETE ON dbo.t TO ann;
GRANT INSERT, DELETE ON dbo.v TO ann;
GRANT UPDATE ON dbo.t(b) TO ann;
EXECUTE AS USER = 'ann';
INSERT dbo.t VALUES(1, 2);
UPDATE dbo.t SET a = 0;
UPDATE dbo.t SET b = 0;
DELETE dbo.t;
INSERT dbo.v VALUES(1, 2);
UPDATE dbo.v SET a = 0;
DELETE dbo.v;
REVERT;
GO
GRANT UPDATE ON dbo.v TO ann;
EXECUTE AS USER = 'ann';
UPDATE dbo.v SET a = 0;
UPDATE dbo.v SET a = 0 WHERE b = 2;
REVERT;
GO
