-- Forms of EXECUTE that Sluice does not have (docs/t-sql/language-elements/execute-transact-sql.md) are refused by name.
GO
EXEC s.master.sys.sp_flush_log;
GO
PRINT 'does not run';
EXEC no_such_procedure @missing;
GO
EXEC sys.sp_flush_log;
PRINT 'taken';
GO
-- Undocumented procedures that tools and drivers call.
EXEC sp_MSdependencies N'dbo.t';
GO
EXEC sys.sp_tables_rowset N't';
GO
EXEC sp_persistent_version_cleanup;
GO
EXEC msdb.dbo.sp_set_sqlagent_properties @jobhistory_max_rows = 1;
