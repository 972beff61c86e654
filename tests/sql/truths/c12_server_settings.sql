-- relational-databases/system-stored-procedures/sp-addmessage-transact-sql.md, sp-altermessage-transact-sql.md, sp-dropmessage-transact-sql.md: sysadmin or
-- serveradmin. sp-configure-transact-sql.md: ALTER SETTINGS to change an option, nothing to show one. sp-updatestats-transact-sql.md: sysadmin or the
-- owner of the database. 15247: user does not have permission to perform this action.
CREATE LOGIN l WITH PASSWORD = 'Str0ng pass';
CREATE LOGIN server WITH PASSWORD = 'Str0ng pass';
ALTER SERVER ROLE serveradmin ADD MEMBER server;
GO
EXECUTE AS LOGIN = 'l';
EXEC sp_addmessage 60001, 16, N'mine';
EXEC sp_configure 'user options', 512;
EXEC sp_configure 'user options';
RECONFIGURE;
EXEC sp_updatestats;
DBCC FREESESSIONCACHE;
REVERT;
GO
EXECUTE AS LOGIN = 'server';
EXEC sp_addmessage 60001, 16, N'mine';
EXEC sp_configure 'user options', 512;
EXEC sp_configure 'user options', 0;
REVERT;
GO
EXECUTE AS LOGIN = 'l';
EXEC sp_altermessage 60001, 'WITH_LOG', 'false';
EXEC sp_dropmessage 60001;
REVERT;
EXEC sp_dropmessage 60001;
GO
