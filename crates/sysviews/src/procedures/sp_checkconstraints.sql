-- DBCC CHECKCONSTRAINTS (t-sql/database-console-commands/dbcc-checkconstraints-transact-sql.md): builds and runs a query for each constraint.
CREATE PROCEDURE sys.sp_checkconstraints @name nvarchar(776) = NULL, @all_constraints bit = 0, @all_rows bit = 0, @infos bit = 1
AS
SET NOCOUNT ON;
DECLARE @constraints TABLE(id int PRIMARY KEY, parent int, is_disabled bit, name sysname, definition nvarchar(max));
INSERT @constraints SELECT object_id, parent_object_id, is_disabled, name, definition FROM sys.check_constraints;
INSERT @constraints SELECT object_id, parent_object_id, is_disabled, name, NULL FROM sys.foreign_keys;
IF @name IS NOT NULL
BEGIN
    DECLARE @object int = ISNULL(TRY_CAST(@name AS int), OBJECT_ID(@name));
    -- A constraint given by name is checked even if it is disabled.
    IF EXISTS (SELECT * FROM @constraints WHERE id = @object) SET @all_constraints = 1;
    ELSE IF NOT EXISTS (SELECT * FROM sys.tables WHERE object_id = @object)
    BEGIN
        -- Reports that the constraint doesn't exist.
        DECLARE @check nvarchar(max) = N'DBCC CHECKTABLE(N''' + REPLACE(@name, N'''', N'''''') + N''') WITH NO_INFOMSGS';
        EXEC(@check);
        RETURN 1;
    END;
    DELETE @constraints WHERE @object NOT IN (id, parent);
END;
CREATE TABLE #found(place int IDENTITY, [table] nvarchar(520), name nvarchar(260), [where] nvarchar(max));
DECLARE @rows bigint = IIF(@all_rows = 1, 9223372036854775807, 200), @id int = -1, @parent int, @definition nvarchar(max);
DECLARE @table nvarchar(520), @shown nvarchar(260), @columns nvarchar(max), @text nvarchar(max);
WHILE 1 = 1
BEGIN
    SET @id = (SELECT MIN(id) FROM @constraints WHERE id > @id AND (is_disabled = 0 OR @all_constraints = 1));
    IF @id IS NULL BREAK;
    SELECT @parent = parent, @shown = QUOTENAME(name), @definition = definition FROM @constraints WHERE id = @id;
    SET @table = QUOTENAME(OBJECT_SCHEMA_NAME(@parent)) + N'.' + QUOTENAME(OBJECT_NAME(@parent));
    -- The constraint's columns, each as `[column] = 'value'`.
    SELECT @columns = STRING_AGG(CAST(N'ISNULL(N''' + REPLACE(QUOTENAME(c.name), N'''', N'''''') + N' = '''''' + REPLACE(CONVERT(nvarchar(max), t.' + QUOTENAME(c.name)
            + CASE WHEN TYPE_NAME(c.system_type_id) IN (N'date', N'datetime', N'datetime2', N'smalldatetime', N'datetimeoffset', N'time') THEN N', 121'
                   WHEN TYPE_NAME(c.system_type_id) IN (N'binary', N'varbinary', N'timestamp') THEN N', 1' ELSE N'' END
            + N'), N'''''''', N'''''''''''') + N'''''''', N''' + REPLACE(QUOTENAME(c.name), N'''', N'''''') + N' IS NULL'')' AS nvarchar(max)), N' + N'' AND '' + ')
            WITHIN GROUP (ORDER BY c.column_id)
    FROM sys.columns AS c WHERE c.object_id = @parent
      AND (CHARINDEX(QUOTENAME(c.name), @definition) > 0
           OR EXISTS (SELECT * FROM sys.foreign_key_columns AS k WHERE k.constraint_object_id = @id AND k.parent_column_id = c.column_id));
    IF @definition IS NOT NULL SET @text = N'NOT (' + @definition + N')';
    ELSE
        SELECT @text = STRING_AGG(N't.' + QUOTENAME(c.name) + N' IS NOT NULL', N' AND ') + N' AND NOT EXISTS (SELECT * FROM '
                + MAX(QUOTENAME(OBJECT_SCHEMA_NAME(k.referenced_object_id)) + N'.' + QUOTENAME(OBJECT_NAME(k.referenced_object_id))) + N' AS r WHERE '
                + STRING_AGG(N'r.' + QUOTENAME(p.name) + N' = t.' + QUOTENAME(c.name), N' AND ') + N')'
        FROM sys.foreign_key_columns AS k
        JOIN sys.columns AS c ON c.object_id = k.parent_object_id AND c.column_id = k.parent_column_id
        JOIN sys.columns AS p ON p.object_id = k.referenced_object_id AND p.column_id = k.referenced_column_id
        WHERE k.constraint_object_id = @id;
    SET @text = N'INSERT #found([table], name, [where]) SELECT TOP (@rows) @table, @shown, ' + ISNULL(@columns, N'NULL') + N' FROM ' + @table + N' AS t WHERE ' + @text;
    EXEC sys.sp_executesql @text, N'@rows bigint, @table nvarchar(520), @shown nvarchar(260)', @rows, @table, @shown;
END;
IF EXISTS (SELECT * FROM #found) SELECT [table] AS [Table Name], name AS [Constraint Name], [where] AS [Where] FROM #found ORDER BY place;
-- Prints only DBCC's completion message.
IF @infos = 1 DBCC UPDATEUSAGE(0);
RETURN 0;
