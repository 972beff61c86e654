-- relational-databases/system-stored-procedures/sp-revokedbaccess-transact-sql.md
CREATE PROCEDURE sys.sp_revokedbaccess @name_in_db sysname
AS
SET NOCOUNT ON;
IF @@TRANCOUNT > 0
BEGIN
    RAISERROR(15002, 16, 1, N'sys.sp_revokedbaccess');
    RETURN 1;
END;
IF @name_in_db IS NULL
BEGIN
    RAISERROR(15004, 16, 1);
    RETURN 1;
END;
DECLARE @text nvarchar(max) = N'DROP USER ' + QUOTENAME(@name_in_db);
IF @name_in_db = N'guest'
BEGIN
    IF DB_NAME() IN (N'master', N'tempdb')
    BEGIN
        RAISERROR(15182, 16, 1);
        RETURN 1;
    END;
    SET @text = N'REVOKE CONNECT FROM guest';
END;
-- The user's schema is dropped with the user if it has the user's name and is empty.
ELSE IF EXISTS (SELECT * FROM sys.schemas AS s JOIN sys.database_principals AS p ON p.principal_id = s.principal_id WHERE s.name = @name_in_db AND p.name = @name_in_db)
    AND NOT EXISTS (SELECT * FROM sys.objects WHERE schema_id = SCHEMA_ID(@name_in_db)) AND NOT EXISTS (SELECT * FROM sys.types WHERE schema_id = SCHEMA_ID(@name_in_db))
    SET @text = N'DROP SCHEMA ' + QUOTENAME(@name_in_db) + N'; ' + @text;
EXEC(@text);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
