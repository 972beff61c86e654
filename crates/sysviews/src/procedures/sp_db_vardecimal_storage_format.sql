-- relational-databases/system-stored-procedures/sp-db-vardecimal-storage-format-transact-sql.md
CREATE PROCEDURE sys.sp_db_vardecimal_storage_format @dbname sysname = NULL, @vardecimal_storage_format varchar(3) = NULL
AS
SET NOCOUNT ON;
IF @dbname IS NOT NULL AND DB_ID(@dbname) IS NULL
BEGIN
    RAISERROR(15010, 16, 1, @dbname);
    RETURN 1;
END;
IF @vardecimal_storage_format IS NOT NULL AND UPPER(@vardecimal_storage_format) NOT IN ('ON', 'OFF')
BEGIN
    RAISERROR(14138, 16, 1, @vardecimal_storage_format);
    RETURN 1;
END;
-- User databases are always enabled; a given state has no effect.
IF @vardecimal_storage_format IS NULL
    SELECT d.name AS [Database Name], CAST('ON' AS varchar(3)) AS [Vardecimal State]
    FROM sys.databases AS d
    WHERE d.database_id > 4 AND (@dbname IS NULL OR d.database_id = DB_ID(@dbname))
    ORDER BY d.database_id;
RETURN 0;
