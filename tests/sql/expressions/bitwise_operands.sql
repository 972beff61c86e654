-- docs/t-sql/language-elements/bitwise-and-transact-sql.md and its like; which operands fail with 402 and which with 8117, as recorded answers of SQL Server.
SELECT 6 & '3' AS a, 0x06 | 1 AS b, CAST(6 AS tinyint) ^ N'2' AS c, CAST(1 AS bit) & 3 AS d, 6 & NULL AS e, SQL_VARIANT_PROPERTY(CAST(1 AS smallint) | '2', 'BaseType') AS f;
GO
SELECT CAST(1 AS decimal(5, 2)) & 1;
GO
SELECT 1 & 6.0;
GO
SELECT 6.0 | CAST(1 AS float);
GO
SELECT CAST(1 AS float) ^ 6.0;
GO
SELECT 'a' & N'b';
GO
SELECT 'a' | 'b';
GO
SELECT 0x01 ^ 0x02;
GO
SELECT CAST('a' AS varchar(max)) & 0x01;
GO
SELECT $1 & $1;
GO
SELECT GETDATE() | 1;
GO
SELECT GETDATE() | NEWID();
GO
SELECT CAST(1 AS sql_variant) & 1;
GO
SELECT CAST(1 AS sql_variant) & CAST(1 AS sql_variant);
GO
SELECT NULL & 'a';
GO
SELECT 6.0 & NULL;
GO
SELECT NULL & NULL;
GO
DECLARE @d decimal(5, 2) = 1;
SET @d &= 1;
GO
