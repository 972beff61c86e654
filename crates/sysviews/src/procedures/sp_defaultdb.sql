-- relational-databases/system-stored-procedures/sp-defaultdb-transact-sql.md
CREATE PROCEDURE sys.sp_defaultdb @loginame sysname, @defdb sysname
AS
SET NOCOUNT ON;
IF @@TRANCOUNT > 0
BEGIN
    RAISERROR(15002, 16, 1, N'sys.sp_defaultdb');
    RETURN 1;
END;
IF DB_ID(@defdb) IS NULL
BEGIN
    RAISERROR(15010, 16, 1, @defdb);
    RETURN 1;
END;
IF NOT EXISTS (SELECT * FROM sys.server_principals WHERE type IN ('S', 'R') AND name = @loginame)
BEGIN
    RAISERROR(15007, 16, 1, @loginame);
    RETURN 1;
END;
IF EXISTS (SELECT * FROM sys.server_principals WHERE type = 'R' AND name = @loginame)
BEGIN
    RAISERROR(15405, 16, 1, @loginame);
    RETURN 1;
END;
DECLARE @text nvarchar(max) = N'ALTER LOGIN ' + QUOTENAME(@loginame) + N' WITH DEFAULT_DATABASE = ' + QUOTENAME(@defdb);
EXEC(@text);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
