-- relational-databases/native-client-odbc-table-valued-parameters/table-valued-parameter-metadata-for-prepared-statements.md: with the name scope
-- TABLE_TYPE the ODBC driver reads the columns, keys and names of table types. Its procedures have the columns of sp_columns_100, sp_pkeys and sp_tables.
CREATE TYPE dbo.CategoryTableType AS TABLE(CategoryID int NOT NULL PRIMARY KEY, CategoryName nvarchar(50));
GO
EXEC sys.sp_table_types N'Category%', N'dbo';
EXEC sys.sp_table_types N'Category%', N'dbo', NULL, '''TABLE''';
EXEC sys.sp_table_types NULL, NULL, N'other';
DECLARE @all TABLE(q sysname, o sysname, TABLE_NAME sysname, COLUMN_NAME sysname, DATA_TYPE int, TYPE_NAME sysname, PRECISION int, LENGTH int, c9 int, c10 int, NULLABLE int, c12 varchar(254),
    c13 nvarchar(4000), c14 int, c15 int, c16 int, ORDINAL_POSITION int, c18 varchar(254), SS_IS_SPARSE int, SS_IS_COLUMN_SET int, c21 int, c22 int, c23 sysname NULL,
    c24 sysname NULL, c25 nvarchar(4000), c26 sysname NULL, c27 sysname NULL, c28 sysname NULL, c29 int);
INSERT @all EXEC sys.sp_table_type_columns_100 N'CategoryTableType', N'dbo', NULL, NULL, 3;
SELECT TABLE_NAME, COLUMN_NAME, DATA_TYPE, TYPE_NAME, PRECISION, LENGTH, NULLABLE, ORDINAL_POSITION FROM @all ORDER BY ORDINAL_POSITION;
DECLARE @keys TABLE(q sysname, o sysname, TABLE_NAME sysname, COLUMN_NAME sysname, KEY_SEQ smallint, PK_NAME sysname);
INSERT @keys EXEC sys.sp_table_type_pkeys N'CategoryTableType';
SELECT o, TABLE_NAME, COLUMN_NAME, KEY_SEQ, CASE WHEN PK_NAME LIKE N'PK[_][_]%' THEN 'named' END AS named FROM @keys;
GO
-- odbc/reference/syntax/sqltables-function.md: the catalog is a pattern, so the tables of several databases are listed.
CREATE DATABASE swc_one;
CREATE DATABASE swc_two;
GO
CREATE TABLE swc_one.dbo.a(id int);
GO
CREATE TABLE swc_two.dbo.b(id int);
GO
EXEC sys.sp_tableswc N'%', N'dbo', N'swc%', '''TABLE''';
EXEC sys.sp_tableswc N'b', N'dbo', N'swc_two', NULL, 0;
GO
DROP DATABASE swc_one, swc_two;
GO
