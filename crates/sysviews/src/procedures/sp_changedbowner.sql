-- relational-databases/system-stored-procedures/sp-changedbowner-transact-sql.md
CREATE PROCEDURE sys.sp_changedbowner @loginame sysname, @map varchar(5) = NULL
AS
SET NOCOUNT ON;
IF @loginame IS NULL
BEGIN
    RAISERROR(15004, 16, 1);
    RETURN 1;
END;
DECLARE @text nvarchar(max) = N'ALTER AUTHORIZATION ON DATABASE::' + QUOTENAME(DB_NAME()) + N' TO ' + QUOTENAME(@loginame);
EXEC(@text);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
