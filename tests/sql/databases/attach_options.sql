-- docs/t-sql/statements/create-database-transact-sql.md, Database Options: "If FOR ATTACH is specified on the CREATE DATABASE statement, the
-- new database inherits the database option settings of the original database."
CREATE DATABASE Kept;
CREATE DATABASE Plain;
ALTER DATABASE Kept SET RECOVERY BULK_LOGGED, DELAYED_DURABILITY = ALLOWED, AUTO_UPDATE_STATISTICS OFF;
ALTER DATABASE Kept SET ALLOW_SNAPSHOT_ISOLATION ON;
ALTER DATABASE Kept SET READ_COMMITTED_SNAPSHOT ON;
ALTER DATABASE Kept SET COMPATIBILITY_LEVEL = 150;
ALTER DATABASE Kept SET ARITHABORT ON;
ALTER DATABASE Kept SET TARGET_RECOVERY_TIME = 30 SECONDS;
ALTER DATABASE Kept MODIFY FILE (NAME = N'Kept', NEWNAME = N'rows');
CREATE TABLE Kept.dbo.t(a int);
INSERT INTO Kept.dbo.t VALUES (1);
ALTER DATABASE Kept SET READ_ONLY;
-- The options of this one become the defaults again.
ALTER DATABASE Plain SET RECURSIVE_TRIGGERS ON;
ALTER DATABASE Plain SET RECURSIVE_TRIGGERS OFF;
GO
EXEC sp_detach_db N'Kept';
EXEC sp_detach_db N'Plain';
GO
CREATE DATABASE Other ON (FILENAME = 'Kept.mdf') FOR ATTACH;
CREATE DATABASE Plain ON (FILENAME = 'Plain.mdf') FOR ATTACH;
SELECT name, recovery_model_desc, delayed_durability_desc, snapshot_isolation_state_desc, is_read_committed_snapshot_on, is_auto_update_stats_on,
       compatibility_level, is_arithabort_on, target_recovery_time_in_seconds, is_read_only, is_recursive_triggers_on
FROM sys.databases WHERE name IN (N'Other', N'Plain') ORDER BY name;
SELECT name, type_desc FROM Other.sys.database_files ORDER BY file_id;
GO
INSERT INTO Other.dbo.t VALUES (2);
GO
ALTER DATABASE Other SET READ_WRITE;
INSERT INTO Other.dbo.t VALUES (2);
SELECT a FROM Other.dbo.t ORDER BY a;
GO
-- OFFLINE and EMERGENCY are left behind, and the settings outlive a crash.
ALTER DATABASE Other SET OFFLINE;
EXEC sp_detach_db N'Other';
CREATE DATABASE Other ON (FILENAME = 'Kept.mdf') FOR ATTACH;
SELECT state_desc, is_read_only, compatibility_level FROM sys.databases WHERE name = N'Other';
GO
-- @crash
SELECT state_desc, is_read_only, compatibility_level, delayed_durability_desc FROM sys.databases WHERE name = N'Other';
SELECT a FROM Other.dbo.t ORDER BY a;
GO
