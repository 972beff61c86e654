-- relational-databases/system-stored-procedures/sp-db-vardecimal-storage-format-transact-sql.md
CREATE PROCEDURE sys.sp_db_vardecimal_storage_format @dbname sysname = NULL, @vardecimal_storage_format varchar(3) = NULL
AS
SET NOCOUNT ON;
IF @dbname IS NOT NULL AND DB_ID(@dbname) IS NULL
BEGIN
    RAISERROR(15010, 16, 1, @dbname);
    RETURN 1;
END;
IF UPPER(@vardecimal_storage_format) NOT IN ('ON', 'OFF')
BEGIN
    RAISERROR(15600, 16, 1, 'sys.sp_db_vardecimal_storage_format');
    RETURN 1;
END;
IF @vardecimal_storage_format IS NULL
    SELECT name AS [Database Name], CASE WHEN database_id > 4 THEN 'ON' ELSE 'OFF' END AS [Vardecimal State]
    FROM sys.databases WHERE @dbname IS NULL OR name = @dbname ORDER BY name;
RETURN 0;
