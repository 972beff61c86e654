-- docs/t-sql/language-elements/kill-transact-sql.md, WITH STATUSONLY: no rollback is in progress, also for a session
-- that isn't there.
KILL 5300 WITH STATUSONLY;
GO
KILL 5300;
GO
