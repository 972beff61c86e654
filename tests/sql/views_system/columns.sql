-- docs/relational-databases/system-catalog-views/sys-columns-transact-sql.md, sys-types-transact-sql.md, sys-identity-columns-transact-sql.md: lengths in
-- bytes (nvarchar two to a character, -1 for max), precision and scale of each type (docs/t-sql/data-types pages), collation of strings alone.
CREATE DATABASE C;
GO
USE C;
CREATE TABLE dbo.t (
    a bit, b tinyint, c smallint, d int NOT NULL, e bigint IDENTITY(10, 5), f decimal(9, 2), g decimal(19, 0), h numeric(28, 4), i decimal(38, 10), j float, k real, l money, m smallmoney,
    n date, o time(0), p time(7), q smalldatetime, r datetime, s datetime2(0), t datetime2(3), u datetime2(7), v char(10), w varchar(20), x varchar(max), y nchar(10), z nvarchar(20),
    aa nvarchar(max), ab binary(5), ac varbinary(7), ad varbinary(max), ae uniqueidentifier, af AS d * 2);
GO
SELECT c.name, t.name AS type, c.max_length, c.precision, c.scale, c.is_nullable, c.is_identity, c.is_computed
FROM sys.columns AS c JOIN sys.types AS t ON t.user_type_id = c.user_type_id WHERE c.object_id = OBJECT_ID('dbo.t') ORDER BY c.column_id;
SELECT COUNT(*) AS with_collation FROM sys.columns WHERE object_id = OBJECT_ID('dbo.t') AND collation_name = N'SQL_Latin1_General_CP1_CI_AS';
SELECT name, column_id, seed_value, increment_value, last_value FROM sys.identity_columns;
INSERT INTO dbo.t (d) VALUES (1), (2);
SELECT last_value FROM sys.identity_columns;
GO
SELECT name, system_type_id, user_type_id, max_length, precision, scale, is_nullable FROM sys.types WHERE name IN (N'int', N'sysname', N'nvarchar', N'decimal', N'datetime2', N'bit', N'bigint', N'money', N'xml') ORDER BY user_type_id;
SELECT COUNT(*) AS not_the_systems FROM sys.types WHERE schema_id <> 4 OR is_user_defined = 1;
GO
-- docs/relational-databases/system-information-schema-views/columns-transact-sql.md.
SELECT ORDINAL_POSITION, COLUMN_NAME, IS_NULLABLE, DATA_TYPE, CHARACTER_MAXIMUM_LENGTH, CHARACTER_OCTET_LENGTH, NUMERIC_PRECISION, NUMERIC_PRECISION_RADIX, NUMERIC_SCALE, DATETIME_PRECISION, CHARACTER_SET_NAME
FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_CATALOG = N'C' AND TABLE_SCHEMA = N'dbo' AND TABLE_NAME = N't' AND COLUMN_NAME IN ('a', 'd', 'f', 'j', 'k', 'n', 'p', 'r', 's', 'w', 'x', 'z', 'aa', 'ab', 'ae')
ORDER BY ORDINAL_POSITION;
GO
-- "if this column is character data or text data type": the character set is the one of the collation's code page.
CREATE TABLE character_sets(a text, b ntext, c varchar(9) COLLATE Cyrillic_General_CI_AS, d nvarchar(9) COLLATE Cyrillic_General_CI_AS, e int);
SELECT COLUMN_NAME, CHARACTER_SET_CATALOG, CHARACTER_SET_NAME, COLLATION_NAME FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_NAME = 'character_sets'
ORDER BY ORDINAL_POSITION;
GO
