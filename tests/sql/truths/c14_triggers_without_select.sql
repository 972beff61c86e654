-- t-sql/statements/insert-transact-sql.md, update-transact-sql.md, delete-transact-sql.md, *Permissions*: INSERT, UPDATE or DELETE alone, whatever triggers the
-- table has; what a trigger reads is in the ownership chain of its table.
CREATE DATABASE d;
GO
USE d;
CREATE TABLE dbo.t(a INT, b INT);
CREATE TABLE dbo.audit(a INT, b INT, event VARCHAR(9));
CREATE USER ins WITHOUT LOGIN;
CREATE USER upd WITHOUT LOGIN;
CREATE USER del WITHOUT LOGIN;
CREATE USER mer WITHOUT LOGIN;
GRANT INSERT ON dbo.t TO ins;
GRANT UPDATE ON dbo.t TO upd;
GRANT DELETE ON dbo.t TO del;
GRANT INSERT, UPDATE, DELETE, SELECT(a) ON dbo.t TO mer;
GO
CREATE TRIGGER dbo.tr ON dbo.t AFTER INSERT, UPDATE, DELETE AS
INSERT dbo.audit SELECT a, b, 'new' FROM inserted UNION ALL SELECT a, b, 'old' FROM deleted;
GO
CREATE VIEW dbo.v AS SELECT a, b FROM dbo.t;
GO
GRANT INSERT ON dbo.v TO ins;
GRANT UPDATE ON dbo.v TO upd;
GRANT DELETE ON dbo.v TO del;
GO
EXECUTE AS USER = 'ins';
INSERT dbo.t VALUES(1, 2);
INSERT dbo.v VALUES(3, 4);
REVERT;
EXECUTE AS USER = 'upd';
UPDATE dbo.t SET b = 7;
UPDATE dbo.v SET b = 8;
UPDATE dbo.t SET b = b + 1;
UPDATE dbo.t SET b = 9 WHERE a = 1;
REVERT;
EXECUTE AS USER = 'mer';
MERGE dbo.t USING (VALUES(1), (5)) AS s(a) ON s.a = t.a WHEN MATCHED THEN UPDATE SET b = 0 WHEN NOT MATCHED THEN INSERT VALUES(s.a, 0);
REVERT;
EXECUTE AS USER = 'del';
DELETE dbo.v;
INSERT dbo.t VALUES(1, 2);
REVERT;
INSERT dbo.t VALUES(1, 2);
EXECUTE AS USER = 'del';
DELETE dbo.t WHERE a = 1;
DELETE dbo.t;
REVERT;
SELECT event, COUNT(*) AS n FROM dbo.audit GROUP BY event ORDER BY event;
GO
