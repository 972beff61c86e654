-- relational-databases/system-stored-procedures/sp-special-columns-transact-sql.md.
CREATE PROCEDURE sys.sp_special_columns @table_name sysname, @table_owner sysname = NULL, @qualifier sysname = NULL, @col_type char(1) = 'R',
    @scope char(1) = 'T', @nullable char(1) = 'U', @ODBCVer int = 2
AS
DECLARE @status int;
EXECUTE @status = sys.sp_special_columns_100 @table_name, @table_owner, @qualifier, @col_type, @scope, @nullable, @ODBCVer;
RETURN @status;
