-- relational-databases/system-stored-procedures/sp-dropuser-transact-sql.md
CREATE PROCEDURE sys.sp_dropuser @name_in_db sysname
AS
SET NOCOUNT ON;
DECLARE @status int;
EXEC @status = sys.sp_revokedbaccess @name_in_db;
RETURN @status;
