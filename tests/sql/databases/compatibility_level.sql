-- docs/t-sql/statements/alter-database-transact-sql-compatibility-level.md, alter-database-transact-sql-set-options.md, docs/relational-databases/system-stored-procedures/
-- sp-dbcmptlevel-transact-sql.md: levels 100 to 160 are kept and shown. Levels below 130 have other results in SQL Server; here they have those of 160, and a message says so.
-- The ANSI options of a database are defaults of sessions that set none.
CREATE DATABASE D;
SELECT compatibility_level FROM sys.databases WHERE name = N'D';
GO
ALTER DATABASE D SET COMPATIBILITY_LEVEL = 150;
SELECT compatibility_level FROM sys.databases WHERE name = N'D';
GO
EXEC sp_dbcmptlevel 'D';
EXEC sp_dbcmptlevel 'D', 100;
SELECT compatibility_level FROM sys.databases WHERE name = N'D';
GO
ALTER DATABASE D SET COMPATIBILITY_LEVEL = 90;
GO
ALTER DATABASE master SET COMPATIBILITY_LEVEL = 150;
GO
ALTER DATABASE D SET RECOVERY SIMPLE, ANSI_NULLS ON, ANSI_PADDING ON, ANSI_WARNINGS ON, ARITHABORT ON, CONCAT_NULL_YIELDS_NULL ON, QUOTED_IDENTIFIER ON, NUMERIC_ROUNDABORT OFF,
    PAGE_VERIFY CHECKSUM;
ALTER DATABASE D SET ALLOW_SNAPSHOT_ISOLATION OFF;
SELECT is_ansi_null_default_on, is_ansi_nulls_on, is_ansi_padding_on, is_ansi_warnings_on, is_arithabort_on, is_concat_null_yields_null_on, is_quoted_identifier_on, recovery_model_desc
FROM sys.databases WHERE name = N'D';
SELECT DATABASEPROPERTYEX('D', 'IsAnsiNullsEnabled') AS nulls, DATABASEPROPERTYEX('D', 'IsAnsiNullDefault') AS null_default, DATABASEPROPERTYEX('D', 'IsQuotedIdentifiersEnabled') AS quoted;
GO
ALTER DATABASE D SET ANSI_NULLS OFF, ANSI_NULL_DEFAULT ON, RECURSIVE_TRIGGERS ON;
GO
-- @restart
SELECT compatibility_level, is_ansi_null_default_on, is_ansi_nulls_on, is_ansi_padding_on FROM sys.databases WHERE name = N'D';
SELECT DATABASEPROPERTYEX('D', 'IsRecursiveTriggersEnabled') AS recursive_triggers;
ALTER DATABASE D SET COMPATIBILITY_LEVEL = 160;
GO
