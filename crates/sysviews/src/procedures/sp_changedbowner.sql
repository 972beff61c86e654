-- relational-databases/system-stored-procedures/sp-changedbowner-transact-sql.md
CREATE PROCEDURE sys.sp_changedbowner @loginame sysname, @map varchar(5) = NULL
AS
SET NOCOUNT ON;
DECLARE @text nvarchar(max) = N'ALTER AUTHORIZATION ON DATABASE::' + QUOTENAME(DB_NAME()) + N' TO ' + QUOTENAME(@loginame);
EXEC(@text);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
