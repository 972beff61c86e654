-- docs/t-sql/language-elements/checkpoint-transact-sql.md: dirty pages are written, and the records of the log that they need: delayed
-- commits before it are there after a crash, what follows is redone, what is open is undone.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.t(id int NOT NULL);
GO
ALTER DATABASE D SET DELAYED_DURABILITY = ALLOWED;
GO
SET NOCOUNT ON;
BEGIN TRAN;
INSERT INTO dbo.t(id) VALUES (1);
COMMIT WITH (DELAYED_DURABILITY = ON);
CHECKPOINT;
INSERT INTO dbo.t(id) VALUES (2);
BEGIN TRAN;
INSERT INTO dbo.t(id) VALUES (3);
CHECKPOINT;
INSERT INTO dbo.t(id) VALUES (4);
GO
-- @crash
USE D;
GO
SELECT id FROM dbo.t ORDER BY id;
