-- docs/t-sql/statements/alter-database-transact-sql-set-options.md: scripts that tools generate set every option of a database.
-- An option of an absent feature accepts the value that the feature's absence means; another value is refused by name.
CREATE DATABASE fixed_options CONTAINMENT = NONE WITH CATALOG_COLLATION = DATABASE_DEFAULT, LEDGER = OFF;
GO
ALTER DATABASE fixed_options SET AUTO_CREATE_STATISTICS OFF;
SELECT is_auto_create_stats_on, is_auto_create_stats_incremental_on FROM sys.databases WHERE name = N'fixed_options';
ALTER DATABASE fixed_options SET AUTO_CREATE_STATISTICS ON (INCREMENTAL = OFF);
SELECT is_auto_create_stats_on, is_auto_create_stats_incremental_on FROM sys.databases WHERE name = N'fixed_options';
ALTER DATABASE fixed_options SET FILESTREAM (NON_TRANSACTED_ACCESS = OFF);
ALTER DATABASE fixed_options SET CONTAINMENT = NONE, MIXED_PAGE_ALLOCATION OFF, TEMPORAL_HISTORY_RETENTION ON;
ALTER DATABASE fixed_options SET ACCELERATED_DATABASE_RECOVERY = OFF;
ALTER DATABASE fixed_options SET CHANGE_TRACKING = OFF;
SELECT containment_desc, is_mixed_page_allocation_on, is_temporal_history_retention_enabled, is_accelerated_database_recovery_on
FROM sys.databases WHERE name = N'fixed_options';
-- The same value is accepted for master.
ALTER DATABASE master SET AUTO_SHRINK OFF, PAGE_VERIFY CHECKSUM;
GO
ALTER DATABASE fixed_options SET AUTO_CREATE_STATISTICS ON (INCREMENTAL = ON);
GO
ALTER DATABASE fixed_options SET FILESTREAM (NON_TRANSACTED_ACCESS = FULL);
GO
ALTER DATABASE fixed_options SET FILESTREAM (DIRECTORY_NAME = N'd');
GO
ALTER DATABASE fixed_options SET CONTAINMENT = PARTIAL;
GO
ALTER DATABASE fixed_options SET ACCELERATED_DATABASE_RECOVERY = ON;
GO
ALTER DATABASE fixed_options SET CHANGE_TRACKING (AUTO_CLEANUP = ON);
GO
DROP DATABASE fixed_options;
