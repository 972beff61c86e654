-- t-sql/language-elements/execute-transact-sql.md: a value that isn't a number needs no quotation marks, also for the procedures of the system.
DECLARE @r int;
EXEC @r = sp_getapplock @Resource = form1, @LockMode = Shared, @LockOwner = Session;
SELECT @r AS r, APPLOCK_MODE('public', 'form1', 'Session') AS mode;
EXEC sp_releaseapplock form1, Session;
EXEC sp_set_session_context color, blue, @read_only = true;
SELECT SESSION_CONTEXT(N'color') AS color;
GO
