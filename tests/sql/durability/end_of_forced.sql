-- Requirement L2: the delayed tail is hardened when FORCED or ALLOWED ends.
-- docs/t-sql/statements/alter-database-transact-sql-set-options.md: the setting is the database's, and stays.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.t(id int NOT NULL);
GO
ALTER DATABASE D SET DELAYED_DURABILITY = FORCED;
GO
INSERT INTO dbo.t(id) VALUES (1);
ALTER DATABASE D SET DELAYED_DURABILITY = DISABLED;
GO
-- @crash
USE D;
GO
SELECT id FROM dbo.t;
SELECT delayed_durability_desc FROM sys.databases WHERE name = 'D';
ALTER DATABASE CURRENT SET DELAYED_DURABILITY = ALLOWED;
GO
-- @crash
SELECT delayed_durability_desc FROM sys.databases WHERE name = 'D';
