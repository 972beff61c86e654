-- docs/relational-databases/system-stored-procedures/sp-datatype-info-transact-sql.md, sp-columns-transact-sql.md, sp-special-columns-transact-sql.md, sp-table-privileges-transact-sql.md,
-- sp-column-privileges-transact-sql.md, sp-statistics-transact-sql.md: what drivers ask for. ODBC's codes: -7 BIT, 12 VARCHAR, -9 WVARCHAR, 91 DATE, 93 TIMESTAMP, -3 VARBINARY.
CREATE DATABASE D;
GO
USE D;
GO
CREATE TABLE dbo.Department(DepartmentID int IDENTITY NOT NULL CONSTRAINT PK_Department PRIMARY KEY, Name nvarchar(50) NOT NULL, price decimal(9, 2), at datetime2(3), born date, old datetime,
    note varchar(max), twice AS price * 2, v rowversion);
CREATE UNIQUE INDEX AK_Department ON dbo.Department(Name);
CREATE TABLE dbo.keyless(a int NULL, b int NOT NULL, c int NOT NULL, CONSTRAINT UQ_two UNIQUE (b, c), CONSTRAINT UQ_one UNIQUE (a));
GO
EXEC sp_tablecollations_100 N'.[dbo].[keyless]';
EXEC sp_datatype_info_100 12, 3;
EXEC sp_datatype_info_100 -9, 3;
EXEC sp_datatype_info_100 -3, 3;
EXEC sp_datatype_info_100 93, 3;
EXEC sp_datatype_info_100 11;
EXEC sp_datatype_info -7;
GO
-- By the older name the later types are texts.
DECLARE @types TABLE (TYPE_NAME sysname, DATA_TYPE smallint, PRECISION int, LITERAL_PREFIX varchar(32), LITERAL_SUFFIX varchar(32), CREATE_PARAMS varchar(32), NULLABLE smallint, CASE_SENSITIVE smallint,
    SEARCHABLE smallint, UNSIGNED_ATTRIBUTE smallint, MONEY smallint, AUTO_INCREMENT smallint, LOCAL_TYPE_NAME sysname, MINIMUM_SCALE smallint, MAXIMUM_SCALE smallint, SQL_DATA_TYPE smallint,
    SQL_DATETIME_SUB smallint, NUM_PREC_RADIX int, INTERVAL_PRECISION smallint, USERTYPE smallint);
INSERT INTO @types EXEC sp_datatype_info @ODBCVer = 3;
SELECT TYPE_NAME FROM @types WHERE DATA_TYPE = -9 ORDER BY TYPE_NAME;
-- Every type that there is, and those with IDENTITY.
SELECT t.name AS missing FROM sys.types AS t WHERE t.is_user_defined = 0 AND t.name NOT IN (SELECT TYPE_NAME FROM @types);
SELECT TYPE_NAME AS counts FROM @types WHERE AUTO_INCREMENT = 1 ORDER BY TYPE_NAME;
GO
DECLARE @columns TABLE (TABLE_QUALIFIER sysname, TABLE_OWNER sysname, TABLE_NAME sysname, COLUMN_NAME sysname, DATA_TYPE smallint, TYPE_NAME sysname, PRECISION int, LENGTH int, SCALE smallint, RADIX smallint,
    NULLABLE smallint, REMARKS varchar(254), COLUMN_DEF nvarchar(4000), SQL_DATA_TYPE smallint, SQL_DATETIME_SUB smallint, CHAR_OCTET_LENGTH int, ORDINAL_POSITION int, IS_NULLABLE varchar(254),
    SS_IS_SPARSE smallint, SS_IS_COLUMN_SET smallint, SS_IS_COMPUTED smallint, SS_IS_IDENTITY smallint, SS_UDT_CATALOG_NAME sysname NULL, SS_UDT_SCHEMA_NAME sysname NULL, SS_UDT_ASSEMBLY_TYPE_NAME nvarchar(4000),
    SS_XML_SCHEMACOLLECTION_CATALOG_NAME sysname NULL, SS_XML_SCHEMACOLLECTION_SCHEMA_NAME sysname NULL, SS_XML_SCHEMACOLLECTION_NAME sysname NULL, SS_DATA_TYPE tinyint);
INSERT INTO @columns EXEC sp_columns_100 N'Depart%', @ODBCVer = 3;
SELECT COLUMN_NAME, DATA_TYPE, TYPE_NAME, PRECISION, LENGTH, SCALE, RADIX, SQL_DATA_TYPE, SQL_DATETIME_SUB, CHAR_OCTET_LENGTH AS octets, IS_NULLABLE, SS_IS_COMPUTED AS computed, SS_IS_IDENTITY AS id
FROM @columns ORDER BY ORDINAL_POSITION;
DELETE FROM @columns;
INSERT INTO @columns EXEC sp_columns_100 @table_name = N'Department', @column_name = N'old', @fUsePattern = 0;
SELECT COLUMN_NAME, DATA_TYPE, ORDINAL_POSITION FROM @columns;
GO
EXEC sp_special_columns @table_name = 'Department', @table_owner = 'dbo';
EXEC sp_special_columns_100 'Department', @col_type = 'V';
-- The unique index of one column, unless its NULL is in the way.
EXEC sp_special_columns_100 'keyless';
EXEC sp_special_columns_100 'keyless', @nullable = 'O';
EXEC sp_table_privileges 'keyless';
EXEC sp_column_privileges 'keyless', @column_name = 'a';
EXEC sp_statistics_100 'keyless', @is_unique = 'Y';
SELECT objtype, objname, name, value FROM sys.fn_listextendedproperty(NULL, NULL, NULL, NULL, NULL, NULL, NULL);
GO
EXEC sp_special_columns 'Department', @qualifier = 'elsewhere';
GO
-- docs/relational-databases/system-stored-procedures/sp-sproc-columns-transact-sql.md; rows as a parameter: -153 is SQL_SS_TABLE,
-- docs/relational-databases/native-client-odbc-table-valued-parameters/additional-table-valued-parameter-metadata.md.
-- Types of max have the lengths 0, SQL_SS_LENGTH_UNLIMITED: docs/relational-databases/native-client-odbc-api/sqlcolumns.md.
CREATE TYPE dbo.lines AS TABLE (a int);
GO
CREATE PROCEDURE dbo.takes @i int, @n nvarchar(40) OUTPUT, @m varbinary(max), @d decimal(9, 2), @at datetime2(3), @old datetime, @born date, @f float, @x xml, @l dbo.lines READONLY AS RETURN 0;
GO
EXEC sp_sproc_columns_100 N'takes', N'dbo', N'D', N'@l', 3;
DECLARE @parameters TABLE (PROCEDURE_QUALIFIER sysname, PROCEDURE_OWNER sysname, PROCEDURE_NAME nvarchar(134), COLUMN_NAME sysname, COLUMN_TYPE smallint, DATA_TYPE smallint, TYPE_NAME sysname, PRECISION int,
    LENGTH int, SCALE smallint, RADIX smallint, NULLABLE smallint, REMARKS varchar(254), COLUMN_DEF nvarchar(4000), SQL_DATA_TYPE smallint, SQL_DATETIME_SUB smallint, CHAR_OCTET_LENGTH int, ORDINAL_POSITION int,
    IS_NULLABLE varchar(254), SS_TYPE_CATALOG_NAME sysname NULL, SS_TYPE_SCHEMA_NAME sysname NULL, SS_UDT_CATALOG_NAME sysname NULL, SS_UDT_SCHEMA_NAME sysname NULL, SS_UDT_ASSEMBLY_TYPE_NAME nvarchar(4000),
    SS_XML_SCHEMACOLLECTION_CATALOG_NAME sysname NULL, SS_XML_SCHEMACOLLECTION_SCHEMA_NAME sysname NULL, SS_XML_SCHEMACOLLECTION_NAME sysname NULL, SS_DATA_TYPE tinyint);
INSERT INTO @parameters EXEC sp_sproc_columns_100 N'tak%', @ODBCVer = 3;
SELECT COLUMN_NAME, COLUMN_TYPE AS kind, DATA_TYPE, TYPE_NAME, PRECISION, LENGTH, SCALE, RADIX, SQL_DATA_TYPE, SQL_DATETIME_SUB AS sub, CHAR_OCTET_LENGTH AS octets, SS_DATA_TYPE AS ss
FROM @parameters ORDER BY ORDINAL_POSITION;
DELETE FROM @parameters;
INSERT INTO @parameters EXEC sp_sproc_columns_100 N'tak%', @fUsePattern = 0;
INSERT INTO @parameters EXEC sp_sproc_columns_100 @procedure_name = N'takes', @column_name = N'@[of]%';
SELECT COLUMN_NAME, DATA_TYPE, PRECISION, RADIX FROM @parameters ORDER BY ORDINAL_POSITION;
GO
-- By the older name the later types are texts, and xml is ntext; ODBC 3 has other codes for moments than ODBC 2.
DECLARE @older TABLE (PROCEDURE_QUALIFIER sysname, PROCEDURE_OWNER sysname, PROCEDURE_NAME nvarchar(134), COLUMN_NAME sysname, COLUMN_TYPE smallint, DATA_TYPE smallint, TYPE_NAME sysname, PRECISION int,
    LENGTH int, SCALE smallint, RADIX smallint, NULLABLE smallint, REMARKS varchar(254), COLUMN_DEF nvarchar(4000), SQL_DATA_TYPE smallint, SQL_DATETIME_SUB smallint, CHAR_OCTET_LENGTH int, ORDINAL_POSITION int,
    IS_NULLABLE varchar(254), SS_DATA_TYPE tinyint);
INSERT INTO @older EXEC sp_sproc_columns N'takes';
SELECT COLUMN_NAME, DATA_TYPE, PRECISION, LENGTH, SQL_DATA_TYPE, SQL_DATETIME_SUB AS sub, CHAR_OCTET_LENGTH AS octets, SS_DATA_TYPE AS ss
FROM @older WHERE COLUMN_NAME IN (N'@m', N'@at', N'@old', N'@born', N'@x', N'@l') ORDER BY ORDINAL_POSITION;
DELETE FROM @older;
INSERT INTO @older EXEC sp_sproc_columns N'takes', @column_name = N'@old', @ODBCVer = 3;
SELECT COLUMN_NAME, DATA_TYPE, SQL_DATA_TYPE, SQL_DATETIME_SUB AS sub FROM @older;
