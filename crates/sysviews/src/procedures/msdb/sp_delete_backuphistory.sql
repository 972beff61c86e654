-- relational-databases/system-stored-procedures/sp-delete-backuphistory-transact-sql.md. No history of backups is kept, so nothing is older.
CREATE PROCEDURE dbo.sp_delete_backuphistory @oldest_date datetime
AS
SET NOCOUNT ON;
RETURN 0;
