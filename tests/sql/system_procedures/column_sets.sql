-- relational-databases/native-client/features/sparse-columns-support-in-sql-server-native-client.md: SQLColumns lists the columns that aren't members
-- of a column set, and the set. The name scope EXTENDED (2) adds the members, SPARSE_COLUMN_SET (3) lists the members alone.
CREATE TABLE dbo.PAS(ProductID int PRIMARY KEY, cs xml COLUMN_SET FOR ALL_SPARSE_COLUMNS, Color nvarchar(50) SPARSE, Size nvarchar(20) SPARSE);
CREATE TABLE dbo.plain(id int PRIMARY KEY, a int SPARSE);
GO
DECLARE @all TABLE(q sysname, o sysname, TABLE_NAME sysname, COLUMN_NAME sysname, c5 int, c6 sysname, c7 int, c8 int, c9 int, c10 int, c11 int, c12 varchar(254),
    c13 nvarchar(4000), c14 int, c15 int, c16 int, ORDINAL_POSITION int, c18 varchar(254), SS_IS_SPARSE int, SS_IS_COLUMN_SET int, c21 int, c22 int, c23 sysname NULL,
    c24 sysname NULL, c25 nvarchar(4000), c26 sysname NULL, c27 sysname NULL, c28 sysname NULL, c29 int);
INSERT @all EXEC sys.sp_columns_100 N'PAS';
SELECT TABLE_NAME, COLUMN_NAME, SS_IS_SPARSE, SS_IS_COLUMN_SET FROM @all ORDER BY ORDINAL_POSITION;
DELETE @all;
INSERT @all EXEC sys.sp_columns_100 N'PAS', N'dbo', NULL, NULL, @NameScope = 2;
SELECT TABLE_NAME, COLUMN_NAME, SS_IS_SPARSE, SS_IS_COLUMN_SET FROM @all ORDER BY ORDINAL_POSITION;
DELETE @all;
INSERT @all EXEC sys.sp_columns_100 N'PAS', N'dbo', NULL, NULL, @NameScope = 3;
SELECT TABLE_NAME, COLUMN_NAME, SS_IS_SPARSE, SS_IS_COLUMN_SET FROM @all ORDER BY ORDINAL_POSITION;
DELETE @all;
-- A sparse column of a table without a column set is a column like others.
INSERT @all EXEC sys.sp_columns_100 N'plain';
SELECT TABLE_NAME, COLUMN_NAME, SS_IS_SPARSE, SS_IS_COLUMN_SET FROM @all ORDER BY ORDINAL_POSITION;
GO
DECLARE @old TABLE(q sysname, o sysname, t sysname, COLUMN_NAME sysname, c5 int, c6 sysname, c7 int, c8 int, c9 int, c10 int, c11 int, c12 varchar(254),
    c13 nvarchar(4000), c14 int, c15 int, c16 int, ORDINAL_POSITION int, c18 varchar(254), c19 int);
INSERT @old EXEC sp_columns 'PAS';
SELECT COLUMN_NAME FROM @old ORDER BY ORDINAL_POSITION;
GO
-- connect/ado-net/sql-server-schema-collections.md: ColumnSetColumns (2) has the columns of column sets, AllColumns (1) all, Columns (0) the others.
DECLARE @managed TABLE(c1 sysname NULL, c2 sysname NULL, c3 sysname NULL, COLUMN_NAME sysname, c5 int, c6 nvarchar(4000), c7 varchar(3), c8 sysname, c9 int, c10 int, c11 int, c12 int,
    c13 int, c14 int, c15 sysname NULL, c16 sysname NULL, c17 sysname NULL, c18 sysname NULL, c19 varchar(3), IS_SPARSE varchar(3), IS_COLUMN_SET varchar(3));
INSERT @managed EXEC sys.sp_columns_managed NULL, N'dbo', N'PAS', NULL, 0;
SELECT COLUMN_NAME, IS_SPARSE, IS_COLUMN_SET FROM @managed ORDER BY c5;
DELETE @managed;
INSERT @managed EXEC sys.sp_columns_managed NULL, N'dbo', N'PAS', NULL, 1;
SELECT COLUMN_NAME, IS_SPARSE, IS_COLUMN_SET FROM @managed ORDER BY c5;
DELETE @managed;
INSERT @managed EXEC sys.sp_columns_managed NULL, N'dbo', N'PAS', NULL, 2;
SELECT COLUMN_NAME, IS_SPARSE, IS_COLUMN_SET FROM @managed ORDER BY c5;
GO
