-- relational-databases/system-stored-procedures/sp-statistics-transact-sql.md, under the name that newer drivers call.
CREATE PROCEDURE sys.sp_statistics_100 @table_name sysname, @table_owner sysname = NULL, @table_qualifier sysname = NULL, @index_name sysname = N'%',
    @is_unique char(1) = 'N', @accuracy char(1) = 'Q'
AS
DECLARE @status int;
EXECUTE @status = sys.sp_statistics @table_name, @table_owner, @table_qualifier, @index_name, @is_unique, @accuracy;
RETURN @status;
