-- Read by .NET's SqlClient for its collections Columns, AllColumns and ColumnSetColumns (0, 1 and 2): the columns of SQL Server's
-- schema collections page. There are no sparse, column set or FILESTREAM columns, so ColumnSetColumns is empty.
CREATE PROCEDURE sys.sp_columns_managed @Catalog sysname = NULL, @Owner sysname = NULL, @Table sysname = NULL, @Column sysname = NULL, @SchemaType int = 0
AS
SET NOCOUNT ON;
SELECT c.TABLE_CATALOG, c.TABLE_SCHEMA, c.TABLE_NAME, c.COLUMN_NAME, CAST(c.ORDINAL_POSITION AS smallint) AS ORDINAL_POSITION, c.COLUMN_DEFAULT, c.IS_NULLABLE,
       c.DATA_TYPE, c.CHARACTER_MAXIMUM_LENGTH, c.CHARACTER_OCTET_LENGTH, c.NUMERIC_PRECISION, c.NUMERIC_PRECISION_RADIX, c.NUMERIC_SCALE, c.DATETIME_PRECISION,
       CASE WHEN c.CHARACTER_SET_NAME IS NOT NULL THEN CAST(N'master' AS sysname) END AS CHARACTER_SET_CATALOG, CAST(NULL AS sysname) AS CHARACTER_SET_SCHEMA, c.CHARACTER_SET_NAME, CASE WHEN c.CHARACTER_SET_NAME IS NOT NULL THEN CAST(N'master' AS sysname) END AS COLLATION_CATALOG,
       CAST('NO' AS varchar(3)) AS IS_FILESTREAM, CAST('NO' AS varchar(3)) AS IS_SPARSE, CAST('NO' AS varchar(3)) AS IS_COLUMN_SET
FROM INFORMATION_SCHEMA.COLUMNS AS c
WHERE @SchemaType IN (0, 1) AND (@Catalog IS NULL OR c.TABLE_CATALOG = @Catalog) AND (@Owner IS NULL OR c.TABLE_SCHEMA = @Owner)
      AND (@Table IS NULL OR c.TABLE_NAME = @Table) AND (@Column IS NULL OR c.COLUMN_NAME = @Column)
ORDER BY c.TABLE_CATALOG, c.TABLE_SCHEMA, c.TABLE_NAME, c.ORDINAL_POSITION;
RETURN 0;
