-- docs/t-sql/language-elements/save-transaction-transact-sql.md: what was rolled back to a savepoint stays undone after a
-- crash, the rest of the committed transaction is there.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.t(id int NOT NULL);
GO
SET NOCOUNT ON;
BEGIN TRAN;
INSERT INTO dbo.t(id) VALUES (1);
SAVE TRAN s;
INSERT INTO dbo.t(id) VALUES (2);
ROLLBACK TRAN s;
INSERT INTO dbo.t(id) VALUES (3);
COMMIT;
BEGIN TRAN;
INSERT INTO dbo.t(id) VALUES (4);
SAVE TRAN s;
INSERT INTO dbo.t(id) VALUES (5);
ROLLBACK TRAN s;
GO
-- @crash
USE D;
GO
SELECT id FROM dbo.t ORDER BY id;
