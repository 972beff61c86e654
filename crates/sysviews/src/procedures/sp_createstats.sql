-- relational-databases/system-stored-procedures/sp-createstats-transact-sql.md
CREATE PROCEDURE sys.sp_createstats @indexonly char(9) = 'NO', @fullscan char(9) = 'NO', @norecompute char(12) = 'NO', @incremental char(12) = 'NO'
AS
SET NOCOUNT ON;
IF UPPER(@indexonly) NOT IN ('INDEXONLY', 'NO') OR UPPER(@fullscan) NOT IN ('FULLSCAN', 'NO') OR UPPER(@norecompute) NOT IN ('NORECOMPUTE', 'NO')
   OR UPPER(@incremental) NOT IN ('INCREMENTAL', 'NO')
BEGIN
    RAISERROR(15600, 15, 1, N'sys.sp_createstats');
    RETURN 1;
END;
IF UPPER(@incremental) = 'INCREMENTAL'
BEGIN
    RAISERROR(40517, 16, 1, 'sp_createstats ''incremental''');
    RETURN 1;
END;
DECLARE @options nvarchar(60) = CASE UPPER(@fullscan) WHEN 'FULLSCAN' THEN N', FULLSCAN' ELSE N'' END
                                + CASE UPPER(@norecompute) WHEN 'NORECOMPUTE' THEN N', NORECOMPUTE' ELSE N'' END, @text nvarchar(max);
DECLARE eligible CURSOR LOCAL STATIC READ_ONLY FORWARD_ONLY FOR
    SELECT N'CREATE STATISTICS ' + QUOTENAME(c.name) + N' ON ' + QUOTENAME(SCHEMA_NAME(t.schema_id)) + N'.' + QUOTENAME(t.name) + N' (' + QUOTENAME(c.name) + N')'
           + ISNULL(N' WITH ' + STUFF(NULLIF(@options, N''), 1, 2, N''), N'')
    FROM sys.tables AS t JOIN sys.columns AS c ON c.object_id = t.object_id
    WHERE c.is_computed = 0 AND c.max_length > 0 AND TYPE_NAME(c.system_type_id) NOT IN ('xml', 'text', 'ntext', 'image', 'json')
      AND NOT EXISTS (SELECT * FROM sys.indexes AS i WHERE i.object_id = t.object_id AND i.index_id = 1 AND i.is_disabled = 1)
      AND NOT EXISTS (SELECT * FROM sys.stats_columns AS k WHERE k.object_id = c.object_id AND k.column_id = c.column_id AND k.stats_column_id = 1)
      AND NOT EXISTS (SELECT * FROM sys.stats AS s WHERE s.object_id = c.object_id AND s.name = c.name)
      AND (UPPER(@indexonly) = 'NO' OR EXISTS (SELECT * FROM sys.index_columns AS x
                                               WHERE x.object_id = c.object_id AND x.column_id = c.column_id AND x.key_ordinal > 1))
    ORDER BY t.object_id, c.column_id;
OPEN eligible;
FETCH NEXT FROM eligible INTO @text;
WHILE @@FETCH_STATUS = 0
BEGIN
    EXEC(@text);
    FETCH NEXT FROM eligible INTO @text;
END;
CLOSE eligible;
DEALLOCATE eligible;
RETURN 0;
