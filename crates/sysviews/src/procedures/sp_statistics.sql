-- relational-databases/system-stored-procedures/sp-statistics-transact-sql.md. Cardinality and pages of indexes aren't kept: they
-- are counted with @accuracy E, and NULL otherwise, as the page allows.
CREATE PROCEDURE sys.sp_statistics @table_name sysname, @table_owner sysname = NULL, @table_qualifier sysname = NULL, @index_name sysname = N'%',
    @is_unique char(1) = 'N', @accuracy char(1) = 'Q'
AS
SET NOCOUNT ON; SET @table_owner = NULLIF(@table_owner, N'');
IF @table_qualifier <> DB_NAME()
BEGIN
    RAISERROR(15250, 16, 1);
    RETURN 1;
END;
IF @table_owner IS NULL SET @table_owner = CASE WHEN OBJECT_ID(QUOTENAME(SCHEMA_NAME()) + N'.' + QUOTENAME(@table_name)) IS NULL THEN N'dbo' ELSE SCHEMA_NAME() END;
DECLARE @counts TABLE(index_id int PRIMARY KEY, rows bigint, pages bigint);
IF @accuracy = 'E'
    INSERT @counts
    SELECT p.index_id, p.rows, (SELECT SUM(a.used_pages) FROM sys.allocation_units AS a WHERE a.container_id = p.partition_id)
    FROM sys.partitions AS p WHERE p.object_id = OBJECT_ID(QUOTENAME(@table_owner) + N'.' + QUOTENAME(@table_name));
SELECT DB_NAME() AS TABLE_QUALIFIER, s.name AS TABLE_OWNER, o.name AS TABLE_NAME, CAST(1 - i.is_unique AS smallint) AS NON_UNIQUE,
       o.name AS INDEX_QUALIFIER, i.name AS INDEX_NAME, CAST(CASE i.type WHEN 1 THEN 1 ELSE 3 END AS smallint) AS TYPE,
       CAST(x.key_ordinal AS smallint) AS SEQ_IN_INDEX, c.name AS COLUMN_NAME,
       CAST(CASE x.is_descending_key WHEN 1 THEN 'D' ELSE 'A' END AS char(1)) AS COLLATION,
       CAST(k.rows AS int) AS CARDINALITY, CAST(k.pages AS int) AS PAGES, CAST(NULL AS varchar(128)) AS FILTER_CONDITION
FROM sys.indexes AS i JOIN sys.objects AS o ON o.object_id = i.object_id JOIN sys.schemas AS s ON s.schema_id = o.schema_id
     JOIN sys.index_columns AS x ON x.object_id = i.object_id AND x.index_id = i.index_id
     JOIN sys.columns AS c ON c.object_id = x.object_id AND c.column_id = x.column_id
     LEFT JOIN @counts AS k ON k.index_id = i.index_id
WHERE i.index_id > 0 AND x.key_ordinal > 0 AND o.name = @table_name AND s.name = @table_owner AND i.name LIKE @index_name
      AND (@is_unique <> 'Y' OR i.is_unique = 1)
UNION ALL
SELECT DB_NAME(), s.name, o.name, NULL, NULL, NULL, CAST(0 AS smallint), NULL, NULL, NULL, CAST(k.rows AS int), CAST(k.pages AS int), CAST(NULL AS varchar(128))
FROM sys.objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id LEFT JOIN @counts AS k ON k.index_id < 2
WHERE o.type = 'U' AND o.name = @table_name AND s.name = @table_owner
ORDER BY NON_UNIQUE, TYPE, INDEX_QUALIFIER, INDEX_NAME, SEQ_IN_INDEX;
RETURN 0;
