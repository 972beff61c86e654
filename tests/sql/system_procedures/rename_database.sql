-- relational-databases/system-stored-procedures/sp-rename-transact-sql.md: the object type DATABASE, which is required for a database.
CREATE DATABASE Old;
GO
EXEC sp_rename 'Old', 'New]', 'DATABASE';
SELECT name FROM sys.databases WHERE name IN ('Old', 'New]');
EXEC sp_rename N'[New]]]', N'Newer', N'database';
SELECT name FROM sys.databases WHERE name LIKE 'New%';
GO
-- 15010: there is no such database. 1801: the name is taken.
EXEC sp_rename 'Old', 'Newest', 'DATABASE';
GO
EXEC sp_rename 'Newer', 'master', 'DATABASE';
GO
BEGIN TRANSACTION;
EXEC sp_rename 'Newer', 'Newest', 'DATABASE';
GO
IF @@TRANCOUNT > 0 ROLLBACK;
SELECT DB_NAME(DB_ID('Newer')) AS kept;
GO
