-- relational-databases/system-stored-procedures/sp-grantdbaccess-transact-sql.md
CREATE PROCEDURE sys.sp_grantdbaccess @loginame sysname, @name_in_db sysname = NULL OUTPUT
AS
SET NOCOUNT ON;
IF @@TRANCOUNT > 0
BEGIN
    RAISERROR(15002, 16, 1, N'sys.sp_grantdbaccess');
    RETURN 1;
END;
IF @loginame IS NULL
BEGIN
    RAISERROR(15004, 16, 1);
    RETURN 1;
END;
SET @name_in_db = ISNULL(@name_in_db, @loginame);
DECLARE @text nvarchar(max) = N'CREATE USER ' + QUOTENAME(@name_in_db) + N' FOR LOGIN ' + QUOTENAME(@loginame);
-- The user guest always exists; granting access enables guest.
IF @loginame = N'guest' SET @text = N'GRANT CONNECT TO guest';
EXEC(@text);
IF @@ERROR <> 0 RETURN 1;
-- The user gets a schema of its own, as with SQL Server 2000.
IF @loginame <> N'guest' AND SCHEMA_ID(@name_in_db) IS NULL
BEGIN
    SET @text = N'CREATE SCHEMA ' + QUOTENAME(@name_in_db) + N' AUTHORIZATION ' + QUOTENAME(@name_in_db);
    EXEC(@text);
    IF @@ERROR <> 0 RETURN 1;
    SET @text = N'ALTER USER ' + QUOTENAME(@name_in_db) + N' WITH DEFAULT_SCHEMA = ' + QUOTENAME(@name_in_db);
    EXEC(@text);
    IF @@ERROR <> 0 RETURN 1;
END;
RETURN 0;
