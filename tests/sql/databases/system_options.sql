-- docs/relational-databases/databases/master-database.md, tempdb-database.md, model-database.md, msdb-database.md, each *Database Options*: the options that can
-- be modified in a system database. Another one fails with 5058 (docs/relational-databases/errors-events/database-engine-events-and-errors-5000-to-5999.md),
-- unless the database has the setting already. docs/t-sql/statements/alter-database-transact-sql-set-options.md has the options.
SET NOCOUNT ON;
SELECT name, is_ansi_nulls_on, is_arithabort_on, is_auto_update_stats_on, is_recursive_triggers_on, target_recovery_time_in_seconds, recovery_model_desc
FROM sys.databases WHERE name = N'master';
ALTER DATABASE master SET ANSI_NULLS ON, ARITHABORT ON, AUTO_UPDATE_STATISTICS OFF, RECURSIVE_TRIGGERS ON, TARGET_RECOVERY_TIME = 2 MINUTES;
ALTER DATABASE master SET RECOVERY FULL;
ALTER DATABASE master SET COMPATIBILITY_LEVEL = 150;
ALTER DATABASE tempdb SET ANSI_PADDING ON, AUTO_CREATE_STATISTICS OFF;
ALTER DATABASE msdb SET RECOVERY FULL, AUTO_CLOSE ON, ANSI_WARNINGS ON;
ALTER DATABASE model SET AUTO_CREATE_STATISTICS OFF, CONCAT_NULL_YIELDS_NULL ON;
ALTER DATABASE model SET RESTRICTED_USER;
ALTER DATABASE model SET MULTI_USER;
ALTER DATABASE msdb SET READ_ONLY;
SELECT name, is_read_only, is_auto_close_on FROM sys.databases WHERE database_id <= 4 ORDER BY database_id;
ALTER DATABASE msdb SET READ_WRITE;
ALTER DATABASE msdb SET AUTO_CLOSE OFF;
ALTER DATABASE master MODIFY FILE (NAME = master, FILEGROWTH = 5MB);
CREATE DATABASE made;
GO
SELECT name, is_ansi_nulls_on AS nulls, is_ansi_padding_on AS padding, is_ansi_warnings_on AS warnings, is_arithabort_on AS arithabort, is_concat_null_yields_null_on AS concat,
    is_auto_create_stats_on AS creates, is_auto_update_stats_on AS updates, is_recursive_triggers_on AS recursive, target_recovery_time_in_seconds AS target,
    recovery_model_desc AS recovery, compatibility_level AS level
FROM sys.databases ORDER BY database_id;
GO
-- master's options outlive a crash and a restart. tempdb is made anew with model's.
-- @crash
SELECT name, is_ansi_nulls_on AS nulls, is_ansi_padding_on AS padding, is_ansi_warnings_on AS warnings, is_arithabort_on AS arithabort, is_concat_null_yields_null_on AS concat,
    is_auto_create_stats_on AS creates, is_auto_update_stats_on AS updates, is_recursive_triggers_on AS recursive, target_recovery_time_in_seconds AS target,
    recovery_model_desc AS recovery, compatibility_level AS level, snapshot_isolation_state_desc AS snapshot
FROM sys.databases ORDER BY database_id;
SELECT name, growth FROM master.sys.database_files WHERE type = 0;
ALTER DATABASE master SET ANSI_NULLS OFF, ARITHABORT OFF, AUTO_UPDATE_STATISTICS ON, RECURSIVE_TRIGGERS OFF, TARGET_RECOVERY_TIME = 60 SECONDS;
GO
-- @restart
SELECT is_ansi_nulls_on, is_arithabort_on, is_auto_update_stats_on, is_recursive_triggers_on, target_recovery_time_in_seconds, snapshot_isolation_state_desc
FROM sys.databases WHERE name = N'master';
SELECT name FROM sys.databases ORDER BY database_id;
GO
-- The present settings are accepted, as scripts of tools set them.
ALTER DATABASE master SET ALLOW_SNAPSHOT_ISOLATION ON;
ALTER DATABASE master SET READ_COMMITTED_SNAPSHOT OFF;
ALTER DATABASE master SET AUTO_CLOSE OFF, AUTO_SHRINK OFF, MULTI_USER;
ALTER DATABASE tempdb SET RECOVERY SIMPLE, MULTI_USER;
ALTER DATABASE tempdb SET READ_COMMITTED_SNAPSHOT OFF;
GO
ALTER DATABASE master SET ALLOW_SNAPSHOT_ISOLATION OFF;
GO
ALTER DATABASE master SET ANSI_NULLS ON, AUTO_CLOSE ON;
GO
SELECT is_ansi_nulls_on FROM sys.databases WHERE name = N'master';
GO
ALTER DATABASE master SET AUTO_SHRINK ON;
GO
ALTER DATABASE master SET ENCRYPTION ON;
GO
ALTER DATABASE master SET CHANGE_TRACKING = ON;
GO
ALTER DATABASE master SET READ_ONLY;
GO
ALTER DATABASE master SET ENABLE_BROKER;
GO
ALTER DATABASE tempdb SET AUTO_SHRINK ON;
GO
ALTER DATABASE tempdb SET TRUSTWORTHY ON;
GO
ALTER DATABASE model SET DB_CHAINING ON;
GO
ALTER DATABASE model SET TRUSTWORTHY ON;
GO
ALTER DATABASE model SET OFFLINE;
GO
ALTER DATABASE msdb SET ALLOW_SNAPSHOT_ISOLATION OFF;
GO
ALTER DATABASE msdb SET MIXED_PAGE_ALLOCATION ON;
GO
-- An option that can be modified, but isn't supported, is refused by name.
ALTER DATABASE master SET TRUSTWORTHY ON;
GO
ALTER DATABASE master SET AUTO_UPDATE_STATISTICS SOMETIMES;
GO
