-- relational-databases/system-stored-procedures/sp-indexoption-transact-sql.md
CREATE PROCEDURE sys.sp_indexoption @IndexNamePattern nvarchar(1035), @OptionName varchar(35), @OptionValue varchar(12)
AS
SET NOCOUNT ON;
DECLARE @option varchar(35) = LOWER(@OptionName), @value varchar(12) = LOWER(@OptionValue), @index sysname = NULL, @table nvarchar(776) = @IndexNamePattern,
        @text nvarchar(max);
IF @option NOT IN ('allowrowlocks', 'allowpagelocks', 'disallowrowlocks', 'disallowpagelocks') OR @value NOT IN ('true', 'on', 'yes', '1', 'false', 'off', 'no', '0')
BEGIN
    RAISERROR(15600, 15, 1, N'sys.sp_indexoption');
    RETURN 1;
END;
IF OBJECT_ID(@table) IS NULL
    SELECT @index = PARSENAME(@IndexNamePattern, 1),
           @table = ISNULL(QUOTENAME(PARSENAME(@IndexNamePattern, 3)) + N'.', N'') + QUOTENAME(PARSENAME(@IndexNamePattern, 2));
DECLARE @id int = OBJECT_ID(@table), @database nvarchar(128) = DB_NAME();
IF @id IS NULL OR @index IS NOT NULL AND NOT EXISTS (SELECT * FROM sys.indexes WHERE object_id = @id AND name = @index)
BEGIN
    RAISERROR(15009, 16, 1, @IndexNamePattern, @database);
    RETURN 1;
END;
IF NOT EXISTS (SELECT * FROM sys.indexes WHERE object_id = @id AND index_id > 0) RETURN 0;
DECLARE @allows bit = CASE WHEN @value IN ('true', 'on', 'yes', '1') THEN 1 ELSE 0 END ^ CASE WHEN @option LIKE 'dis%' THEN 1 ELSE 0 END;
SET @text = N'ALTER INDEX ' + ISNULL(QUOTENAME(@index), N'ALL') + N' ON ' + QUOTENAME(OBJECT_SCHEMA_NAME(@id)) + N'.' + QUOTENAME(OBJECT_NAME(@id)) + N' SET ('
            + CASE WHEN @option LIKE '%rowlocks' THEN N'ALLOW_ROW_LOCKS' ELSE N'ALLOW_PAGE_LOCKS' END + CASE @allows WHEN 1 THEN N' = ON)' ELSE N' = OFF)' END;
EXEC(@text);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
