-- relational-databases/system-stored-procedures/sp-dropuser-transact-sql.md
CREATE PROCEDURE sys.sp_dropuser @name_in_db sysname
AS
SET NOCOUNT ON;
IF DATABASE_PRINCIPAL_ID(@name_in_db) IS NULL
BEGIN
    RAISERROR(15008, 16, 1, @name_in_db);
    RETURN 1;
END;
DECLARE @status int;
EXEC @status = sys.sp_revokedbaccess @name_in_db;
RETURN @status;
