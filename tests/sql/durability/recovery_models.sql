-- docs/t-sql/statements/alter-database-transact-sql-set-options.md: RECOVERY { FULL | BULK_LOGGED | SIMPLE }; a new database has model's.
-- docs/relational-databases/system-catalog-views/sys-databases-transact-sql.md: recovery_model is 1 FULL, 2 BULK_LOGGED, 3 SIMPLE.
-- docs/relational-databases/databases/*-database.md: master, tempdb and msdb are SIMPLE, model is FULL; tempdb's can't be changed (5058,
-- docs/relational-databases/errors-events/database-engine-events-and-errors-5000-to-5999.md).
SET NOCOUNT ON;
CREATE DATABASE R;
GO
SELECT name, recovery_model, recovery_model_desc FROM sys.databases ORDER BY name;
ALTER DATABASE R SET RECOVERY BULK_LOGGED;
SELECT recovery_model, recovery_model_desc FROM sys.databases WHERE name = 'R';
GO
-- It is the log's own, and outlives the instance.
-- @crash
SET NOCOUNT ON;
SELECT recovery_model_desc FROM sys.databases WHERE name = 'R';
ALTER DATABASE R SET RECOVERY SIMPLE, DELAYED_DURABILITY = ALLOWED WITH NO_WAIT;
SELECT recovery_model_desc, delayed_durability_desc FROM sys.databases WHERE name = 'R';
GO
ALTER DATABASE R SET RECOVERY PARTIAL_MODEL;
GO
ALTER DATABASE tempdb SET RECOVERY FULL;
GO
ALTER DATABASE model SET RECOVERY SIMPLE;
GO
-- @restart
SET NOCOUNT ON;
CREATE DATABASE S;
SELECT recovery_model_desc FROM sys.databases WHERE name = 'S';
