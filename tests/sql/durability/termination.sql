-- docs/t-sql/statements/alter-database-transact-sql-set-options.md, WITH <termination>: <delayed_durability_option> can use it; without
-- it the statement waits for the transactions in the database; NO_WAIT fails if it would have to wait; ROLLBACK IMMEDIATE rolls them
-- back. Errors: docs/relational-databases/errors-events/database-engine-events-and-errors-5000-to-5999.md: 5060, 5061, 5069, 5070.
CREATE DATABASE D;
GO
CREATE TABLE D.dbo.t(id int NOT NULL);
GO
-- @session writer
USE D;
BEGIN TRAN;
INSERT INTO dbo.t(id) VALUES (1);
GO
-- @session reader
USE D;
BEGIN TRAN;
SELECT COUNT(*) AS tables FROM sys.databases WHERE name = N'D';
GO
-- @session
ALTER DATABASE D SET DELAYED_DURABILITY = FORCED WITH NO_WAIT;
GO
SET LOCK_TIMEOUT 0;
ALTER DATABASE D SET DELAYED_DURABILITY = FORCED;
SELECT delayed_durability_desc FROM sys.databases WHERE name = N'D';
GO
-- Who has changed something is in the way, not who is connected or has read.
-- @session writer
COMMIT TRAN;
BEGIN TRAN;
SELECT id FROM dbo.t;
GO
-- @session
ALTER DATABASE D SET DELAYED_DURABILITY = ALLOWED WITH NO_WAIT;
SELECT delayed_durability_desc FROM sys.databases WHERE name = N'D';
GO
-- @session writer
INSERT INTO dbo.t(id) VALUES (2);
GO
-- @session
ALTER DATABASE D SET DELAYED_DURABILITY = FORCED WITH ROLLBACK IMMEDIATE;
SELECT delayed_durability_desc FROM sys.databases WHERE name = N'D';
SELECT id FROM D.dbo.t;
GO
-- @session writer
SELECT @@TRANCOUNT AS of_no_use;
GO
SELECT @@TRANCOUNT AS connected_again;
GO
-- @session reader
COMMIT TRAN;
INSERT INTO D.dbo.t(id) VALUES (3);
ALTER DATABASE D SET DELAYED_DURABILITY = DISABLED WITH ROLLBACK AFTER 5 SECONDS;
GO
-- @crash
SELECT id FROM D.dbo.t;
SELECT delayed_durability_desc FROM sys.databases WHERE name = N'D';
