-- DBCC DBREINDEX (t-sql/database-console-commands/dbcc-dbreindex-transact-sql.md). An index name of blanks stands for all indexes.
CREATE PROCEDURE sys.sp_dbcc_dbreindex @table nvarchar(776), @index sysname = NULL, @fillfactor int = 0
AS
SET NOCOUNT ON;
DECLARE @status int, @id int, @text nvarchar(max);
EXEC @status = sys.sp_dbcc_find_table @table, @id OUTPUT;
IF @status <> 0 RETURN 1;
SET @index = NULLIF(RTRIM(@index), N'');
SELECT @index = name FROM sys.indexes WHERE object_id = @id AND index_id > 0 AND index_id = TRY_CAST(@index AS int);
IF EXISTS (SELECT * FROM sys.indexes WHERE object_id = @id AND index_id > 0)
BEGIN
    SET @text = N'ALTER INDEX ' + ISNULL(QUOTENAME(@index), N'ALL') + N' ON ' + QUOTENAME(OBJECT_SCHEMA_NAME(@id)) + N'.' + QUOTENAME(OBJECT_NAME(@id)) + N' REBUILD'
                + CASE @fillfactor WHEN 0 THEN N'' ELSE N' WITH (FILLFACTOR = ' + CONVERT(nvarchar(11), @fillfactor) + N')' END;
    EXEC(@text);
    IF @@ERROR <> 0 RETURN 1;
END;
RETURN 0;
