-- Called by Microsoft's ODBC driver for SQLTables with a pattern for the catalog (odbc/reference/syntax/sqltables-function.md): the rows of
-- sp_tables of all databases whose names are like the qualifier and that the login can use.
CREATE PROCEDURE sys.sp_tableswc @table_name nvarchar(384) = NULL, @table_owner nvarchar(384) = NULL, @table_qualifier sysname = NULL,
    @table_type varchar(100) = NULL, @fUsePattern bit = 1
AS
SET NOCOUNT ON;
DECLARE @tables TABLE(TABLE_QUALIFIER sysname NULL, TABLE_OWNER sysname NULL, TABLE_NAME sysname NULL, TABLE_TYPE varchar(32) NULL, REMARKS varchar(254) NULL);
DECLARE @name sysname = N'', @call nvarchar(400);
WHILE 1 = 1
BEGIN
    SET @name = (SELECT MIN(name) FROM sys.databases
                 WHERE name > @name AND state = 0 AND HAS_DBACCESS(name) = 1 AND (@table_qualifier IS NULL OR name LIKE @table_qualifier));
    IF @name IS NULL BREAK;
    SET @call = QUOTENAME(@name) + N'.sys.sp_tables';
    INSERT @tables EXEC @call @table_name, @table_owner, @name, @table_type, @fUsePattern;
END;
SELECT TABLE_QUALIFIER, TABLE_OWNER, TABLE_NAME, TABLE_TYPE, REMARKS FROM @tables
ORDER BY TABLE_TYPE, TABLE_QUALIFIER, TABLE_OWNER, TABLE_NAME;
RETURN 0;
