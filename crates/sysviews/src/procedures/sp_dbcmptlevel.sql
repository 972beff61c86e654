-- relational-databases/system-stored-procedures/sp-dbcmptlevel-transact-sql.md
CREATE PROCEDURE sys.sp_dbcmptlevel @dbname sysname = NULL, @new_cmptlevel tinyint = NULL
AS
SET NOCOUNT ON;
IF @dbname IS NULL RETURN 0;
IF DB_ID(@dbname) IS NULL
BEGIN
    RAISERROR(15010, 16, 1, @dbname);
    RETURN 1;
END;
DECLARE @level int = (SELECT compatibility_level FROM sys.databases WHERE name = @dbname);
IF @new_cmptlevel IS NULL
BEGIN
    RAISERROR(15054, 10, 1, @level);
    RETURN 0;
END;
DECLARE @text nvarchar(max) = N'ALTER DATABASE ' + QUOTENAME(@dbname) + N' SET COMPATIBILITY_LEVEL = ' + CAST(@new_cmptlevel AS nvarchar(3));
EXEC(@text);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
