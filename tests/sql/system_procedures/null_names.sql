-- No name that a procedure about principals must be given may be NULL: relational-databases/system-stored-procedures/sp-addrolemember-transact-sql.md,
-- sp-droprolemember-transact-sql.md, sp-addsrvrolemember-transact-sql.md, sp-dropsrvrolemember-transact-sql.md, sp-defaultdb-transact-sql.md,
-- sp-defaultlanguage-transact-sql.md, sp-changedbowner-transact-sql.md, sp-adduser-transact-sql.md, sp-dropuser-transact-sql.md: 0 (success) or 1 (failure);
-- message 15004: relational-databases/errors-events/database-engine-events-and-errors-15000-to-15999.md
CREATE DATABASE d;
GO
USE d;
GO
DECLARE @status INT;
EXEC @status = sp_addrolemember NULL, 'dbo';
PRINT @status;
EXEC @status = sp_addrolemember 'db_owner', NULL;
PRINT @status;
EXEC @status = sp_droprolemember NULL, 'dbo';
PRINT @status;
EXEC @status = sp_droprolemember 'db_owner', NULL;
PRINT @status;
EXEC @status = sp_addsrvrolemember NULL, 'sysadmin';
PRINT @status;
EXEC @status = sp_addsrvrolemember 'sa', NULL;
PRINT @status;
EXEC @status = sp_dropsrvrolemember NULL, 'sysadmin';
PRINT @status;
EXEC @status = sp_defaultdb NULL, 'd';
PRINT @status;
EXEC @status = sp_defaultdb 'sa', NULL;
PRINT @status;
EXEC @status = sp_defaultlanguage NULL;
PRINT @status;
EXEC @status = sp_changedbowner NULL;
PRINT @status;
EXEC @status = sp_grantdbaccess NULL, 'x';
PRINT @status;
EXEC @status = sp_adduser NULL;
PRINT @status;
EXEC @status = sp_revokedbaccess NULL;
PRINT @status;
EXEC @status = sp_dropuser NULL;
PRINT @status;
GO
-- Its language where none is given is the server's.
CREATE LOGIN ann WITH PASSWORD = 'B548bmM%f6';
EXEC sp_defaultlanguage 'ann';
SELECT default_language_name FROM sys.server_principals WHERE name = 'ann';
EXEC sp_defaultlanguage 'ann', 'nothing';
EXEC sp_defaultlanguage 'nobody';
DROP LOGIN ann;
GO
-- relational-databases/system-stored-procedures/sp-helpdbfixedrole-transact-sql.md
EXEC sp_helpdbfixedrole;
EXEC sp_helpdbfixedrole 'db_ddladmin';
EXEC sp_helpdbfixedrole 'public';
GO
