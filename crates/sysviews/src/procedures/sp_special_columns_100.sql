-- relational-databases/system-stored-procedures/sp-special-columns-transact-sql.md: the PRIMARY KEY, otherwise the unique index with the fewest
-- columns; with @nullable O only an index without nullable columns. Type V is the rowversion. ODBC type codes include SQL Server 2008's types.
CREATE PROCEDURE sys.sp_special_columns_100 @table_name sysname, @table_owner sysname = NULL, @qualifier sysname = NULL, @col_type char(1) = 'R',
    @scope char(1) = 'T', @nullable char(1) = 'U', @ODBCVer int = 2
AS
SET NOCOUNT ON; SET @table_owner = NULLIF(@table_owner, N'');
IF @qualifier <> DB_NAME()
BEGIN
    RAISERROR(15250, 16, 1);
    RETURN 1;
END;
IF @col_type IS NULL OR UPPER(@col_type) NOT IN ('R', 'V')
BEGIN
    RAISERROR(15251, 16, 1, N'col_type', N'''R'' or ''V''');
    RETURN 1;
END;
IF @scope IS NULL OR UPPER(@scope) NOT IN ('C', 'T')
BEGIN
    RAISERROR(15251, 16, 1, N'scope', N'''C'' or ''T''');
    RETURN 1;
END;
IF @nullable IS NULL OR UPPER(@nullable) NOT IN ('U', 'O')
BEGIN
    RAISERROR(15251, 16, 1, N'nullable', N'''U'' or ''O''');
    RETURN 1;
END;
IF @table_owner IS NULL SET @table_owner = CASE WHEN OBJECT_ID(QUOTENAME(SCHEMA_NAME()) + N'.' + QUOTENAME(@table_name)) IS NULL THEN N'dbo' ELSE SCHEMA_NAME() END;
DECLARE @id int = OBJECT_ID(QUOTENAME(@table_owner) + N'.' + QUOTENAME(@table_name));
DECLARE @index int = (SELECT TOP (1) i.index_id FROM sys.indexes AS i
                      WHERE i.object_id = @id AND i.is_unique = 1 AND i.has_filter = 0 AND @col_type = 'R'
                            AND (@nullable <> 'O' OR NOT EXISTS (SELECT * FROM sys.index_columns AS x JOIN sys.columns AS c ON c.object_id = x.object_id AND c.column_id = x.column_id
                                                                WHERE x.object_id = i.object_id AND x.index_id = i.index_id AND x.key_ordinal > 0 AND c.is_nullable = 1))
                      ORDER BY i.is_primary_key DESC, (SELECT COUNT(*) FROM sys.index_columns AS x WHERE x.object_id = i.object_id AND x.index_id = i.index_id AND x.key_ordinal > 0),
                               i.index_id);
SELECT CAST(0 AS smallint) AS SCOPE, c.name AS COLUMN_NAME, CASE WHEN @ODBCVer > 2 THEN i.DATA_TYPE ELSE i.DATA_TYPE_2 END AS DATA_TYPE,
       CAST(t.name + CASE c.is_identity WHEN 1 THEN N' identity' ELSE N'' END AS sysname) AS TYPE_NAME,
       CAST(CASE WHEN c.system_type_id IN (231, 239) THEN c.max_length / 2 WHEN c.system_type_id = 36 THEN 36 WHEN c.precision > 0 THEN c.precision ELSE c.max_length END AS int) AS PRECISION,
       CAST(CASE WHEN c.system_type_id IN (106, 108) THEN c.precision + 2 WHEN c.system_type_id = 60 THEN 21 WHEN c.system_type_id = 122 THEN 12
                 WHEN c.system_type_id IN (42, 58, 61) THEN 16 WHEN c.system_type_id = 40 THEN 6 WHEN c.system_type_id = 41 THEN 12 WHEN c.system_type_id = 43 THEN 20
                 ELSE c.max_length END AS int) AS LENGTH,
       CAST(CASE WHEN c.system_type_id IN (48, 52, 56, 60, 106, 108, 122, 127, 41, 42, 43, 61) THEN c.scale WHEN c.system_type_id = 58 THEN 0 END AS smallint) AS SCALE,
       CAST(1 AS smallint) AS PSEUDO_COLUMN
FROM sys.columns AS c JOIN sys.types AS t ON t.user_type_id = c.user_type_id
     JOIN sys.spt_datatype_info AS i ON i.system_type_id = c.system_type_id AND ISNULL(i.AUTO_INCREMENT, 0) = 0 AND i.TYPE_NAME <> N'sysname'
     LEFT JOIN sys.index_columns AS x ON x.object_id = c.object_id AND x.index_id = @index AND x.column_id = c.column_id AND x.key_ordinal > 0
WHERE c.object_id = @id AND ((@col_type = 'R' AND x.key_ordinal > 0) OR (@col_type = 'V' AND c.system_type_id = 189))
ORDER BY ISNULL(x.key_ordinal, 0);
RETURN 0;
