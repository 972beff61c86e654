-- Requirement L2 (docs/relational-databases/logs/control-transaction-durability.md promises less of a shutdown): a clean shutdown hardens
-- the delayed commits; a transaction that is open is rolled back.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.t(id int NOT NULL);
GO
ALTER DATABASE D SET DELAYED_DURABILITY = FORCED;
GO
INSERT INTO dbo.t(id) VALUES (1);
INSERT INTO dbo.t(id) VALUES (2);
BEGIN TRAN;
INSERT INTO dbo.t(id) VALUES (3);
GO
-- @restart
PRINT DB_NAME();
USE D;
GO
SELECT id FROM dbo.t ORDER BY id;
SELECT delayed_durability_desc FROM sys.databases WHERE name = 'D';
