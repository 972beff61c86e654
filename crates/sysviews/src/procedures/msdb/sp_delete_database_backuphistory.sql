-- relational-databases/system-stored-procedures/sp-delete-database-backuphistory-transact-sql.md. No history of backups is kept.
CREATE PROCEDURE dbo.sp_delete_database_backuphistory @database_name sysname
AS
SET NOCOUNT ON;
RETURN 0;
