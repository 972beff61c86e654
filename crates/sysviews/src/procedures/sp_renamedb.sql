-- relational-databases/system-stored-procedures/sp-renamedb-transact-sql.md
CREATE PROCEDURE sys.sp_renamedb @dbname sysname, @newname sysname
AS
SET NOCOUNT ON;
IF DB_ID(@dbname) IS NULL
BEGIN
    RAISERROR(15010, 16, 1, @dbname);
    RETURN 1;
END;
DECLARE @text nvarchar(max) = N'ALTER DATABASE ' + QUOTENAME(@dbname) + N' MODIFY NAME = ' + QUOTENAME(@newname);
EXEC(@text);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
