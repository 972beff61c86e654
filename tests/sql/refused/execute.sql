-- Forms of EXECUTE that Sluice does not have (docs/t-sql/language-elements/execute-transact-sql.md) are refused by name.
GO
DECLARE @p sysname = 'sp_flush_log';
EXEC @p;
GO
EXEC sys.sp_flush_log WITH RECOMPILE;
GO
EXEC sys.sp_flush_log WITH RESULT SETS NONE;
GO
EXEC master.sys.sp_flush_log;
GO
EXEC s.master.sys.sp_flush_log;
GO
PRINT 'does not run';
EXEC no_such_procedure @missing;
GO
EXEC sys.sp_flush_log;
PRINT 'taken';
