-- docs/relational-databases/system-catalog-views/sys-databases-transact-sql.md: delayed_durability is 0 DISABLED, 1 ALLOWED, 2 FORCED;
-- docs/relational-databases/databases/master-database.md: master is number 1.
SET NOCOUNT ON;
SELECT name, database_id, state_desc FROM sys.databases WHERE database_id = 1;
GO
CREATE DATABASE V;
GO
SELECT name, delayed_durability, delayed_durability_desc FROM sys.databases WHERE name = 'v';
ALTER DATABASE V SET DELAYED_DURABILITY = ALLOWED;
SELECT delayed_durability, delayed_durability_desc FROM sys.databases WHERE name = N'V';
ALTER DATABASE V SET DELAYED_DURABILITY = FORCED WITH NO_WAIT;
SELECT delayed_durability, delayed_durability_desc FROM sys.databases WHERE name = N'V';
ALTER DATABASE V SET DELAYED_DURABILITY = DISABLED;
SELECT delayed_durability, delayed_durability_desc FROM sys.databases WHERE database_id = DB_ID('V');
SELECT COUNT(*) AS rows FROM sys.databases WHERE name = 'missing';
