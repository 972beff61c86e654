-- relational-databases/system-stored-procedures/sp-estimate-data-compression-savings-transact-sql.md. A sample of the rows, all of them up to 5,000
-- pages, is copied to tempdb twice: with the present and with the requested compression.
CREATE PROCEDURE sys.sp_estimate_data_compression_savings @schema_name sysname, @object_name sysname, @index_id int, @partition_number int, @data_compression nvarchar(60)
AS
SET NOCOUNT ON;
IF UPPER(ISNULL(@data_compression, N'')) NOT IN ('NONE', 'ROW', 'PAGE') OR @index_id IS NULL AND @partition_number IS NOT NULL
BEGIN
    RAISERROR(15600, 15, 1, N'sys.sp_estimate_data_compression_savings');
    RETURN 1;
END;
DECLARE @table nvarchar(520) = QUOTENAME(ISNULL(@schema_name, SCHEMA_NAME())) + N'.' + QUOTENAME(@object_name), @database sysname = DB_NAME();
DECLARE @id int = OBJECT_ID(@table, 'U');
IF @id IS NULL
BEGIN
    RAISERROR(15009, 16, 1, @object_name, @database);
    RETURN 1;
END;
CREATE TABLE #sizes (index_id int, now_pages bigint, sample_now bigint, sample_asked bigint);
DECLARE @index int, @kind tinyint, @is_unique bit, @fill int, @filter nvarchar(max), @now nvarchar(60), @pages bigint, @rows bigint, @clustered int,
        @columns nvarchar(max), @keys nvarchar(max), @included nvarchar(max), @build nvarchar(max), @measure nvarchar(max), @size bigint, @first bigint;
SELECT @clustered = MAX(index_id) FROM sys.indexes WHERE object_id = @id AND index_id = 1;
DECLARE indexes_asked CURSOR LOCAL STATIC READ_ONLY FORWARD_ONLY FOR
    SELECT i.index_id, i.type, i.is_unique, i.fill_factor, i.filter_definition, p.data_compression_desc, p.rows,
           (SELECT SUM(a.used_pages) FROM sys.allocation_units AS a WHERE a.container_id = p.hobt_id)
    FROM sys.indexes AS i JOIN sys.partitions AS p ON p.object_id = i.object_id AND p.index_id = i.index_id
    WHERE i.object_id = @id AND (@index_id IS NULL OR i.index_id = @index_id) AND ISNULL(@partition_number, 1) = 1 AND i.is_disabled = 0 ORDER BY i.index_id;
OPEN indexes_asked;
FETCH NEXT FROM indexes_asked INTO @index, @kind, @is_unique, @fill, @filter, @now, @rows, @pages;
WHILE @@FETCH_STATUS = 0
BEGIN
    -- The stored columns of the rows; of an entry its own columns, and those of the clustered key or the place in the heap.
    IF @kind < 2
        SELECT @columns = STRING_AGG(CAST(QUOTENAME(c.name) AS nvarchar(max)), N', ') WITHIN GROUP (ORDER BY c.column_id)
        FROM sys.columns AS c LEFT JOIN sys.computed_columns AS k ON k.object_id = c.object_id AND k.column_id = c.column_id
        WHERE c.object_id = @id AND (c.is_computed = 0 OR k.is_persisted = 1);
    ELSE
        SELECT @columns = STRING_AGG(CAST(QUOTENAME(c.name) AS nvarchar(max)), N', ') WITHIN GROUP (ORDER BY c.column_id) + CASE WHEN @clustered IS NULL THEN N', CAST(0 AS bigint) AS [ ]' ELSE N'' END
        FROM sys.columns AS c WHERE c.object_id = @id AND c.column_id IN
            (SELECT x.column_id FROM sys.index_columns AS x WHERE x.object_id = @id AND (x.index_id = @index OR x.index_id = @clustered AND x.key_ordinal > 0));
    SELECT @keys = STRING_AGG(CAST(QUOTENAME(c.name) + CASE x.is_descending_key WHEN 1 THEN N' DESC' ELSE N'' END AS nvarchar(max)), N', ') WITHIN GROUP (ORDER BY x.key_ordinal)
    FROM sys.index_columns AS x JOIN sys.columns AS c ON c.object_id = x.object_id AND c.column_id = x.column_id
    WHERE x.object_id = @id AND x.index_id = @index AND x.key_ordinal > 0;
    SELECT @included = STRING_AGG(CAST(QUOTENAME(c.name) AS nvarchar(max)), N', ') WITHIN GROUP (ORDER BY c.column_id)
    FROM sys.columns AS c WHERE c.object_id = @id AND c.column_id IN
        (SELECT x.column_id FROM sys.index_columns AS x WHERE x.object_id = @id AND (x.index_id = @index AND x.is_included_column = 1 OR x.index_id = @clustered AND x.key_ordinal > 0))
      AND c.column_id NOT IN (SELECT x.column_id FROM sys.index_columns AS x WHERE x.object_id = @id AND x.index_id = @index AND x.key_ordinal > 0);
    SELECT @included = CONCAT_WS(N', ', @included, CASE WHEN @clustered IS NULL THEN N'[ ]' END);
    SELECT @rows = CASE WHEN @pages > 5000 THEN @rows * 5000 / @pages ELSE @rows END;
    SELECT @build = N'SELECT TOP (@rows) ' + @columns + N' INTO #sample FROM ' + @table + ISNULL(N' WHERE ' + @filter, N'') + N'; '
        + CASE WHEN @kind = 0 THEN N'ALTER TABLE #sample REBUILD'
               ELSE N'CREATE ' + CASE @is_unique WHEN 1 THEN N'UNIQUE ' ELSE N'' END + CASE @kind WHEN 1 THEN N'CLUSTERED' ELSE N'NONCLUSTERED' END + N' INDEX i ON #sample (' + @keys + N')'
                    + CASE WHEN @kind = 2 AND @included > N'' THEN N' INCLUDE (' + @included + N')' ELSE N'' END END
        + N' WITH (DATA_COMPRESSION = ';
    SELECT @measure = CASE WHEN @kind > 0 AND @fill > 0 THEN CONCAT(N', FILLFACTOR = ', @fill) ELSE N'' END
        + N'); SELECT @size = SUM(a.used_pages) FROM tempdb.sys.partitions AS p JOIN tempdb.sys.allocation_units AS a ON a.container_id = p.hobt_id '
        + N'WHERE p.object_id = OBJECT_ID(N''tempdb..#sample'') AND p.index_id = ' + CAST(@kind AS nvarchar(3)) + N'; DROP TABLE #sample;';
    DECLARE @text nvarchar(max) = @build + @now + @measure;
    EXEC sp_executesql @text, N'@rows bigint, @size bigint OUTPUT', @rows, @first OUTPUT;
    SELECT @text = @build + UPPER(@data_compression) + @measure;
    EXEC sp_executesql @text, N'@rows bigint, @size bigint OUTPUT', @rows, @size OUTPUT;
    INSERT #sizes VALUES (@index, @pages, @first, @size);
    FETCH NEXT FROM indexes_asked INTO @index, @kind, @is_unique, @fill, @filter, @now, @rows, @pages;
END;
CLOSE indexes_asked;
DEALLOCATE indexes_asked;
SELECT OBJECT_NAME(@id) AS object_name, OBJECT_SCHEMA_NAME(@id) AS schema_name, index_id, 1 AS partition_number, now_pages * 8 AS [size_with_current_compression_setting(KB)],
       now_pages * 8 * sample_asked / NULLIF(sample_now, 0) AS [size_with_requested_compression_setting(KB)],
       sample_now * 8 AS [sample_size_with_current_compression_setting(KB)], sample_asked * 8 AS [sample_size_with_requested_compression_setting(KB)]
FROM #sizes ORDER BY index_id;
RETURN 0;
