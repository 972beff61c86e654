-- docs/t-sql/statements/alter-table-transact-sql.md: FOREIGN KEYs that are added, dropped, disabled and trusted again.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.P (id int PRIMARY KEY);
CREATE TABLE dbo.C (cid int, pid int);
INSERT dbo.P VALUES (1), (2);
INSERT dbo.C VALUES (10, 1), (11, 9);
GO
-- The rows that are there are looked at, unless it says otherwise.
ALTER TABLE dbo.C ADD CONSTRAINT FK_C FOREIGN KEY (pid) REFERENCES dbo.P(id);
GO
ALTER TABLE dbo.C WITH NOCHECK ADD CONSTRAINT FK_C FOREIGN KEY (pid) REFERENCES dbo.P(id) ON DELETE CASCADE;
SELECT name, is_disabled, is_not_trusted, delete_referential_action_desc FROM sys.foreign_keys;
GO
INSERT dbo.C VALUES (12, 8);
GO
UPDATE dbo.C SET cid = 13 WHERE pid = 9;
UPDATE dbo.C SET pid = 8 WHERE pid = 9;
GO
ALTER TABLE dbo.C WITH CHECK CHECK CONSTRAINT FK_C;
GO
ALTER TABLE dbo.C NOCHECK CONSTRAINT ALL;
INSERT dbo.C VALUES (12, 8);
DELETE dbo.P WHERE id = 1;
SELECT * FROM dbo.C;
SELECT is_disabled, is_not_trusted FROM sys.foreign_keys;
GO
ALTER TABLE dbo.C CHECK CONSTRAINT ALL;
SELECT is_disabled, is_not_trusted FROM sys.foreign_keys;
ALTER TABLE dbo.C WITH CHECK CHECK CONSTRAINT ALL;
GO
DELETE dbo.C WHERE pid NOT IN (SELECT id FROM dbo.P);
ALTER TABLE dbo.C WITH CHECK CHECK CONSTRAINT ALL;
SELECT is_disabled, is_not_trusted FROM sys.foreign_keys;
GO
-- Columns with a key of their own.
INSERT dbo.P VALUES (3);
ALTER TABLE dbo.C ADD other int NULL CONSTRAINT FK_other REFERENCES dbo.P(id), third int NOT NULL DEFAULT 3 REFERENCES dbo.P(id);
GO
INSERT dbo.C VALUES (1, 2, 3, 2);
GO
INSERT dbo.C VALUES (1, 2, 4, 2);
GO
ALTER TABLE dbo.C ADD fourth int NOT NULL DEFAULT 44 CONSTRAINT FK_fourth REFERENCES dbo.P(id);
GO
-- What depends on a column.
ALTER TABLE dbo.C DROP COLUMN other;
GO
ALTER TABLE dbo.C ALTER COLUMN pid bigint;
GO
ALTER TABLE dbo.P ALTER COLUMN id bigint NOT NULL;
GO
ALTER TABLE dbo.C DROP CONSTRAINT FK_other;
ALTER TABLE dbo.C DROP COLUMN other;
GO
SELECT * FROM dbo.C;
GO
-- A key whose columns have moved is kept.
ALTER TABLE dbo.C DROP COLUMN cid;
GO
INSERT dbo.C VALUES (77, 2);
GO
DELETE dbo.P WHERE id = 3;
GO
-- In a transaction: what was there without the key is judged by the plan without it, and the other way round.
BEGIN TRANSACTION;
ALTER TABLE dbo.C DROP CONSTRAINT FK_C;
INSERT dbo.C VALUES (77, 2);
ROLLBACK;
INSERT dbo.C VALUES (77, 2);
GO
SELECT COUNT(*) AS n FROM dbo.C WHERE pid = 77;
GO
-- A table that refers to itself.
CREATE TABLE dbo.T (id int NOT NULL UNIQUE, parent int);
INSERT dbo.T VALUES (1, NULL), (2, 1), (3, 5);
ALTER TABLE dbo.T ADD CONSTRAINT FK_T FOREIGN KEY (parent) REFERENCES dbo.T(id);
GO
UPDATE dbo.T SET parent = 2 WHERE id = 3;
ALTER TABLE dbo.T ADD CONSTRAINT FK_T FOREIGN KEY (parent) REFERENCES dbo.T(id);
DELETE dbo.T WHERE id = 1;
GO
