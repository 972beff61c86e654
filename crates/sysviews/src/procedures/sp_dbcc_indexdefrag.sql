-- DBCC INDEXDEFRAG (t-sql/database-console-commands/dbcc-indexdefrag-transact-sql.md). ALTER INDEX REORGANIZE writes all pages anew.
CREATE PROCEDURE sys.sp_dbcc_indexdefrag @table nvarchar(776), @index sysname = NULL, @partition int = 0, @infos bit = 1
AS
SET NOCOUNT ON;
DECLARE @status int, @id int, @text nvarchar(max);
EXEC @status = sys.sp_dbcc_find_table @table, @id OUTPUT;
IF @status <> 0 RETURN 1;
SELECT @index = name FROM sys.indexes WHERE object_id = @id AND index_id > 0 AND index_id = TRY_CAST(@index AS int);
DECLARE @number int = (SELECT index_id FROM sys.indexes WHERE object_id = @id AND name = @index), @before bigint, @after bigint;
SET @before = (SELECT SUM(a.data_pages) FROM sys.partitions AS p JOIN sys.allocation_units AS a ON a.container_id = p.partition_id AND a.type = 1
                WHERE p.object_id = @id AND p.index_id = @number);
SET @text = N'ALTER INDEX ' + ISNULL(QUOTENAME(@index), N'ALL') + N' ON ' + QUOTENAME(OBJECT_SCHEMA_NAME(@id)) + N'.' + QUOTENAME(OBJECT_NAME(@id)) + N' REORGANIZE'
            + CASE WHEN @partition > 1 THEN N' PARTITION = ' + CONVERT(nvarchar(11), @partition) ELSE N'' END;
EXEC(@text);
IF @@ERROR <> 0 RETURN 1;
SET @after = (SELECT SUM(a.data_pages) FROM sys.partitions AS p JOIN sys.allocation_units AS a ON a.container_id = p.partition_id AND a.type = 1
                WHERE p.object_id = @id AND p.index_id = @number);
IF @infos = 1 AND @index IS NOT NULL
BEGIN
    SET NOCOUNT OFF;
    SELECT @before AS [Pages Scanned], @after AS [Pages Moved], CASE WHEN @before > @after THEN @before - @after ELSE 0 END AS [Pages Removed];
    SET NOCOUNT ON;
END;
RETURN 0;
